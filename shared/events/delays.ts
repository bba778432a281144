import { timestampOf } from '../domain/timestamp.ts';
import { SHARDED_KINDS } from '../kinds/names.ts';
import { changePartitions } from '../table/items/change-keys.ts';
import { CHANGE_INDEX } from '../table/items/schema.ts';
import type { TableReader } from '../table/reader.ts';
import { lastIndexedChunk } from './event-lookups.ts';
import type { FeedChunk } from './feed/feed-chunk.ts';
import { type FeedHead, horizonOf, readFeedHead } from './feed/feed-head.ts';
import { readChunk } from './feed/stored-chunks.ts';

/** How far what follows the table is behind it, in whole seconds. */
export interface Delays {
  /** Since the oldest change that is not in the feed; 0 if all are. */
  readonly feedSeconds: number;
  /** Since the oldest events that the index has not processed; 0 if it has all. */
  readonly lookupSeconds: number;
}

/**
 * Events have whole seconds, and the clocks of writers and the stream differ: later changes may be in the
 * feed.
 */
const TOLERANCE_MILLISECONDS = 3_000;

const secondsSince = (timestamp: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(timestamp)) / 1_000));

/** The time of the newest event. */
const newestTime = ({ at, events }: FeedChunk): string => {
  const times = events.flatMap((event) =>
    event === undefined ? [] : String(JSON.parse(event.json).timestamp),
  );
  return times.toSorted().at(-1) ?? at;
};

/**
 * When the oldest change was stored. Reads one item of each partition.
 *
 * @param since the first time that counts. @default any
 */
const oldestChange = async (
  reader: TableReader,
  organizationId: string,
  since: string | undefined,
): Promise<string | undefined> => {
  const partitions = SHARDED_KINDS.flatMap((name) => changePartitions(organizationId, name));
  const pages = await Promise.all(
    partitions.map((partition) =>
      reader.queryPage({ index: CHANGE_INDEX, partition, from: since, limit: 1 }),
    ),
  );
  const positions = pages.flatMap(({ items }) => items.map((item) => String(item[CHANGE_INDEX.sortKey])));
  return positions.toSorted()[0]?.split('#')[0];
};

/** The time of the last event; `undefined` if there never was one. */
const publishedUntil = async (
  reader: TableReader,
  organizationId: string,
  head: FeedHead,
  now: Date,
): Promise<string | undefined> => {
  if (head.chunk === 0) return undefined;
  // The head has a time also when the last events have expired.
  const chunk =
    head.at < horizonOf(head, now) ? undefined : await readChunk(reader, organizationId, head.chunk);
  return chunk === undefined ? head.at : newestTime(chunk);
};

const feedDelay = async (
  reader: TableReader,
  organizationId: string,
  head: FeedHead,
  now: Date,
): Promise<number> => {
  const published = await publishedUntil(reader, organizationId, head, now);
  const since = published && timestampOf(new Date(Date.parse(published) + TOLERANCE_MILLISECONDS));
  const oldest = await oldestChange(reader, organizationId, since);
  return oldest === undefined ? 0 : secondsSince(oldest, now);
};

const lookupDelay = async (
  reader: TableReader,
  organizationId: string,
  head: FeedHead,
  now: Date,
): Promise<number> => {
  if (head.chunk === 0) return 0;
  const indexed = await lastIndexedChunk(reader, organizationId);
  // The marks expire with their chunks.
  if (indexed === undefined ? head.at < horizonOf(head, now) : indexed >= head.chunk) return 0;
  const next = await readChunk(reader, organizationId, indexed === undefined ? head.chunk : indexed + 1);
  return next === undefined ? 0 : secondsSince(next.at, now);
};

/** Reads how far feed and lookups are behind. Its cost does not depend on how much is stored. */
export const readDelays = async (reader: TableReader, organizationId: string, now: Date): Promise<Delays> => {
  const head = await readFeedHead(reader, organizationId, { consistentRead: true });
  const [feedSeconds, lookupSeconds] = await Promise.all([
    feedDelay(reader, organizationId, head, now),
    lookupDelay(reader, organizationId, head, now),
  ]);
  return { feedSeconds, lookupSeconds };
};
