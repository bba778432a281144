import type { TableReader } from '../../table/reader.ts';
import type { FeedEvent } from './feed-chunk.ts';
import { horizonOf, readFeedHead } from './feed-head.ts';
import type { FeedPosition } from './feed-position.ts';
import { MAX_SKIPPED_CHARACTERS, type ReadEvent } from './read-feed.ts';
import { chunksBackwards } from './stored-chunks.ts';

export interface BackwardPage {
  /** Newest first. */
  readonly events: readonly ReadEvent[];
  /** The next page ends before this position. `undefined` if no event is left. */
  readonly next: FeedPosition | undefined;
}

export interface BackwardQuery {
  readonly organizationId: string;
  /** Excludes events from this position on. `undefined` starts with the newest. */
  readonly before: FeedPosition | undefined;
  /** The maximum number of events. */
  readonly limit: number;
  /** Other events are skipped. */
  readonly isWanted: (event: FeedEvent) => boolean;
  /** Ends with what was appended at this time. Default: with the oldest event. */
  readonly after?: string | undefined;
  readonly now: Date;
}

/** The first request reads this many items. */
const FIRST_ITEMS = 4;

/** Bounds a page whose events are mostly skipped. */
const MAX_CHUNKS = 200;

/**
 * Reads events of the feed, newest first, without erased and expired ones. Reads a bounded number of chunks,
 * so a page may be short, or even empty, while more follow.
 */
export const readFeedBackwards = async (
  reader: TableReader,
  { organizationId, before, after = '', limit, isWanted, now }: BackwardQuery,
): Promise<BackwardPage> => {
  const head = await readFeedHead(reader, organizationId, { consistentRead: true });
  const horizon = horizonOf(head, now);
  const events: ReadEvent[] = [];
  let next = before;
  let read = 0;
  let skipped = 0;
  const last = Math.min(before?.chunk ?? head.chunk, head.chunk);
  for await (const { number: chunk, at, events: stored } of chunksBackwards(
    reader,
    organizationId,
    last,
    FIRST_ITEMS,
  )) {
    if (at < horizon || at < after) break;
    const end = chunk === before?.chunk ? Math.min(before.index, stored.length) : stored.length;
    for (let index = end - 1; index >= 0; index--) {
      const event = stored[index];
      if (event === undefined || !isWanted(event)) {
        skipped += event?.json.length ?? 0;
        continue;
      }
      if (events.length === limit) return { events, next };
      next = { chunk, index };
      events.push({ ...event, position: next });
    }
    // Without another read, nothing is known about older chunks.
    if (events.length < limit) next = { chunk, index: 0 };
    if (++read === MAX_CHUNKS || skipped > MAX_SKIPPED_CHARACTERS) return { events, next };
  }
  return { events, next: undefined };
};
