import type { RouteName } from '../../shared/contract/routes.ts';
import type { TryRequestResult } from '../../shared/contract/try-request-result.ts';
import type { AdminApi } from './admin-api.ts';

export type { TryRequestResult };

export interface TriedRequest {
  readonly operation: RouteName;
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly apiKey: string;
}

/** Has the service send a request to the data API, which lets no browser in from elsewhere. */
export const tryRequest = (api: AdminApi, request: TriedRequest): Promise<TryRequestResult> =>
  api.request({ method: 'POST', path: '/try-requests', body: request });
