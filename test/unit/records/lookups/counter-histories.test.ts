import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { countedKey, filterCounter, readParts, sumOf } from '../../../../shared/records/lookups/counters.ts';
import { entryLookup } from '../../../../shared/records/lookups/entry-lookup.ts';
import { lookupPartitions } from '../../../../shared/records/lookups/lookup-keys.ts';
import { lookupOf } from '../../../../shared/records/lookups/person-lookup.ts';
import { recountLookups } from '../../../../shared/records/lookups/recount.ts';
import { personFromItem } from '../../../../shared/records/store/record-items.ts';
import { countMerged } from '../../../../shared/table/paging/merged-partitions.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { exercise } from '../../../support/exercise.ts';
import {
  createHistory,
  type History,
  LISTS,
  ORGANIZATION,
  step,
} from '../../../support/records/filter-history.ts';

beforeAll(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const [list = ''] = LISTS;

/** Counters, and the lookups that they count. */
const COUNTED = [
  ['PERSON_OWNER', ['ownerId'], ['nora']],
  ['PERSON_OWNER', ['ownerId'], ['other']],
  ['PERSON_TAG', ['tag'], ['vip']],
  ['PERSON_TAG', ['tag'], ['north']],
  ['PERSON_COMPANY', ['companyId'], [list]],
  ['ENTRY_STATUS', ['status'], ['pending']],
  ['ENTRY_STATUS', ['status'], ['completed']],
  ['ENTRY_STATUS', ['callListId', 'status'], [list, 'pending']],
] as const;

/** What the counters count, and how many lookups there are. */
const countsOf = async ({ table: { reader } }: History) => {
  const consistentRead = true;
  const counts = COUNTED.map(async ([filter, fields, values]) => {
    const parts = await readParts(reader, filterCounter(ORGANIZATION, filter, fields, values), {
      consistentRead,
    });
    const partitions = lookupPartitions(ORGANIZATION, filter, values.at(-1) ?? '');
    const range = values.length === 1 ? {} : { from: `${values[0]}#`, to: `${values[0]}$` };
    const lookups = await countMerged(reader, { partitions, consistentRead, ...range }, true);
    return { of: values.join(), counted: sumOf(parts), lookups };
  });
  return Promise.all(counts);
};

const isCounter = ({ pk }: Item): boolean => String(pk).includes('_COUNT#');

/** Indexes the next records of a shard, again while calls fail, as Lambda does. */
const indexNext = async (history: History, ...batch: Parameters<History['indexNext']>): Promise<boolean> => {
  for (;;) {
    try {
      return await history.indexNext(...batch);
    } catch {
      // The whole batch comes again.
    }
  }
};

it('counts exactly the lookups there are, whatever is repeated, moved, deleted, erased, undone or lost', async () => {
  const count = exercise(
    'lookups',
    'conflicts',
    'repeated',
    'throttled',
    'lost answers',
    'moved in parallel',
    'erased',
    'undone',
  );
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(step, { minLength: 1, maxLength: 25 }), async (seed, steps) => {
      await inVirtualTime(
        async () => {
          const table = createLaggingTable({ seed });
          const history = createHistory(table);
          const faults = {
            throttled: 0.05,
            lostAnswers: 0.1,
            partialBatches: 0.1,
            transactionTime: 50,
            latency: 20,
          };
          for (const each of steps) {
            if (each.kind !== 'index') {
              const found = await history.change(each);
              if (found && each.kind === 'erasure') count('erased');
              if (found && each.kind === 'undo') count('undone');
            } else {
              table.faults = { ...table.faults, ...faults };
              // Lambda processes several shards at once.
              const others = [0, 1, 2].filter((shard) => shard !== each.shard);
              const found = await Promise.all([
                indexNext(history, each.shard, each.size, each.isRepeated),
                ...others.map((shard) => indexNext(history, shard, each.size, each.isRepeated)),
              ]);
              if (each.isRepeated && found.some(Boolean)) count('repeated');
              if (found.filter(Boolean).length > 1) count('moved in parallel');
              table.faults = { ...table.faults, throttled: 0, lostAnswers: 0, partialBatches: 0 };
              for (const { of, counted, lookups } of await countsOf(history))
                expect(counted, of).toBe(lookups);
            }
          }
          count('throttled', table.faultCounts.throttled);
          count('lost answers', table.faultCounts.lostAnswers);
          for (const shard of [0, 1, 2]) while (await indexNext(history, shard, 3, true));
          const counters = (await table.itemsOf('LOOKUP#')).filter(isCounter);
          count('conflicts', counters.filter(({ sk }) => !String(sk).endsWith('#0')).length);
          for (const { of, counted, lookups } of await countsOf(history)) {
            expect(counted, of).toBe(lookups);
            count('lookups', counted);
          }
          // A value that no record has is gone.
          const sums = new Map<string, number>();
          for (const { sk, count: each } of counters) {
            const start = String(sk).slice(0, -1);
            sums.set(start, (sums.get(start) ?? 0) + Number(each));
          }
          expect([...sums.values()].filter((sum) => sum <= 0)).toEqual([]);

          for (const filter of ['PERSON_TAG', 'ENTRY_STATUS'] as const) {
            const Item = { ...countedKey(ORGANIZATION, filter), countedAt: '2026-03-01T08:00:00.000Z' };
            await table.writer.put(Item, undefined);
          }
          const vips = [...history.people.values()].filter(({ tags }) =>
            tags.some((tag) => /vip/i.test(tag)),
          );
          expect(
            await lookupOf('person', personFromItem)(table.reader, ORGANIZATION, { tag: 'VIP' }).count(false),
          ).toBe(vips.length);
          const query = { status: new Set(['pending', 'callback']), callListId: list };
          const entries = [...history.entries.values()].filter(
            ({ status, callListId }) => status !== 'completed' && callListId === list,
          );
          expect(await entryLookup(table.reader, ORGANIZATION, query).count(false)).toBe(entries.length);
        },
        { seed },
      );
    }),
    { numRuns: 200 },
  );
}, 120_000);

