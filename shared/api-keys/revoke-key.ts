import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey } from '../table/keys.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, PENDING_SINCE } from './api-key-mapper.ts';
import { type KeyStore, readKey, removeGatewayKey } from './key-store.ts';

/**
 * Makes a key useless for the very next request. Revoking a revoked key changes nothing.
 *
 * @returns the key, or `undefined` if the organization has none with this id
 */
export const revokeKey = async (
  store: KeyStore,
  organizationId: string,
  id: string,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  const at = timestampOf(new Date());
  const revocation = {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: 'SET revokedAt = :now ADD version :one',
      ConditionExpression: `organizationId = :organizationId AND attribute_not_exists(revokedAt) AND attribute_not_exists(${PENDING_SINCE})`,
      ExpressionAttributeValues: { ':organizationId': organizationId, ':now': at, ':one': 1 },
    },
  };
  const action = 'api_key.revoked';
  await store.writer.transact([
    revocation,
    recordEntry({ organizationId, at, actor, action, targetId: id, details: {} }),
  ]);
  // Whether this call revoked it or an earlier one: what is left to do is the same.
  const item = await readKey(store, organizationId, id);
  if (item === undefined) return undefined;
  await removeGatewayKey(store, id);
  return apiKeyFromItem(item);
};
