import type { components, operations } from './schema.ts';
import { DAY_SECONDS, waitFor } from './wait.ts';

/** An event of the feed, discriminated by `type`. */
export type FeedEvent = components['schemas']['Event'];

type EventQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/**
 * Where to start, exactly one of: a stored cursor, the oldest event that is kept or after the newest one, or
 * the first event since an RFC 3339 date-time.
 */
export type FeedStart =
  | { readonly cursor: string; readonly from?: never; readonly since?: never }
  | { readonly from: 'earliest' | 'latest'; readonly cursor?: never; readonly since?: never }
  | { readonly since: string; readonly cursor?: never; readonly from?: never };

export interface FollowOptions {
  /** Whether to wait for new events at the end of the feed, or to stop there. @default true */
  readonly follow?: boolean;
  /**
   * Seconds between requests at the end of the feed, from 0.1 to 86,400. Waits are up to 10% longer. @default
   * 5
   */
  readonly pollSeconds?: number;
  /** Stops the loop once it is aborted, also during a wait. */
  readonly signal?: AbortSignal;
}

export type ChangesOptions = FeedStart &
  FollowOptions & {
    /**
     * Only events of these types, such as `call_list.locked` or `person.*`. @default all that the key may
     * read
     */
    readonly types?: NonNullable<EventQuery['types']>;
    /** The maximum number of events per page. @default 1000 */
    readonly limit?: number;
  };

/** Some events in the order of the feed. */
export interface ChangesPage {
  /** Empty if all events since the last page are of other types. */
  readonly events: readonly FeedEvent[];
  /** Continues after these events. Store it together with what you make of them. */
  readonly cursor: string;
}

/** Reads one page of the feed. */
export type ReadEvents = (
  query: EventQuery,
  options: { readonly signal?: AbortSignal },
) => Promise<components['schemas']['EventPage']>;

/** Yields the pages of the feed. See `SalesDataClient.changes`. */
export async function* readChanges(
  read: ReadEvents,
  { follow = true, pollSeconds = 5, signal, limit = 1_000, types, ...start }: ChangesOptions,
): AsyncGenerator<ChangesPage, void, undefined> {
  // Timers treat longer waits, and NaN, as none.
  if (!(pollSeconds >= 0.1 && pollSeconds <= DAY_SECONDS)) {
    throw new RangeError(`\`pollSeconds\` must be from 0.1 to ${DAY_SECONDS}, not ${pollSeconds}.`);
  }
  const filters = { limit, ...(types === undefined ? {} : { types: [...types] }) };
  let position: EventQuery = start;
  try {
    for (;;) {
      const query = { ...position, ...filters };
      const { items, nextCursor, hasMore } = await read(query, signal === undefined ? {} : { signal });
      if (items.length > 0 || nextCursor !== position.cursor) yield { events: items, cursor: nextCursor };
      position = { cursor: nextCursor };
      if (hasMore) continue;
      if (!follow) return;
      await waitFor(pollSeconds, signal);
    }
  } catch (error) {
    if (signal?.aborted) return;
    throw error;
  }
}
