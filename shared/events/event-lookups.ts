import type { TableKey } from '../table/items/keys.ts';
import { hashedPartition, type LookupChange } from '../table/items/lookup.ts';
import type { Resource } from '../table/items/resource-key.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import type { FeedEvent, StoredChunk } from './feed/feed-chunk.ts';
import type { FeedPosition } from './feed/feed-position.ts';

/** Zero-padded, so that text order is the order of the feed. */
const chunkKey = (chunk: number): string => String(chunk).padStart(12, '0');

const positionKey = ({ chunk, index }: FeedPosition): string =>
  `${chunkKey(chunk)}.${String(index).padStart(5, '0')}`;

const positionOfKey = (sk: string): FeedPosition => {
  const [chunk, index] = sk.split('.');
  return { chunk: Number(chunk), index: Number(index) };
};

const partitionOf = (organizationId: string, kind: string, id: string): string =>
  hashedPartition(organizationId, 'EVENT_RECORD', `${kind}:${id}`);

/** The lookup of an event by a record that it is about. */
const eventLookupKey = (
  organizationId: string,
  kind: string,
  id: string,
  position: FeedPosition,
): TableKey => ({ pk: partitionOf(organizationId, kind, id), sk: positionKey(position) });

/** The fields of an event that tell which records it is about. */
interface IndexedEvent {
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>>;
}

/** The records that an event is about: its own, and the people whom it names, as entries do. */
const recordsOf = (
  type: string,
  { data, previous }: IndexedEvent,
): readonly { readonly kind: string; readonly id: string }[] => {
  const kind = type.slice(0, type.indexOf('.'));
  const people = [data['personId'], previous['personId']].map((id) => ({ kind: 'person', id }));
  return [{ kind, id: data['id'] }, ...people].flatMap(({ kind: each, id }) =>
    typeof id === 'string' ? [{ kind: each, id }] : [],
  );
};

/** The lookups of a chunk's events. They expire with it. */
export const eventLookups = (
  organizationId: string,
  { number, events, timeToLive }: StoredChunk,
): readonly LookupChange[] =>
  events.flatMap((event, index) => {
    if (event === undefined) return [];
    const read: IndexedEvent = JSON.parse(event.json);
    return recordsOf(event.type, read).map(({ kind, id }) => ({
      key: eventLookupKey(organizationId, kind, id, { chunk: number, index }),
      type: 'put' as const,
      version: read.sequence,
      timeToLive,
    }));
  });

const chunkPartition = (organizationId: string): string => hashedPartition(organizationId, 'EVENT_CHUNK', '');

/** Marks a chunk as indexed. To be written once all its lookups are. It expires with it. */
export const indexedChunk = (
  organizationId: string,
  { number, revision, timeToLive }: StoredChunk,
): LookupChange => ({
  key: { pk: chunkPartition(organizationId), sk: chunkKey(number) },
  type: 'put',
  version: revision,
  timeToLive,
});

/** The last chunk whose lookups are all written; `undefined` if no such chunk is kept. */
export const lastIndexedChunk = async (
  reader: TableReader,
  organizationId: string,
): Promise<number | undefined> => {
  const partition = chunkPartition(organizationId);
  const [last] = await readItems(reader, { partition, descending: true, limit: 1, consistentRead: true });
  return last && Number(last['sk']);
};

/**
 * The chunks from one number to another whose lookups may be missing, however far the index is behind, and
 * also if it set them aside. Costs 1 read unit per 40 indexed chunks.
 */
export const unindexedChunks = async (
  reader: TableReader,
  organizationId: string,
  first: number,
  last: number,
): Promise<readonly number[]> => {
  if (first > last) return [];
  const items = await readItems(reader, {
    partition: chunkPartition(organizationId),
    from: chunkKey(first),
    to: chunkKey(last),
    consistentRead: true,
  });
  const indexed = new Set(items.map(({ sk }) => Number(sk)));
  return Array.from({ length: last + 1 - first }, (_, index) => first + index).filter(
    (number) => !indexed.has(number),
  );
};

/** Whether an event is about a record. */
export const isAbout = (
  { type, json }: FeedEvent,
  record: { readonly kind: Resource['kind']; readonly id: string },
): boolean =>
  recordsOf(type, JSON.parse(json)).some(({ kind, id }) => kind === record.kind && id === record.id);

interface EventLookupQuery {
  readonly organizationId: string;
  readonly kind: Resource['kind'];
  readonly id: string;
}

/**
 * The positions of all events of a record, oldest first, with strong consistency. The events of the last
 * seconds may be missing. Costs 1 read unit per 40.
 */
export const positionsOfRecord = async (
  reader: TableReader,
  { organizationId, kind, id }: EventLookupQuery,
): Promise<readonly FeedPosition[]> => {
  const partition = partitionOf(organizationId, kind, id);
  const items = await readItems(reader, { partition, consistentRead: true });
  return items.map(({ sk }) => positionOfKey(String(sk)));
};

/**
 * The positions of a record's events, newest first.
 *
 * @param before only those before this position. Default: from the newest
 */
export const latestPositionsOfRecord = async (
  reader: TableReader,
  { organizationId, kind, id }: EventLookupQuery,
  { limit, before }: { readonly limit: number; readonly before: FeedPosition | undefined },
): Promise<readonly FeedPosition[]> => {
  const partition = partitionOf(organizationId, kind, id);
  const items = await readItems(reader, {
    partition,
    descending: true,
    limit,
    ...(before !== undefined && { startAfter: { pk: partition, sk: positionKey(before) } }),
  });
  return items.map(({ sk }) => positionOfKey(String(sk)));
};
