import type { Actor } from '../audit-log/audit-entry.ts';
import type { ApiKey } from './api-key.ts';
import { type CreatedApiKey, createKey, type NewApiKey } from './create-key.ts';
import type { KeyScope, KeyStore } from './key-store.ts';
import { type ApiKeyPage, listKeys, type PageRequest } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { type KeyChanges, updateKey } from './update-key.ts';
import { type KeyUsagePage, readUsage, type UsageRequest } from './usage.ts';

/** All that is done with the API keys of an organization. What each does is said where it is. */
export interface ApiKeyManager {
  create(newKey: NewApiKey, actor: Actor): Promise<CreatedApiKey>;
  list(scope: KeyScope, page: PageRequest): Promise<ApiKeyPage>;
  update(scope: KeyScope, id: string, changes: KeyChanges, actor: Actor): Promise<ApiKey | undefined>;
  rotate(scope: KeyScope, id: string, graceSeconds: number, actor: Actor): Promise<CreatedApiKey | undefined>;
  revoke(scope: KeyScope, id: string, actor: Actor): Promise<ApiKey | undefined>;
  usage(scope: KeyScope, request: UsageRequest): Promise<KeyUsagePage>;
}

export const createApiKeyManager = (store: KeyStore): ApiKeyManager => ({
  create: (newKey, actor) => createKey(store, newKey, actor),
  list: (scope, page) => listKeys(store, scope, page),
  update: (scope, id, changes, actor) => updateKey(store, scope, id, changes, actor),
  rotate: (scope, id, grace, actor) => rotateKey(store, scope, id, grace, actor),
  revoke: (scope, id, actor) => revokeKey(store, scope, id, actor),
  usage: (scope, request) => readUsage(store, scope, request),
});
