import { forEachConcurrently } from '../runtime/concurrency.ts';
import type { Resource } from '../table/items/resource-key.ts';
import type { TableReader } from '../table/reader.ts';
import { isAbout, latestPositionsOfRecord } from './event-lookups.ts';
import { horizonOf, readFeedHead } from './feed/feed-head.ts';
import type { FeedPosition } from './feed/feed-position.ts';
import type { ReadEvent } from './feed/read-feed.ts';
import type { BackwardPage, BackwardQuery } from './feed/read-feed-backwards.ts';
import { readChunk } from './feed/stored-chunks.ts';

/** Chunks read concurrently. */
const CONCURRENCY = 8;

/** Bounds a page whose events are mostly skipped. */
const MAX_POSITIONS = 200;

interface RecordQuery extends BackwardQuery {
  readonly kind: Resource['kind'];
  readonly id: string;
}

/** The events at these positions, newest first, without erased and expired ones. */
const readEvents = async (
  reader: TableReader,
  { organizationId, kind, id, isWanted }: RecordQuery,
  positions: readonly FeedPosition[],
  horizon: string,
): Promise<readonly ReadEvent[]> => {
  const numbers = new Set(positions.map(({ chunk }) => chunk));
  const chunks = new Map<number, Awaited<ReturnType<typeof readChunk>>>();
  await forEachConcurrently([...numbers], CONCURRENCY, async (number) => {
    chunks.set(number, await readChunk(reader, organizationId, number));
  });
  return positions.flatMap((position) => {
    const chunk = chunks.get(position.chunk);
    const event = chunk?.events[position.index];
    if (chunk === undefined || event === undefined || chunk.at < horizon) return [];
    return isWanted(event) && isAbout(event, { kind, id }) ? [{ ...event, position }] : [];
  });
};

/**
 * The events about a record, newest first, without erased and expired ones. Those of the last seconds may be
 * missing. Reads a bounded number of chunks, so a page may be short, or even empty, while more follow.
 */
export const readEventsOfRecord = async (reader: TableReader, query: RecordQuery): Promise<BackwardPage> => {
  const { organizationId, before, limit, now } = query;
  const horizon = horizonOf(await readFeedHead(reader, organizationId), now);
  const events: ReadEvent[] = [];
  let next = before;
  for (let read = 0; read < MAX_POSITIONS; read += limit) {
    const positions = await latestPositionsOfRecord(reader, query, { limit, before: next });
    for (const event of await readEvents(reader, query, positions, horizon)) {
      if (events.length === limit) return { events, next: events.at(-1)?.position };
      events.push(event);
    }
    next = positions.at(-1);
    if (positions.length < limit) return { events, next: undefined };
  }
  return { events, next };
};
