import type { Actor, ListedEntry } from '../contract/audit-log/audit-log.ts';
import { map, requiredString } from '../table/items/attributes.ts';
import { auditActorPartition, auditLogPartition, auditTargetPartition } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import { readCollectionPage } from '../table/paging/collection-page.ts';
import { readWholeItems } from '../table/paging/read-items.ts';
import type { Item, PageQuery, TableReader } from '../table/reader.ts';
import { type AuditSearch, createMatcher, isSearch } from './audit-search.ts';

export interface AuditFilters extends AuditSearch {
  readonly actorId?: string | undefined;
  readonly targetId?: string | undefined;
  /** Timestamps in the stored form; both bounds are excluded. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Whether of each import and export only the latest matching entry is listed. @default false */
  readonly isGrouped?: boolean;
}

export interface AuditPage {
  readonly entries: readonly ListedEntry[];
  /** The position of the last examined entry, if more follow. */
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

/** Entries that a search examines for one page, and those that it reads at once. */
const MAX_EXAMINED = 2_000;
const CHUNK = 250;

/** An import and an export take several steps, each with an entry. */
const STEP = /^(?:import|export)\./;

interface AuditRequest {
  readonly limit: number;
  /** The position of the last examined entry of the previous page. */
  readonly position?: string | undefined;
}

/**
 * Reads a page of an organization's audit log, newest first. A filter by id of a target or actor reads an
 * index; both together read the target's index, which is shorter. Other filters examine entries: at most
 * 2,000 for a page, which then may be short, or empty, although more follow.
 */
export const readAuditLog = async (
  reader: TableReader,
  organizationId: string,
  filters: AuditFilters,
  { limit, position: start }: AuditRequest,
): Promise<AuditPage> => {
  const { actorId, after, before, isGrouped = false } = filters;
  const partition = partitionOf(organizationId, filters);
  const keyAt = (_id: string, sk: string) => ({ pk: auditLogPartition(organizationId), sk });
  const isFound = await createMatcher(reader, organizationId, filters);
  const isListed = (entry: ListedEntry): boolean =>
    (actorId === undefined || entry.actor.id === actorId) && isFound(entry);
  const read = async (page: Pick<PageQuery, 'index' | 'partition'>, at: AuditRequest) => {
    const query = { ...page, keyAt, after, before, descending: true };
    const { items, next } = await readCollectionPage(reader, { ...query, ...at });
    const whole = page.index === undefined ? items : await readWholeItems(reader, items);
    return { entries: whole.map((item) => ({ ...entryFromItem(item), sk: String(item['sk']) })), next };
  };
  /** Whether a previous page has listed a step of the same import or export. */
  const isListedBefore = async ({ targetId, id }: ListedEntry): Promise<boolean> => {
    if (start === undefined) return false;
    const steps = await read(partitionOf(organizationId, { targetId }), { limit: CHUNK });
    return steps.entries.find((entry) => STEP.test(entry.action) && isListed(entry))?.id !== id;
  };

  const examinesEach = isSearch(filters) || isGrouped;
  const entries: ListedEntry[] = [];
  const seen = new Set<string>();
  let examined = 0;
  let position = start;
  let hasMore: boolean;
  do {
    const page = await read(partition, { limit: examinesEach ? CHUNK : limit - entries.length, position });
    for (const { sk, ...entry } of page.entries) {
      const isStep = isGrouped && STEP.test(entry.action);
      const isNew = isListed(entry) && !(isStep && seen.has(entry.targetId));
      if (isNew && isStep) seen.add(entry.targetId);
      if (isNew && !(isStep && (await isListedBefore(entry)))) {
        // One entry more shows whether another page follows.
        if (entries.length === limit) return { entries, next: position };
        entries.push(entry);
      }
      position = sk;
    }
    examined += page.entries.length;
    hasMore = page.next !== undefined;
    position = page.next ?? position;
  } while (hasMore && (entries.length < limit || examinesEach) && examined < MAX_EXAMINED);
  return { entries, next: hasMore ? position : undefined };
};
