import type { Actor } from '../audit-log/audit-entry.ts';
import type { ApiKey } from './api-key.ts';
import { type CreatedApiKey, createKey, type NewApiKey } from './create-key.ts';
import { createKeyStore, type KeyStoreDependencies } from './key-store.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { type KeyChanges, updateKey } from './update-key.ts';

/** All that is done with the API keys of an organization. What each does is said where it is. */
export interface ApiKeyManager {
  create(newKey: NewApiKey, actor: Actor): Promise<CreatedApiKey>;
  list(organizationId: string): Promise<readonly ApiKey[]>;
  update(organizationId: string, id: string, changes: KeyChanges, actor: Actor): Promise<ApiKey | undefined>;
  rotate(
    organizationId: string,
    id: string,
    graceSeconds: number,
    actor: Actor,
  ): Promise<CreatedApiKey | undefined>;
  revoke(organizationId: string, id: string, actor: Actor): Promise<ApiKey | undefined>;
}

export const createApiKeyManager = (dependencies: KeyStoreDependencies): ApiKeyManager => {
  const store = createKeyStore(dependencies);
  return {
    create: (newKey, actor) => createKey(store, newKey, actor),
    list: (organizationId) => listKeys(store, organizationId),
    update: (organizationId, id, changes, actor) => updateKey(store, organizationId, id, changes, actor),
    rotate: (organizationId, id, grace, actor) => rotateKey(store, organizationId, id, grace, actor),
    revoke: (organizationId, id, actor) => revokeKey(store, organizationId, id, actor),
  };
};
