import type { ApiKeyView } from '../../shared/api-keys/api-key.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import type { AdminApi, Page } from './admin-api.ts';

export type { ApiKeyView };

/** A key that was just made: the only time that its value is there. */
export type IssuedKey = ApiKeyView & { readonly key: string };

export interface NewApiKey {
  readonly name: string;
  readonly permissions?: readonly Permission[];
  readonly plan?: string;
  /** Null for never. */
  readonly expiresAt: string | null;
}

/** What is absent stays. */
export type ApiKeyChanges = Partial<Pick<ApiKeyView, 'name' | 'permissions' | 'plan'>>;

/** The operations on API keys. */
export const apiKeys = (api: AdminApi) => ({
  list: (cursor?: string) =>
    api.request<Page<ApiKeyView>>({ method: 'GET', path: '/api-keys', query: { cursor } }),
  create: (key: NewApiKey) => api.request<IssuedKey>({ method: 'POST', path: '/api-keys', body: key }),
  update: (id: string, changes: ApiKeyChanges) =>
    api.request<ApiKeyView>({ method: 'PATCH', path: `/api-keys/${id}`, body: changes }),
  rotate: (id: string, graceSeconds: number) =>
    api.request<IssuedKey>({ method: 'POST', path: `/api-keys/${id}/rotate`, body: { graceSeconds } }),
  revoke: (id: string) => api.request<ApiKeyView>({ method: 'DELETE', path: `/api-keys/${id}` }),
});
