import { setTimeout } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  countedKey,
  countOfItem,
  filterCounter,
  readCounterItem,
} from '../../../../shared/records/lookups/counters.ts';
import { entryLookup } from '../../../../shared/records/lookups/entry-lookup.ts';
import { lookupPartitions } from '../../../../shared/records/lookups/lookup-keys.ts';
import { lookupOf } from '../../../../shared/records/lookups/person-lookup.ts';
import { recountLookups } from '../../../../shared/records/lookups/recount.ts';
import { personFromItem, personToItem } from '../../../../shared/records/store/record-items.ts';
import { existing } from '../../../../shared/table/items/versions.ts';
import { countMerged } from '../../../../shared/table/paging/merged-partitions.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../../support/exercise.ts';
import {
  createHistory,
  type History,
  idAt,
  LISTS,
  ORGANIZATION,
  step,
} from '../../../support/records/filter-history.ts';
import { sampleData } from '../../../support/records/sample-data.ts';

beforeAll(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const [list = ''] = LISTS;
const PERSON = idAt('a', 0);

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
    const counter = filterCounter(ORGANIZATION, filter, fields, values);
    const item = await readCounterItem(reader, counter, { consistentRead });
    const partitions = lookupPartitions(ORGANIZATION, filter, values.at(-1) ?? '');
    const range = values.length === 1 ? {} : { from: `${values[0]}#`, to: `${values[0]}$` };
    const lookups = await countMerged(reader, { partitions, consistentRead, ...range }, true);
    return { of: values.join(), counted: countOfItem(item), lookups };
  });
  return Promise.all(counts);
};

const isCounter = ({ pk }: Item): boolean => String(pk).includes('_COUNT#');

/** Indexes the next records of a shard, by halves while calls fail, as Lambda does. */
const indexNext = async (
  history: History,
  shard: number,
  size: number,
  isRepeated: boolean,
): Promise<boolean> => {
  let isAny = false;
  let left = size;
  for (let next = size; left > 0; ) {
    try {
      if (!(await history.indexNext(shard, next, isRepeated))) break;
      isAny = true;
      left -= next;
      next = left;
    } catch {
      next = Math.ceil(next / 2);
    }
  }
  return isAny;
};

it('counts exactly the lookups there are, whatever is repeated, moved, deleted, erased, undone or lost', async () => {
  const count = exercise(
    'lookups',
    'repeated',
    'throttled',
    'lost answers',
    'moved in parallel',
    'erased',
    'undone',
    'people of lists',
    'several entries',
    'missing',
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
          for (const { of, counted, lookups } of await countsOf(history)) {
            expect(counted, of).toBe(lookups);
            count('lookups', counted);
          }
          // One of a value that no record has expires.
          const kept = counters.filter(({ ttl }) => ttl === undefined);
          expect(kept.filter((counter) => Number(counter['count']) <= 0)).toEqual([]);

          for (const filter of ['PERSON_TAG', 'ENTRY_STATUS', 'PERSON_CALL_LIST'] as const) {
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
          for (const callListId of LISTS) {
            const called = [...history.entries.values()].filter((entry) => entry.callListId === callListId);
            const named = called.flatMap(({ personId }) => personId ?? []);
            const people = new Set(named);
            const stored = [...people].filter((id) => history.people.has(id));
            const byList = lookupOf('person', personFromItem)(table.reader, ORGANIZATION, { callListId });
            expect(await byList.count(false)).toBe(stored.length);
            count('people of lists', stored.length);
            count('several entries', named.length - people.size);
            count('missing', people.size - stored.length);
          }
        },
        { seed },
      );
    }),
    { numRuns: runs(200) },
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
          const [[first]] = await Promise.all([recountLookups(table, [ORGANIZATION], at), rest()]);
          count('corrected', first?.corrected);
          // The last lookup with a value may have been removed meanwhile, without ever being counted.
          await recountLookups(table, [ORGANIZATION], at);
          for (const { of, counted, lookups } of await countsOf(history)) {
            expect(counted, of).toBe(lookups);
            count('lookups', counted);
          }
          expect(await recountLookups(table, [ORGANIZATION], at)).toMatchObject([{ corrected: 0 }]);
        },
        { seed },
      );
    }),
    { numRuns: runs(100) },
  );
}, 120_000);

it('waits once for the wrong counts of all organizations', async () => {
  await inVirtualTime(async () => {
    const table = createLaggingTable({ seed: 1 });
    const organizationIds = [0, 1, 2].map((number) => idAt('e', number));
    const { people } = sampleData('Recounts');
    for (const organizationId of organizationIds) {
      for (const person of people) await table.writer.put(personToItem(organizationId, person), undefined);
    }
    const start = Date.now();
    const recounts = await recountLookups(table, organizationIds, '2026-03-01T08:00:00.000Z');
    expect(recounts).toEqual(
      organizationIds.map((organizationId) => expect.objectContaining({ organizationId, corrected: 1 })),
    );
    expect(Date.now() - start).toBeLessThan(70_000);
  });
});

it('counts no person of a call list who was deleted, whichever shard is faster', async () => {
  const count = exercise('missing', 'stored', 'nobody');
  const personState = { firstName: 'Ann', lastName: null, ownerId: null, tags: [] };
  const entryState = { callListId: list, position: 0, personId: PERSON, nextCallAt: null };
  const change = fc.constantFrom(
    { kind: 'person', number: 0, state: null } as const,
    { kind: 'person', number: 0, state: personState } as const,
    { kind: 'entry', number: 0, state: null } as const,
    { kind: 'entry', number: 0, state: { ...entryState, status: 'pending' as const } } as const,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.array(change, { minLength: 2, maxLength: 8 }),
      async (seed, changes) => {
        await inVirtualTime(
          async () => {
            const table = createLaggingTable({ seed });
            const history = createHistory(table);
            await history.change({ kind: 'person', number: 0, state: personState });
            table.faults = { ...table.faults, latency: 200, throttled: 0.02, lostAnswers: 0.05 };
            let isChanging = true;
            const follow = async (shard: number): Promise<void> => {
              for (;;) {
                const isLast = !isChanging;
                if (!(await indexNext(history, shard, 2, false)) && isLast) return;
                await setTimeout(50);
              }
            };
            const make = async (kind: string): Promise<void> => {
              for (const each of changes.filter((change) => change.kind === kind)) {
                await history.change(each).catch(() => undefined);
              }
            };
            const makeAll = async (): Promise<void> => {
              await Promise.all(['person', 'entry'].map(make));
              isChanging = false;
            };
            await Promise.all([makeAll(), ...[0, 1, 2].map(follow)]);
            const Item = { ...countedKey(ORGANIZATION, 'PERSON_CALL_LIST'), countedAt: '' };
            table.faults = { ...table.faults, throttled: 0, lostAnswers: 0 };
            await table.writer.put(Item, undefined);
            const isCalled = (await table.itemsOf(`ORG#${ORGANIZATION}#CALL_LIST#${list}`)).length > 0;
            const [person] = await table.itemsOf(`ORG#${ORGANIZATION}#PERSON#${PERSON}`);
            const isStored = person !== undefined && existing(person) !== undefined;
            const byList = lookupOf('person', personFromItem)(table.reader, ORGANIZATION, {
              callListId: list,
            });
            expect(await byList.count(false)).toBe(Number(isCalled && isStored));
            count(isCalled ? (isStored ? 'stored' : 'missing') : 'nobody');
          },
          { seed },
        );
      },
    ),
    { numRuns: runs(300) },
  );
}, 120_000);
