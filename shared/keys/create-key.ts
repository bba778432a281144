import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyStore } from './key-store.ts';
import type { CreatedApiKey } from './new-key.ts';
import { type KeyOptions, prepareKey } from './prepare-key.ts';

export type NewApiKey = Pick<
  ApiKey,
  'organizationId' | 'name' | 'permissions' | 'plan' | 'ownerId' | 'expiresAt'
>;

/**
 * @throws Error listing the usage plans, if the plan is unknown
 * @throws KeyConflictError if the key is limited and its owner has the maximum of active keys
 */
export const createKey = async (
  store: KeyStore,
  newKey: NewApiKey,
  actor: Actor,
  options: KeyOptions = { isLimited: false },
): Promise<CreatedApiKey> => {
  const at = timestampOf(new Date());
  const prepared = await prepareKey(store, { ...newKey, createdAt: at, createdBy: actor.name }, options);
  const { apiKey, token, activation } = prepared;
  const { organizationId, name, permissions, plan, ownerId, expiresAt } = apiKey;
  const entry = recordEntry({
    organizationId,
    at,
    actor,
    action: 'api_key.created',
    targetId: apiKey.id,
    details: { name, permissions, plan, ownerId, expiresAt },
  });
  if (!(await store.writer.transact([activation, entry]))) {
    throw new Error('The new key was discarded as interrupted before it became active. Create it again.');
  }
  return { apiKey, token };
};
