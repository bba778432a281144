import { requiredBoolean } from '../../table/items/attributes.ts';
import { callListChangeKeys, changeKeys, entryOfListKeys } from '../../table/items/change-keys.ts';
import { CHANGED_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { isDeleted, isListed, nextChangedAt, unchangedResource } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { addToCollectionCount } from '../store/collection-writes.ts';
import { COLLECTION_OF_KIND, type ScannedResource, scannedResource } from './scan-resources.ts';

/**
 * Resources per transaction, of any organizations. Each can need a counter of its own, and a transaction has
 * at most 100 writes.
 */
export const TRANSACTION_RESOURCES = 50;

const indexKeys = ({ resource, item }: ScannedResource, changedAt: string): Record<string, string> => {
  const { organizationId, id } = resource;
  switch (resource.kind) {
    case 'call_list':
      return callListChangeKeys(organizationId, {
        id,
        changedAt,
        isLocked: requiredBoolean(item, 'isLocked'),
      });
    case 'call_list_entry':
      return {
        ...changeKeys(organizationId, COLLECTION_OF_KIND[resource.kind], { id, changedAt }),
        ...entryOfListKeys(organizationId, { id, changedAt, callListId: resource.callListId }),
      };
    default:
      return changeKeys(organizationId, COLLECTION_OF_KIND[resource.kind], { id, changedAt });
  }
};

/**
 * Lists a resource of an earlier version of the service, on condition that it was not modified since. Its
 * version stays, because nothing that the API shows of it changes but `changedAt`.
 *
 * Throws a CorruptItemError if the item lacks what that takes.
 */
export const listResource = (scanned: ScannedResource, now: Date): WriteOperation => {
  const { item } = scanned;
  const changedAt = nextChangedAt(now, undefined);
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const attributes = { [CHANGED_ATTRIBUTE]: changedAt, ...indexKeys(scanned, changedAt) };
  return { update: updateOf(key, attributes, unchangedResource(item)) };
};

/** The counts of what a transaction lists. Call lists were always counted. */
const counts = (batch: readonly ScannedResource[]): readonly WriteOperation[] => {
  const counted = batch.flatMap(({ resource: { kind, organizationId } }) =>
    kind === 'call_list' ? [] : [{ organizationId, collection: COLLECTION_OF_KIND[kind] }],
  );
  const groups = Map.groupBy(counted, (each) => `${each.organizationId} ${each.collection}`);
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .flatMap((each) => addToCollectionCount(each.organizationId, each.collection, group.length)),
  );
};

/** Those of these resources that are still to be listed, as they are stored now. */
const readUnlisted = async (
  scanned: readonly ScannedResource[],
  { reader }: Table,
): Promise<readonly ScannedResource[]> => {
  const keys = scanned.map(({ item }) => ({ pk: String(item['pk']), sk: String(item['sk']) }));
  const items = await reader.getMany(keys, { consistentRead: true });
  return items
    .filter((item) => !isDeleted(item) && !isListed(item))
    .flatMap((item) => scannedResource(item) ?? []);
};

/**
 * Lists and counts resources of an earlier version of the service, in one transaction. After a concurrent
 * update, the resources are read again, and those that are still to be listed are tried again.
 *
 * @param batch at most {@link TRANSACTION_RESOURCES} resources of one scanned page, which fit into a
 * transaction of 4 MB
 * @returns those that were listed here
 */
export const listResources = (
  batch: readonly ScannedResource[],
  table: Table,
): Promise<readonly ScannedResource[]> =>
  retryLostRaces(async (attempt) => {
    const unlisted = attempt === 1 ? batch : await readUnlisted(batch, table);
    const operations = (now: Date): readonly WriteOperation[] => [
      ...unlisted.map((each) => listResource(each, now)),
      ...counts(unlisted),
    ];
    return unlisted.length === 0 || (await table.writer.transact(operations)) ? unlisted : LOST;
  });
