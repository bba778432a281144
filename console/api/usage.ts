import type { AdminApi, Page } from './admin-api.ts';

/** What a key was used for. */
export interface KeyUsage {
  readonly keyId: string;
  readonly name: string;
  readonly plan: string;
  /** Requests a day (UTC), oldest first; null for a key that is not metered. */
  readonly days: readonly { readonly date: string; readonly requests: number }[] | null;
}

/** @param days up to and including today */
export const listUsage = (api: AdminApi, days: number, cursor?: string): Promise<Page<KeyUsage>> =>
  api.request({ method: 'GET', path: '/usage', query: { days, cursor } });
