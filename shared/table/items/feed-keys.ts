import type { TableKey } from './keys.ts';

/** The table partition of an organization's event feed. */
export const feedPartition = (organizationId: string): string => `FEED#${organizationId}`;

/** The end of the feed: the number and time of its last chunk. Never expires. */
export const feedHeadKey = (organizationId: string): TableKey => ({
  pk: feedPartition(organizationId),
  sk: 'HEAD',
});

/** Sorts directly before the parts of a chunk. */
const chunkSortKey = (chunk: number): string => `CHUNK#${String(chunk).padStart(12, '0')}`;

/** One part of a chunk. The size limit of a chunk keeps the number of parts to one digit. */
export const feedChunkKey = (organizationId: string, chunk: number, part: number): TableKey => ({
  pk: feedPartition(organizationId),
  sk: `${chunkSortKey(chunk)}#${part}`,
});

const CHUNK_PARTITION = /^FEED#([^#]+)$/;
const CHUNK_SORT_KEY = /^CHUNK#(\d{12})#(\d+)$/;

/** The inverse of {@link feedChunkKey}; `undefined` for other items. */
export const feedChunkOfKey = ({
  pk,
  sk,
}: TableKey):
  | { readonly organizationId: string; readonly chunk: number; readonly part: number }
  | undefined => {
  const organizationId = CHUNK_PARTITION.exec(pk)?.[1];
  const [, chunk, part] = CHUNK_SORT_KEY.exec(sk) ?? [];
  if (organizationId === undefined || chunk === undefined) return undefined;
  return { organizationId, chunk: Number(chunk), part: Number(part) };
};

/** The sort keys of the chunks from one number to another, both included. Default: to the end of the feed. */
export const feedChunkRange = (
  first: number,
  last?: number,
): { readonly from: string; readonly to: string } => ({
  from: chunkSortKey(first),
  to: last === undefined ? 'CHUNK#~' : `${chunkSortKey(last)}#~`,
});

const typesSortKey = (block: number): string => `TYPES#${String(block).padStart(10, '0')}`;

/** The event types of a complete block of chunks. */
export const feedTypesKey = (organizationId: string, block: number): TableKey => ({
  pk: feedPartition(organizationId),
  sk: typesSortKey(block),
});

/** The sort keys of the types of the blocks from one number to another, both included. */
export const feedTypesRange = (
  first: number,
  last: number,
): { readonly from: string; readonly to: string } => ({ from: typesSortKey(first), to: typesSortKey(last) });

/** The block of a sort key of {@link feedTypesKey}. */
export const feedBlockOfKey = (sk: string): number => Number(sk.slice(sk.indexOf('#') + 1));

/**
 * Lists the newest stream records of one second that are in the feed, in its own partition, so that it
 * takes no writes from the feed's.
 *
 * @param second when the changes were stored, such as `2026-01-31T09:30:00`
 */
export const feedSeenKey = (organizationId: string, second: string): TableKey => ({
  pk: `${feedPartition(organizationId)}#${second}`,
  sk: 'SEEN#',
});

/** A full list of such records, never rewritten. The first one has the number 0. */
export const feedFullListKey = (organizationId: string, second: string, list: number): TableKey => {
  const { pk, sk } = feedSeenKey(organizationId, second);
  return { pk, sk: `${sk}${list}` };
};

/** The last arrival, in the feed, of an entry at a position where it was not created first. */
export const feedArrivalKey = (organizationId: string, entryId: string): TableKey => ({
  pk: `${feedPartition(organizationId)}#ENTRY#${entryId}`,
  sk: 'SEEN#ARRIVAL',
});
