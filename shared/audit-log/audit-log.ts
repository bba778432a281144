import type { Actor, ListedEntry } from '../contract/audit-log.ts';
import { map, requiredString } from '../table/items/attributes.ts';
import { auditActorPartition, auditLogPartition, auditTargetPartition } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import { readCollectionPage } from '../table/paging/collection-page.ts';
import { readWholeItems } from '../table/paging/read-items.ts';
import type { Item, PageQuery, TableReader } from '../table/reader.ts';

export interface AuditFilters {
  readonly actorId?: string | undefined;
  readonly targetId?: string | undefined;
  /** Timestamps in the stored form; both bounds are excluded. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

export interface AuditPage {
  readonly entries: readonly ListedEntry[];
  /** The position of the last entry, if more follow. */
  readonly next?: string | undefined;
}

export const entryFromItem = (item: Item): ListedEntry => {
  const actor = map<Actor>(item, 'actor');
  return {
    id: requiredString(item, 'id'),
    at: requiredString(item, 'at'),
    // A DynamoDB map has no field order.
    actor: { id: actor?.id ?? '', name: actor?.name ?? '', from: actor?.from ?? null },
    action: requiredString(item, 'action'),
    targetId: requiredString(item, 'targetId'),
    details: map<Record<string, unknown>>(item, 'details') ?? {},
  };
};

const partitionOf = (
  organizationId: string,
  { actorId, targetId }: AuditFilters,
): Pick<PageQuery, 'index' | 'partition'> => {
  if (targetId !== undefined) {
    return { index: COLLECTION_INDEX, partition: auditTargetPartition(organizationId, targetId) };
  }
  if (actorId !== undefined) {
    return { index: PART_INDEX, partition: auditActorPartition(organizationId, actorId) };
  }
  return { partition: auditLogPartition(organizationId) };
};

const isBy = (actorId: string | undefined, item: Item): boolean =>
  actorId === undefined || map<Actor>(item, 'actor')?.id === actorId;

/**
 * Reads a page of an organization's audit log, newest first. A filter by target or actor reads an index; both
 * together read the target's index, which is shorter.
 *
 * @param position of the last entry of the previous page
 */
export const readAuditLog = async (
  reader: TableReader,
  organizationId: string,
  filters: AuditFilters,
  { limit, position: start }: { readonly limit: number; readonly position?: string | undefined },
): Promise<AuditPage> => {
  const { actorId, after, before } = filters;
  const partition = partitionOf(organizationId, filters);
  const keyAt = (_id: string, sk: string) => ({ pk: auditLogPartition(organizationId), sk });
  const query = { ...partition, keyAt, after, before, descending: true };
  const entries: ListedEntry[] = [];
  let position = start;
  do {
    const page = await readCollectionPage(reader, { ...query, position, limit: limit - entries.length });
    const items = partition.index === undefined ? page.items : await readWholeItems(reader, page.items);
    entries.push(...items.filter((item) => isBy(actorId, item)).map(entryFromItem));
    position = page.next;
  } while (position !== undefined && entries.length < limit);
  return { entries, next: position };
};
