import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { markRevoked } from './key-writes.ts';
import { readActivePredecessors } from './predecessors.ts';
import { removeGatewayKeysOf } from './remove-orphaned-gateway-keys.ts';

export interface RevokedKey {
  readonly apiKey: ApiKey;
  /**
   * The keys that were rotated to it and are still in their grace period, the one that lasts longest first.
   */
  readonly activePredecessors: readonly ApiKey[];
}

/**
 * Revokes a key from the next request on. Revoking a revoked key only repeats what follows.
 *
 * @param follow what must happen once the key is revoked. If it throws, the revocation is to be repeated.
 * @returns the key, or `undefined` if the scope has no key with this id
 */
export const revokeKey = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  actor: Actor,
  follow: () => Promise<void> = async () => undefined,
): Promise<RevokedKey | undefined> => {
  if ((await readKey(store, scope, id)) === undefined) return undefined;
  const { organizationId } = scope;
  const at = timestampOf(new Date());
  const action = 'api_key.revoked';
  await store.writer.transact([
    markRevoked(id, at),
    recordEntry(action, { organizationId, at, actor, targetId: id }),
  ]);
  await follow();
  // The cleanup is the same whether this call or an earlier one revoked the key.
  const item = await readKey(store, scope, id);
  if (item === undefined) return undefined;
  const activePredecessors = (await readActivePredecessors(store, item, at)).map(apiKeyFromItem);
  try {
    await removeGatewayKeysOf(store, item, at);
  } catch (error) {
    store.onCleanUpFailure(error);
  }
  return { apiKey: apiKeyFromItem(item), activePredecessors };
};
