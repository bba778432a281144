import { recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { isGrantedByOwner, stateOf } from '../keys/api-key.ts';
import { apiKeyFromItem, isPending } from '../keys/api-key-mapper.ts';
import { changeKey, discardPendingKey } from '../keys/key-writes.ts';
import { readKeyItems } from '../keys/list-keys.ts';
import { transferKey } from '../keys/transfer-key.ts';
import type { EndGrants, LostGrants } from '../organizations/users/grants.ts';
import { forEachConcurrently } from '../runtime/concurrency.ts';
import { optionalString } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import { versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import { disableEndpointsOfKey } from '../webhooks/endpoints/disable-endpoints-of-key.ts';
import type { LostOwner } from './owner-access.ts';

const CONCURRENCY = 8;
const PAGE_SIZE = 100;

const REASONS: Readonly<Record<LostGrants['loss'], LostOwner>> = {
  access: 'owner_without_access',
  admin: 'owner_not_admin',
};

/** The items of all keys of a user, pending ones included. */
const readOwned = async (table: Table, { user }: LostGrants): Promise<readonly Item[]> => {
  const scope = { organizationId: user.organizationId, ownerId: user.id };
  const owned: Item[] = [];
  let position: string | undefined;
  do {
    const page = await readKeyItems(table, scope, { limit: PAGE_SIZE, position });
    owned.push(...page.items);
    position = page.next;
  } while (position !== undefined);
  return owned;
};

/** Whether a key still belongs to the user, and the loss concerns it. */
const isLost = ({ user, loss }: LostGrants, item: Item): boolean =>
  item['ownerId'] === user.id && (loss === 'access' || isGrantedByOwner(apiKeyFromItem(item)));

/**
 * Ends one key. Its endpoints are disabled before it is revoked, so that a repetition after an interruption
 * still finds it active, and again after, for what it created meanwhile.
 *
 * @returns its item as it was ended, or was found
 */
const endKey = (table: Table, lost: LostGrants, id: string): Promise<Item | undefined> =>
  retryLostRaces(async () => {
    const { reader, writer } = table;
    const item = await reader.get(apiKeyKey(id), { consistentRead: true });
    if (item === undefined || !isLost(lost, item)) return item;
    if (isPending(item)) {
      await writer.transact([discardPendingKey(id)]);
      return item;
    }
    const key = apiKeyFromItem(item);
    const at = timestampOf(new Date());
    if (stateOf(key, at) !== 'active') return item;
    const { organizationId } = key;
    const { actor, newOwnerId } = lost;
    const reason = REASONS[lost.loss];
    const isApp = key.client !== null;
    if ((isApp ? lost.apps : lost.keys) === 'transfer' && !(isApp && newOwnerId === null)) {
      return (await writer.transact(transferKey(item, newOwnerId, actor, reason))) ? item : LOST;
    }
    const endpoints = { organizationId, keyId: id, reason: 'key_revoked', isLost: () => true } as const;
    await disableEndpointsOfKey(table, endpoints, actor);
    const isRevoked = await writer.transact([
      changeKey(id, versionOf(item), { revokedAt: at }),
      recordEntry('api_key.revoked', { organizationId, at, actor, targetId: id }, { reason }),
    ]);
    if (!isRevoked) return LOST;
    await disableEndpointsOfKey(table, endpoints, actor);
    return item;
  });

/**
 * Ends what a user granted: revokes or transfers each key and connected app with its own audit entry, and
 * discards codes that are not exchanged yet. Gateway keys that then meter nothing are removed by the next
 * listing of the keys.
 */
export const createEndGrants =
  (table: Table): EndGrants =>
  async (lost) => {
    const known = new Set<string>();
    let open = (await readOwned(table, lost)).map((item) => String(item['id']));
    // The index of owners may lag behind a rotation, so successors are found through their predecessors.
    while (open.length > 0) {
      const successors: string[] = [];
      for (const id of open) known.add(id);
      await forEachConcurrently(open, CONCURRENCY, async (id) => {
        const item = await endKey(table, lost, id);
        const successor = item === undefined ? null : optionalString(item, 'rotatedTo');
        if (successor !== null) successors.push(successor);
      });
      open = [...new Set(successors)].filter((id) => !known.has(id));
    }
  };
