import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey } from '../table/keys.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { gatewayKeyMarksOf, gatewayKeyOf } from './gateway-key-marks.ts';
import { type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { tryToRemoveGatewayKey } from './remove-gateway-key.ts';

/**
 * Makes a key useless for the very next request. Revoking a revoked key changes nothing.
 *
 * @returns the key, or `undefined` if there is none with this id in the scope
 */
export const revokeKey = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  actor: Actor,
): Promise<ApiKey | undefined> => {
  // Neither the organization nor the owner of a key ever changes: what is in scope stays in scope.
  if ((await readKey(store, scope, id)) === undefined) return undefined;
  const { organizationId } = scope;
  const at = timestampOf(new Date());
  const revocation = {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: 'SET revokedAt = :now ADD version :one',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
      ExpressionAttributeValues: { ':now': at, ':one': 1 },
    },
  };
  const action = 'api_key.revoked';
  await store.writer.transact([
    revocation,
    recordEntry({ organizationId, at, actor, action, targetId: id, details: {} }),
  ]);
  // Whether this call revoked it or an earlier one: what is left to do is the same.
  const item = await readKey(store, scope, id);
  if (item === undefined) return undefined;
  const { name, id: gatewayKeyId } = gatewayKeyOf(item);
  if (gatewayKeyMarksOf(item).some((mark) => mark.name === name)) {
    await tryToRemoveGatewayKey(store, { keyId: id, name, gatewayKeyId });
  }
  return apiKeyFromItem(item);
};
