import { EVENT_TYPES } from '../../contract/events/event-types.ts';
import type { TableReader } from '../../table/reader.ts';
import { BLOCK_CHUNKS, blockOf, runsWith } from './chunk-types.ts';
import type { FeedEvent } from './feed-chunk.ts';
import { horizonOf, readFeedHead } from './feed-head.ts';
import type { EpochPosition, FeedPosition } from './feed-position.ts';
import { contiguousChunks, GROWTH, MAX_ITEMS } from './stored-chunks.ts';

/** An event with its place. */
export interface ReadEvent extends FeedEvent {
  readonly position: FeedPosition;
}

export interface FeedPage {
  readonly events: readonly ReadEvent[];
  /** The position after the last event that was read, wanted or not. */
  readonly next: FeedPosition;
  /** That of all positions. */
  readonly epoch: number;
  /** Whether more events follow. */
  readonly hasMore: boolean;
  /** Changes if an event of the page is erased. */
  readonly revisions: readonly number[];
}

export interface FeedQuery {
  readonly organizationId: string;
  /** `epoch` is by default the current one. */
  readonly start: FeedPosition & Partial<EpochPosition>;
  /** The maximum number of events. */
  readonly limit: number;
  /** Events of other types are skipped, mostly without a read. */
  readonly types: ReadonlySet<string>;
  /** Events of these types that do not satisfy this are skipped, too. Default: none. */
  readonly isWanted?: (event: FeedEvent) => boolean;
  readonly now: Date;
}

/** The first request reads one chunk for so many events. */
const EVENTS_PER_CHUNK = 50;

/** Bounds of a page that skips most events. */
const MAX_CHUNKS = 1_000;
const MAX_RUNS = 100;
const MAX_BLOCKS = 1_000;
export const MAX_SKIPPED_CHARACTERS = 3_000_000;

/** No response of Lambda holds more than 6 MB. */
const MAX_PAGE_CHARACTERS = 6_000_000;

/**
 * Reads a page of the feed, in order and without gaps. At the end of the feed, it costs one read of the head.
 * A page that skips many events ends early, and more may follow.
 *
 * @returns `undefined` if the event at `start` has expired, or is of another epoch or beyond the end of the
 * feed: its table was restored to an earlier moment
 */
export const readFeed = async (
  reader: TableReader,
  { organizationId, start, limit, types, isWanted = () => true, now }: FeedQuery,
): Promise<FeedPage | undefined> => {
  let head = await readFeedHead(reader, organizationId);
  const isBeyond = (): boolean =>
    start.chunk > head.chunk + 1 || (start.epoch !== undefined && start.epoch !== head.epoch);
  if (isBeyond()) {
    // The read may lag behind the one that issued the cursor.
    head = await readFeedHead(reader, organizationId, { consistentRead: true });
    if (isBeyond()) return undefined;
  }
  const { epoch } = head;
  if (start.chunk === head.chunk + 1) {
    return { events: [], next: start, epoch, hasMore: false, revisions: [] };
  }

  const events: ReadEvent[] = [];
  const revisions: number[] = [];
  let next: FeedPosition = start;
  let skipped = 0;
  let pageCharacters = 0;
  const isFull = (): boolean => events.length === limit || pageCharacters > MAX_PAGE_CHARACTERS;
  const isDone = (): boolean =>
    isFull() || revisions.length === MAX_CHUNKS || skipped > MAX_SKIPPED_CHARACTERS;
  const page = (): FeedPage => ({ events, next, epoch, hasMore: next.chunk <= head.chunk, revisions });

  const isSelective = EVENT_TYPES.some((type) => !types.has(type));
  const last = isSelective
    ? Math.min(head.chunk, (blockOf(start.chunk) + MAX_BLOCKS) * BLOCK_CHUNKS - 1)
    : head.chunk;
  const range = { first: start.chunk, last };
  let items = Math.ceil(limit / EVENTS_PER_CHUNK);
  let runs = 0;
  for await (const run of isSelective ? runsWith(reader, organizationId, head, range, types) : [range]) {
    for await (const chunk of contiguousChunks(reader, organizationId, run, items)) {
      if (revisions.length === 0 && chunk.at < horizonOf(head, now)) return undefined;
      if (next.chunk < chunk.number) next = { chunk: chunk.number, index: 0 };
      while (next.index < chunk.events.length && !isFull()) {
        const event = chunk.events[next.index];
        if (event !== undefined && types.has(event.type) && isWanted(event)) {
          events.push({ ...event, position: next });
          pageCharacters += event.json.length;
        } else skipped += event?.json.length ?? 0;
        next = { ...next, index: next.index + 1 };
      }
      if (next.index >= chunk.events.length) next = { chunk: chunk.number + 1, index: 0 };
      revisions.push(chunk.revision);
      if (isDone()) return page();
    }
    if (revisions.length === 0) return undefined;
    // Not all of its chunks are visible yet.
    if (next.chunk <= run.last || ++runs === MAX_RUNS) return page();
    items = Math.min(MAX_ITEMS, items * GROWTH);
  }
  next = { chunk: last + 1, index: 0 };
  return page();
};
