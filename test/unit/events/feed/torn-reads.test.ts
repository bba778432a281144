import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../shared/contract/events/event-types.ts';
import { timestampOf } from '../../../../shared/domain/timestamp.ts';
import { appendToFeed } from '../../../../shared/events/feed/append-to-feed.ts';
import { eraseFromFeed } from '../../../../shared/events/feed/erase-from-feed.ts';
import { type FeedPosition, FIRST_POSITION } from '../../../../shared/events/feed/feed-position.ts';
import { findPosition } from '../../../../shared/events/feed/find-position.ts';
import { type ReadEvent, readFeed } from '../../../../shared/events/feed/read-feed.ts';
import { readFeedBackwards } from '../../../../shared/events/feed/read-feed-backwards.ts';
import { readChunk } from '../../../../shared/events/feed/stored-chunks.ts';
import { TableUnavailableError } from '../../../../shared/table/reader.ts';
import {
  createLaggingTable,
  type LaggingTable,
} from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../../support/exercise.ts';

const RETENTION_DAYS = 30;
const APPENDS = 18;
const FAULTS = {
  latency: 20,
  readLag: 500,
  transactionTime: 300,
  splitsTransactions: true,
  throttled: 0.02,
  lostAnswers: 0.1,
};

/** Cannot be compressed, so that a chunk with it has several parts. */
const NOISE = randomBytes(200_000).toString('base64');

/** Repeats what the service may answer with a 503, as clients do. */
const eventually = async <T>(call: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof TableUnavailableError)) throw error;
      await setTimeout(50);
    }
  }
};

const numbersOf = (events: readonly ReadEvent[]): readonly number[] =>
  events.map(({ json }) => JSON.parse(json).sequence);

/**
 * A feed of chunks with two events each. The first one of every sixth chunk is large, and about a person who
 * is erased.
 */
const createFeed = (table: LaggingTable) => {
  const organizationId = randomUUID();
  const erasedId = randomUUID();
  const isKept = (number: number): boolean => number % 12 !== 0;
  const isOfCompany = (number: number): boolean => Math.floor(number / 2) % 5 === 2 && isKept(number);
  const all = { organizationId, types: new Set(EVENT_TYPES), isWanted: () => true };
  let isAppending = true;
  /** How many appends had begun by these times. */
  const begun: { readonly at: string; readonly appends: number }[] = [];

  const eventOf = (number: number, noise: string) => {
    const data = { id: isKept(number) ? randomUUID() : erasedId };
    const type = isOfCompany(number) ? 'company.updated' : 'person.updated';
    const event = { id: randomUUID(), type, sequence: number, data, previous: {}, noise };
    return { type: event.type, json: JSON.stringify(event) };
  };

  const append = async (): Promise<void> => {
    for (let appends = 0; appends < APPENDS; appends++) {
      begun.push({ at: timestampOf(new Date(Date.now() + 1)), appends: appends + 1 });
      const noise = appends % 6 === 0 ? NOISE : '';
      const events = [eventOf(2 * appends, noise), eventOf(2 * appends + 1, noise)];
      const second = new Date().toISOString().slice(0, 19);
      const record = { organizationId, id: [String(appends)], second, events };
      const positions = await eventually(() => appendToFeed(table, [record], RETENTION_DAYS));
      const { chunk = 0, index = 0 } = positions.get(record) ?? {};
      const stored = await eventually(() => readChunk(table.reader, organizationId, chunk));
      expect(stored?.events[index + 1]).toEqual(events[1]);
      await setTimeout(100);
    }
    isAppending = false;
  };

  const erase = async (): Promise<void> => {
    while (isAppending) {
      await setTimeout(700);
      await eventually(() => eraseFromFeed(table, organizationId, erasedId, async () => undefined));
    }
    await eventually(() => eraseFromFeed(table, organizationId, erasedId, async () => undefined));
  };

  /** Reads on from a position, until a page is the last. */
  const read = async (from: FeedPosition, types: ReadonlySet<string> = all.types) => {
    const numbers: number[] = [];
    let start = from;
    for (;;) {
      const query = { ...all, types, start, limit: 9, now: new Date() };
      const page = await eventually(() => readFeed(table.reader, query));
      if (page === undefined) throw new Error(`The cursor ${JSON.stringify(start)} expired.`);
      numbers.push(...numbersOf(page.events));
      start = page.next;
      if (!page.hasMore) return { numbers, next: start };
    }
  };

  /** Follows the feed from its start. */
  const follow = async (): Promise<readonly number[]> => {
    const shown: number[] = [];
    for (let start = FIRST_POSITION; start.chunk <= APPENDS; ) {
      const { numbers, next } = await read(start);
      shown.push(...numbers);
      start = next;
      await setTimeout(30);
    }
    return shown;
  };

  const find = async (start: Parameters<typeof findPosition>[2]): Promise<FeedPosition> => {
    const position = await eventually(() => findPosition(table.reader, organizationId, start, new Date()));
    if (position === undefined) throw new Error('The start expired.');
    return position;
  };

  /** The events from the newest to the first. */
  const readBack = async (): Promise<readonly number[]> => {
    const numbers: number[] = [];
    let before: FeedPosition | undefined;
    do {
      const page = await eventually(() =>
        readFeedBackwards(table.reader, { ...all, before, limit: 9, now: new Date() }),
      );
      numbers.push(...numbersOf(page.events));
      before = page.next;
    } while (before !== undefined);
    return numbers;
  };

  return {
    append,
    erase,
    read,
    follow,
    find,
    readBack,
    isKept,
    isOfCompany,
    begun,
    get isAppending() {
      return isAppending;
    },
  };
};

