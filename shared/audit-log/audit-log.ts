import { map, requiredString } from '../table/items/attributes.ts';
import { auditActorPartition, auditLogPartition, auditTargetPartition } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX, SORT_KEY } from '../table/items/schema.ts';
import { readWholePage } from '../table/paging/whole-page.ts';
import type { Item, PageQuery, TableReader } from '../table/reader.ts';
import type { Actor, ListedEntry } from './listed-entry.ts';

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
  readonly next?: string;
}

const entryFromItem = (item: Item): ListedEntry => {
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

/** Sort keys are `at#id`. `at$` sorts after all entries of an instant, the bare time before them. */
const bounds = ({ after, before }: AuditFilters): Pick<PageQuery, 'from' | 'to'> => ({
  ...(after === undefined ? {} : { from: `${after}$` }),
  ...(before === undefined ? {} : { to: before }),
});

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

const startAfter = (
  organizationId: string,
  { index, partition }: Pick<PageQuery, 'index' | 'partition'>,
  position: string,
): Item => ({
  pk: auditLogPartition(organizationId),
  [SORT_KEY]: position,
  ...(index === undefined ? {} : { [index.partitionKey]: partition, [index.sortKey]: position }),
});

const positionOf = (item: Item): string => String(item[SORT_KEY]);

/** The complete entries for the items of an index, in the same order. */
const wholeItems = async (reader: TableReader, items: readonly Item[]): Promise<readonly Item[]> => {
  const keys = items.map((item) => ({ pk: String(item['pk']), sk: positionOf(item) }));
  const byPosition = new Map((await reader.getMany(keys)).map((item) => [positionOf(item), item]));
  return keys.map(({ sk }) => byPosition.get(sk)).filter((item) => item !== undefined);
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
  { limit, position }: { readonly limit: number; readonly position?: string | undefined },
): Promise<AuditPage> => {
  const isEmptyRange =
    filters.after !== undefined && filters.before !== undefined && filters.after >= filters.before;
  if (isEmptyRange) return { entries: [] };
  const partition = partitionOf(organizationId, filters);
  const entries: ListedEntry[] = [];
  let last = position;
  for (;;) {
    const start = last === undefined ? undefined : startAfter(organizationId, partition, last);
    const { items, hasMore } = await readWholePage(
      reader,
      {
        ...partition,
        ...bounds(filters),
        descending: true,
        ...(start === undefined ? {} : { startAfter: start }),
      },
      limit - entries.length,
    );
    const whole = partition.index === undefined ? items : await wholeItems(reader, items);
    entries.push(...whole.filter((item) => isBy(filters.actorId, item)).map(entryFromItem));
    const end = items.at(-1);
    last = end === undefined ? last : positionOf(end);
    if (!hasMore || last === undefined) return { entries };
    if (entries.length === limit) return { entries, next: last };
  }
};
