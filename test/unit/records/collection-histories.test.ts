import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TableFaults } from '../../support/engine/lagging-table/faults.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime, onClock } from '../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { createPeopleHistory, personId } from '../../support/records/people-history.ts';

type History = ReturnType<typeof createPeopleHistory>;

beforeAll(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

const RUNS = runs(40);

const faults = fc.record({
  latency: fc.integer({ min: 1, max: 50 }),
  writeDelay: fc.constantFrom(0, 7_000),
  indexLag: fc.constantFrom(0, 200, 10_000),
  splitsIndexMoves: fc.boolean(),
  readLag: fc.constantFrom(0, 1_000),
  pageItems: fc.constantFrom(3, Number.POSITIVE_INFINITY),
});

const histories = fc.record({
  seed: fc.integer(),
  faults,
  people: fc.integer({ min: 1, max: 60 }),
  /** The milliseconds by which the clock of each writer is ahead, and between its writes. */
  writers: fc.array(
    fc.record({ clock: fc.integer({ min: -500, max: 500 }), pause: fc.integer({ min: 500, max: 3_000 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  scan: fc.record({
    limit: fc.integer({ min: 10, max: 20 }),
    sort: fc.constantFrom('changedAt' as const, '-changedAt' as const),
  }),
  /** Milliseconds between two pages. Fewer people change in this time than fit on a page. */
  pause: fc.constantFrom(0, 300, 1_000),
});

type HistoryCase = typeof histories extends fc.Arbitrary<infer C> ? C : never;

/** Longer than a change can take to be in the index. */
const SETTLED_MILLISECONDS = 20_000;

interface Run {
  readonly table: ReturnType<typeof createLaggingTable>;
  readonly history: History;
  /** Ends all writes, and waits until the index shows them. */
  settle(): Promise<void>;
}

/** Runs readers while writers create, change and delete people, and their events are published. */
const whileWriting = <T>(
  {
    seed,
    faults: some,
    people,
    writers,
  }: Pick<HistoryCase, 'seed' | 'people' | 'writers'> & {
    readonly faults: Partial<TableFaults>;
  },
  read: (run: Run) => Promise<T>,
): Promise<T> =>
  inVirtualTime(
    async () => {
      const table = createLaggingTable({ seed, faults: some });
      const history = createPeopleHistory(table);
      const publishing = history.runPublisher(500);
      await Promise.all(
        Array.from({ length: people }, async (_, number) => {
          await setTimeout(Math.random() * 20_000);
          await history.store(number, 'first');
        }),
      );
      let isWriting = true;
      // Two writers that store the same text at the same moment would make a change without an event.
      let changes = 0;
      const write = async ({ pause }: HistoryCase['writers'][number]) => {
        while (isWriting) {
          const number = Math.floor(Math.random() * people * 1.2);
          changes += 1;
          if (Math.random() < 0.2) await history.remove(number);
          else await history.store(number, `change ${changes}`);
          await setTimeout(pause);
        }
      };
      const writing = Promise.all(writers.map((writer) => onClock(writer.clock, () => write(writer))));
      const result = await read({
        table,
        history,
        async settle() {
          isWriting = false;
          await writing;
          await setTimeout(SETTLED_MILLISECONDS);
          await history.stopPublisher();
          await publishing;
        },
      });
      return result;
    },
    { seed },
  );

const readAll = async (history: History, query: Parameters<History['scan']>[0], pause: number) => {
  const copy = new Map<string, unknown>();
  let pages = 0;
  let end: { readonly eventCursor?: string | undefined; readonly nextChangedSince?: string | undefined } = {};
  for await (const page of history.scan(query)) {
    for (const person of page.items) copy.set(person.id, person);
    pages += 1;
    if (pages > 500) throw new Error('The scan does not end.');
    end = page;
    await setTimeout(pause);
  }
  const { eventCursor = '', nextChangedSince = '' } = end;
  return { copy, pages, eventCursor, nextChangedSince };
};

describe('a scan of a collection while it changes', () => {
  it('yields a complete copy with the events after the scan, in both orders', async () => {
    const count = exercise('changes after the scan', 'removals');
    await fc.assert(
      fc.asyncProperty(histories, async ({ scan, pause, ...history }) => {
        await whileWriting(history, async (run) => {
          const { copy, eventCursor } = await readAll(run.history, scan, pause);
          await run.settle();
          const scanned = new Map(copy);
          await run.history.follow(copy, eventCursor);
          if (!isDeepStrictEqual(copy, scanned)) count('changes after the scan');
          count('removals', run.history.removed.size);
          expect(copy).toEqual(await run.history.people());
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('yields the state of each person with later scans by `nextChangedSince`, in both orders', async () => {
    const count = exercise('people of later scans', 'removals');
    await fc.assert(
      fc.asyncProperty(histories, async ({ scan, pause, ...history }) => {
        await whileWriting(history, async (run) => {
          const { copy, nextChangedSince } = await readAll(run.history, scan, pause);
          const second = await readAll(run.history, { ...scan, changedSince: nextChangedSince }, pause);
          await run.settle();
          const since = { ...scan, changedSince: second.nextChangedSince };
          const third = await readAll(run.history, since, pause);
          const all = new Map([...copy, ...second.copy, ...third.copy]);
          count('people of later scans', second.copy.size + third.copy.size);
          count('removals', run.history.removed.size);
          const people = await run.history.people();
          // Deletions are in the feed only.
          for (const id of all.keys()) if (!people.has(id)) all.delete(id);
          expect(all).toEqual(people);
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('returns every person that existed at its start, unless deleted, in ascending order', async () => {
    const count = exercise('compared people', 'removals');
    await fc.assert(
      fc.asyncProperty(histories, async ({ scan, pause, ...history }) => {
        const whole = { ...history, faults: { ...history.faults, splitsIndexMoves: false } };
        await whileWriting(whole, async (run) => {
          const before = await run.history.people();
          await setTimeout(SETTLED_MILLISECONDS);
          const { copy } = await readAll(run.history, { ...scan, sort: 'changedAt' }, pause);
          const missed = [...before.keys()].filter((id) => !copy.has(id) && !run.history.removed.has(id));
          count('compared people', before.size);
          count('removals', run.history.removed.size);
          expect(missed).toEqual([]);
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('returns people whose clock was a minute ahead, and misses no other because of them', async () => {
    const count = exercise('changes after the scan', 'removals');
    await fc.assert(
      fc.asyncProperty(histories, async ({ scan, pause, ...history }) => {
        const writers = history.writers.map((writer, index) =>
          index === 0 ? { ...writer, clock: 60_000 } : writer,
        );
        await whileWriting({ ...history, writers }, async (run) => {
          const { copy, eventCursor } = await readAll(run.history, scan, pause);
          await run.settle();
          const scanned = new Map(copy);
          await run.history.follow(copy, eventCursor);
          if (!isDeepStrictEqual(copy, scanned)) count('changes after the scan');
          count('removals', run.history.removed.size);
          expect(copy).toEqual(await run.history.people());
        });
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a scan of a collection', () => {
  it('reads each person once right after an import', async () => {
    await inVirtualTime(async () => {
      const history = createPeopleHistory(createLaggingTable());
      const numbers = Array.from({ length: 230 }, (_, number) => number);
      await Promise.all(numbers.map((number) => history.store(number, 'first')));
      const ids: string[] = [];
      for await (const { items } of history.scan({ limit: 50, sort: 'changedAt' })) {
        ids.push(...items.map(({ id }) => id));
      }
      expect(ids.toSorted()).toEqual(numbers.map(personId).toSorted());
    });
  });

  it('shows what the index lists, although an eventually consistent read does not know it yet', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ faults: { readLag: 5_000 } });
      const history = createPeopleHistory(table);
      for (let number = 0; number < 20; number++) {
        await history.store(number, 'first');
        await history.store(number, 'second');
      }
      const titles: unknown[] = [];
      for await (const { items } of history.scan({ limit: 50, sort: 'changedAt' })) {
        titles.push(...items.map(({ title }) => title));
      }
      expect(titles).toEqual(Array.from({ length: 20 }, () => 'second'));
    });
  });

  it('shows a person that changed meanwhile in its current state, and ends', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable();
      const history = createPeopleHistory(table);
      for (let number = 0; number < 10; number++) await history.store(number, 'first');
      await setTimeout(60_000);
      table.faults = { ...table.faults, indexLag: 3_600_000 };
      await history.store(3, 'second');
      for (const sort of ['changedAt', '-changedAt'] as const) {
        const pages: { readonly items: readonly { readonly id: string; readonly title: unknown }[] }[] = [];
        for await (const page of history.scan({ limit: 20, sort })) pages.push(page);
        expect(pages).toHaveLength(1);
        expect(pages[0]?.items).toHaveLength(10);
        expect(pages[0]?.items.find(({ id }) => id === personId(3))?.title).toBe('second');
      }
    });
  });

  it('keeps the count of its first page with `changedSince`', async () => {
    await inVirtualTime(async () => {
      const history = createPeopleHistory(createLaggingTable());
      for (let number = 0; number < 5; number++) await history.store(number, 'first');
      const changedSince = new Date(Date.now() - 60_000).toISOString();
      const counts: (number | null)[] = [];
      for await (const { totalCount } of history.scan({ limit: 3, sort: 'changedAt', changedSince })) {
        counts.push(totalCount);
        if (counts.length === 1) await history.store(5, 'first');
      }
      expect(counts).toEqual([5, 5]);
    });
  });

  it('distinguishes two changes in one millisecond', async () => {
    await inVirtualTime(async () => {
      const history = createPeopleHistory(createLaggingTable());
      const times: unknown[] = [];
      for (const title of ['first', 'second', 'third']) {
        await history.store(0, title);
        times.push((await history.people()).get(personId(0))?.changedAt);
      }
      const start = Date.now();
      expect(times).toEqual([0, 1, 2].map((later) => new Date(start + later).toISOString()));
    });
  });

  it('starts the handover a minute before its first page', async () => {
    await inVirtualTime(
      async () => {
        const history = createPeopleHistory(createLaggingTable());
        for (let number = 0; number < 3; number++) await history.store(number, 'first');
        await setTimeout(120_000);
        const pages: { readonly nextChangedSince?: unknown; readonly eventCursor?: unknown }[] = [];
        for await (const page of history.scan({ limit: 2, sort: 'changedAt' })) {
          pages.push(page);
          await setTimeout(30_000);
        }
        expect(pages.map(({ nextChangedSince }) => nextChangedSince)).toEqual([
          undefined,
          '2026-01-01T00:01:00.000Z',
        ]);
        expect(pages.map(({ eventCursor }) => typeof eventCursor)).toEqual(['undefined', 'string']);
      },
      { start: Date.UTC(2026, 0, 1) },
    );
  });

  it('ends during an import that does not', async () => {
    const history = {
      seed: 1,
      people: 100,
      faults: { indexLag: 200, latency: 10 },
      writers: [1, 2, 3].map((clock) => ({ clock, pause: 0 })),
    };
    await whileWriting(history, async (run) => {
      const { pages, copy } = await readAll(run.history, { limit: 10, sort: 'changedAt' }, 0);
      expect(copy.size).toBeGreaterThanOrEqual(90);
      expect(pages).toBeLessThan(60);
    });
  });
});