/** All numbers up to the last one, in order. */
const upTo = (last: number): readonly number[] => Array.from({ length: last + 1 }, (_, number) => number);

describe('a feed whose reads see parts of transactions', () => {
  // Six runs of some 15 seconds on a busy machine.
  it('shows no reader a gap while events are appended and erased', { timeout: 300_000 }, async () => {
    const count = exercise('reads meanwhile', 'erased events', 'throttled', 'lost answers');
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(1, 3, Number.POSITIVE_INFINITY), (seed, pageItems) =>
        inVirtualTime(
          async () => {
            const table = createLaggingTable({ seed, faults: { ...FAULTS, pageItems } });
            const feed = createFeed(table);
            const kept = upTo(2 * APPENDS - 1).filter(feed.isKept);

            const followToEnd = async () => {
              expect((await feed.follow()).filter(feed.isKept)).toEqual(kept);
            };
            /** Readers of what is there meanwhile, in both directions. */
            const readMeanwhile = async () => {
              while (feed.isAppending) {
                const forward = (await feed.read(await feed.find('earliest'))).numbers.filter(feed.isKept);
                expect(forward).toEqual(upTo(forward.at(-1) ?? -1).filter(feed.isKept));
                count('reads meanwhile');
                const { numbers, next } = await feed.read(FIRST_POSITION, new Set(['company.updated']));
                expect(numbers).toEqual(upTo(2 * next.chunk - 3).filter(feed.isOfCompany));
                const backward = (await feed.readBack()).filter(feed.isKept);
                expect(backward.toReversed()).toEqual(upTo(backward[0] ?? -1).filter(feed.isKept));
                await setTimeout(50);
              }
            };
            const findMeanwhile = async () => {
              while (feed.isAppending) {
                const { at = '', appends = 0 } = feed.begun.at(-2) ?? {};
                // Each append is one chunk.
                expect((await feed.find({ since: at })).chunk).toBeLessThanOrEqual(appends + 1);
                expect(await feed.find('earliest')).toEqual({ ...FIRST_POSITION, epoch: 0 });
                await setTimeout(50);
              }
            };
            await Promise.all([feed.append(), feed.erase(), followToEnd(), readMeanwhile(), findMeanwhile()]);
            expect((await feed.read(FIRST_POSITION)).numbers).toEqual(kept);
            count('erased events', 2 * APPENDS - kept.length);
            count('throttled', table.faultCounts.throttled);
            count('lost answers', table.faultCounts.lostAnswers);
            expect(await feed.readBack()).toEqual(kept.toReversed());
            expect(await feed.find('latest')).toEqual({ chunk: APPENDS + 1, index: 0, epoch: 0 });
          },
          { seed },
        ),
      ),
      { numRuns: runs(6) },
    );
  });
});
