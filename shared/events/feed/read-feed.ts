import type { TableReader } from '../../table/reader.ts';
import type { FeedChunk, FeedEvent } from './feed-chunk.ts';
import { horizonOf, readFeedHead } from './feed-head.ts';
import type { FeedPosition } from './feed-position.ts';
import { contiguousChunks } from './stored-chunks.ts';

/** An event with its place. */
export interface ReadEvent extends FeedEvent {
  readonly position: FeedPosition;
}

export interface FeedPage {
  readonly events: readonly ReadEvent[];
  /** The position after the last event that was read, wanted or not. */
  readonly next: FeedPosition;
  /** Whether more events follow. */
  readonly hasMore: boolean;
  /** Changes if an event of the page is erased. */
  readonly revisions: readonly number[];
}

export interface FeedQuery {
  readonly organizationId: string;
  readonly start: FeedPosition;
  /** The maximum number of events. */
  readonly limit: number;
  /** Other events are skipped. */
  readonly isWanted: (event: FeedEvent) => boolean;
  readonly now: Date;
}

/** The first request reads one chunk for so many events. */
const EVENTS_PER_CHUNK = 50;

/** Bounds of a page whose events are mostly skipped: what the function reads in a few seconds. */
const MAX_CHUNKS = 1_000;
const MAX_CHARACTERS = 50_000_000;

/** No response of Lambda holds more than 6 MB. */
const MAX_PAGE_CHARACTERS = 6_000_000;

const charactersOf = ({ events }: FeedChunk): number =>
  events.reduce((sum, event) => sum + (event?.json.length ?? 0), 0);

/**
 * Reads a page of the feed, in order and without gaps. At the end of the feed, it costs one read of the head.
 *
 * @returns `undefined` if the event at `start` has expired, or if the feed does not reach that far: after its
 * table was restored from a backup
 */
export const readFeed = async (
  reader: TableReader,
  { organizationId, start, limit, isWanted, now }: FeedQuery,
): Promise<FeedPage | undefined> => {
  let head = await readFeedHead(reader, organizationId);
  if (start.chunk > head.chunk + 1) {
    // The read may lag behind the one that issued the cursor.
    head = await readFeedHead(reader, organizationId, { consistentRead: true });
    if (start.chunk > head.chunk + 1) return undefined;
  }
  if (start.chunk === head.chunk + 1) return { events: [], next: start, hasMore: false, revisions: [] };

  const events: ReadEvent[] = [];
  const revisions: number[] = [];
  let next = start;
  let read = 0;
  let characters = 0;
  let pageCharacters = 0;
  const isFull = (): boolean => events.length === limit || pageCharacters > MAX_PAGE_CHARACTERS;
  const firstItems = Math.min(Math.ceil(limit / EVENTS_PER_CHUNK), head.chunk - start.chunk + 1);
  for await (const chunk of contiguousChunks(reader, organizationId, start.chunk, firstItems)) {
    if (read === 0 && chunk.at < horizonOf(head, now)) return undefined;
    while (next.index < chunk.events.length && !isFull()) {
      const event = chunk.events[next.index];
      if (event !== undefined && isWanted(event)) {
        events.push({ ...event, position: next });
        pageCharacters += event.json.length;
      }
      next = { ...next, index: next.index + 1 };
    }
    if (next.index >= chunk.events.length) next = { chunk: chunk.number + 1, index: 0 };
    revisions.push(chunk.revision);
    read++;
    characters += charactersOf(chunk);
    if (isFull() || read === MAX_CHUNKS || characters > MAX_CHARACTERS) break;
  }
  if (read === 0) return undefined;
  return { events, next, hasMore: next.chunk <= head.chunk, revisions };
};