it('recounts what was never counted, or wrongly, while the index goes on', async () => {
  const count = exercise('corrected', 'lookups', 'indexed meanwhile');
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(step, { minLength: 5, maxLength: 25 }), async (seed, steps) => {
      await inVirtualTime(
        async () => {
          const table = createLaggingTable({ seed });
          const history = createHistory(table);
          const apply = async (each: (typeof steps)[number]): Promise<void> => {
            if (each.kind !== 'index') await history.change(each);
            else await indexNext(history, each.shard, each.size, each.isRepeated);
          };
          const half = Math.ceil(steps.length / 2);
          for (const each of steps.slice(0, half)) await apply(each);
          // As a table whose lookups are older than its counters.
          for (const { pk, sk } of (await table.itemsOf('LOOKUP#')).filter(isCounter)) {
            const Key = { pk, sk };
            await table.client.send(new DeleteCommand({ TableName: table.tableName, Key }));
          }
          table.faults = { ...table.faults, latency: 20, transactionTime: 20 };
          const rest = async (): Promise<void> => {
            for (const each of steps.slice(half)) await apply(each);
            for (const shard of [0, 1, 2]) {
              while (await indexNext(history, shard, 2, false)) count('indexed meanwhile');
            }
          };
          const at = '2026-03-01T08:00:00.000Z';
          const [first] = await Promise.all([recountLookups(table, ORGANIZATION, at), rest()]);
          count('corrected', first.corrected);
          // The last lookup with a value may have been removed meanwhile, without ever being counted.
          await recountLookups(table, ORGANIZATION, at);
          for (const { of, counted, lookups } of await countsOf(history)) {
            expect(counted, of).toBe(lookups);
            count('lookups', counted);
          }
          expect((await recountLookups(table, ORGANIZATION, at)).corrected).toBe(0);
        },
        { seed },
      );
    }),
    { numRuns: 100 },
  );
}, 120_000);
