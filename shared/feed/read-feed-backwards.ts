import { feedChunkOfKey, feedChunkRange, feedPartition } from '../table/items/feed-keys.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { chunksOfItems } from './feed-chunk.ts';
import { horizonOf, readFeedHead } from './feed-head.ts';
import type { FeedPosition } from './feed-position.ts';
import type { ReadEvent } from './read-feed.ts';

export interface BackwardPage {
  /** Newest first. */
  readonly events: readonly ReadEvent[];
  /** The next page ends before this position. `undefined` if no event is left. */
  readonly next: FeedPosition | undefined;
}

export interface BackwardQuery {
  readonly organizationId: string;
  /** Only events before this position. `undefined`: from the newest on. */
  readonly before: FeedPosition | undefined;
  /** The maximum number of events. */
  readonly limit: number;
  /** Events of other types are skipped. */
  readonly isWanted: (type: string) => boolean;
  readonly now: Date;
}

/** The first request reads this many items, and each further one four times as many. */
const FIRST_ITEMS = 4;
const GROWTH = 4;

/** Bounds a page whose events are mostly skipped. */
const MAX_ITEMS = 200;

/**
 * Splits items in order into those of complete chunks, and the parts at the start whose first one is missing.
 */
const splitAtChunk = (items: readonly Item[]): readonly [cut: readonly Item[], complete: readonly Item[]] => {
  const index = items.findIndex(
    ({ pk, sk }) => feedChunkOfKey({ pk: String(pk), sk: String(sk) })?.part === 0,
  );
  return index === -1 ? [items, []] : [items.slice(0, index), items.slice(index)];
};

/**
 * Reads events of the feed, newest first, without erased and expired ones. Reads a bounded number of chunks,
 * so a page may be short, or even empty, while more follow.
 */
export const readFeedBackwards = async (
  reader: TableReader,
  { organizationId, before, limit, isWanted, now }: BackwardQuery,
): Promise<BackwardPage> => {
  const horizon = horizonOf(await readFeedHead(reader, organizationId), now);
  const events: ReadEvent[] = [];
  let next = before;
  let cut: readonly Item[] = [];
  let startAfter: Item | undefined;
  let items = FIRST_ITEMS;
  let read = 0;
  do {
    const page = await reader.queryPage({
      partition: feedPartition(organizationId),
      ...feedChunkRange(1, before?.chunk),
      descending: true,
      limit: items,
      startAfter,
    });
    read += page.items.length;
    const [rest, complete] = splitAtChunk([...page.items.toReversed(), ...cut]);
    for (const { number: chunk, at, events: stored } of chunksOfItems(complete).chunks.toReversed()) {
      if (at < horizon) return { events, next: undefined };
      const end = chunk === before?.chunk ? Math.min(before.index, stored.length) : stored.length;
      for (let index = end - 1; index >= 0; index--) {
        const event = stored[index];
        if (event === undefined || !isWanted(event.type)) continue;
        if (events.length === limit) return { events, next };
        next = { chunk, index };
        events.push({ ...event, position: next });
      }
      // Without another read, nothing is known about older chunks.
      if (events.length < limit) next = { chunk, index: 0 };
    }
    cut = rest;
    startAfter = page.lastEvaluated;
    items = Math.min(items * GROWTH, MAX_ITEMS - read);
  } while (startAfter !== undefined && read < MAX_ITEMS);
  return { events, next: startAfter === undefined ? undefined : next };
};
