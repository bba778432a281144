import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { nameText, personNameTexts } from '../../../../shared/domain/values/name-text.ts';
import type { CallListEntry } from '../../../../shared/kinds/call-list-entry.ts';
import type { Person } from '../../../../shared/kinds/person.ts';
import { entryLookup } from '../../../../shared/records/lookups/entry-lookup.ts';
import type { ResourceLookup } from '../../../../shared/records/lookups/find-resources.ts';
import { lookupOf } from '../../../../shared/records/lookups/person-lookup.ts';
import { personFromItem } from '../../../../shared/records/store/record-items.ts';
import { exercise, runs } from '../../../support/exercise.ts';
import {
  createHistory,
  type History,
  idAt,
  LISTS,
  ORGANIZATION,
  step,
} from '../../../support/records/filter-history.ts';

beforeAll(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const placeOf = ({ callListId, position, id }: CallListEntry): string => `${callListId}#${position}#${id}`;

const filtersOf = ({ table: { reader }, people, entries }: History) => {
  const ofPeople = (
    query: Readonly<Record<string, string>>,
    has: (person: Person) => boolean,
    orderOf = ({ id }: Person) => id,
  ) => ({
    query,
    lookup: lookupOf('person', personFromItem)(reader, ORGANIZATION, query),
    expected: [...people.values()]
      .filter(has)
      .toSorted((a, b) => byText(orderOf(a), orderOf(b)))
      .map(({ id }) => id),
  });
  const byName = (name: string) => {
    const start = nameText(name);
    const starts = (text: string): boolean => nameText(text).startsWith(start);
    return ofPeople(
      { name: start },
      ({ firstName, lastName }) =>
        starts(firstName ?? '') ||
        starts(lastName ?? '') ||
        starts(`${firstName ?? ''} ${lastName ?? ''}`) ||
        // As Chinese names are written.
        `${lastName}${firstName}`.startsWith(name),
      ({ firstName, lastName, id }) => {
        const texts = personNameTexts(firstName, lastName).filter((text) => text.startsWith(start));
        return `${texts.toSorted()[0]}\t${id}`;
      },
    );
  };
  const ofEntries = (
    given: { readonly personId?: string; readonly status?: string; readonly nextCallBefore?: string },
    callListId: string | undefined,
    has: (entry: CallListEntry) => boolean,
    orderOf = placeOf,
  ) => {
    const status = new Set(given.status?.split(','));
    const query = { ...given, status, callListId };
    return {
      query,
      lookup: entryLookup(reader, ORGANIZATION, query),
      expected: [...entries.values()]
        .filter((entry) => has(entry) && (callListId === undefined || entry.callListId === callListId))
        .toSorted((a, b) => byText(orderOf(a), orderOf(b)))
        .map(({ id }) => id),
    };
  };
  const calls = (time: string, callListId?: string) =>
    ofEntries(
      { nextCallBefore: time },
      callListId,
      ({ nextCallAt }) => nextCallAt !== null && nextCallAt <= time,
      (entry) => `${entry.nextCallAt}#${placeOf(entry)}`,
    );
  const [list = ''] = LISTS;
  const ofList = [...entries.values()].filter(({ callListId }) => callListId === list);
  const called = new Set(ofList.map(({ personId }) => personId).filter((id) => id !== null));
  return [
    ...['ann', 'AN', 'ann ann', 'van d', "o'n", 'neill', 'strass', '王伟'].map(byName),
    ofPeople({ ownerId: 'nora' }, ({ ownerId }) => ownerId?.toLowerCase() === 'nora'),
    ofPeople({ tag: 'Vip' }, (person) => person.tags.some((tag) => tag.toLowerCase() === 'vip')),
    ofPeople({ callListId: list }, ({ id }) => called.has(id)),
    ofEntries({ personId: idAt('a', 1) }, undefined, ({ personId }) => personId === idAt('a', 1)),
    ofEntries({ status: 'pending' }, undefined, ({ status }) => status === 'pending'),
    ofEntries({ status: 'pending,callback' }, list, ({ status }) => status !== 'completed'),
    calls('2026-03-01T08:00:00.000Z'),
    calls('2026-03-05T08:00:00.000Z'),
    calls('2026-03-05T08:00:00.000Z', list),
  ];
};

const read = async (lookup: ResourceLookup<{ readonly id: string }>, limit: number) => {
  const ids: string[] = [];
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await lookup.page({ limit, after });
    ids.push(...page.items.map(({ resource }) => resource.id));
    if (page.end !== undefined) expect(lookup.endsWith(page.end), page.end).toBe(true);
    after = page.end;
    hasMore = page.hasMore;
  }
  return ids;
};

it('shows no stale match, and finally each match once, in order, whatever the shards do', async () => {
  const count = exercise('matches', 'indexed early', 'repeated');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, limit) => {
        const history = createHistory();
        for (const each of steps) {
          if (each.kind !== 'index') await history.change(each);
          else if (await history.indexNext(each.shard, each.size, each.isRepeated)) {
            count(each.isRepeated ? 'repeated' : 'indexed early');
          }
        }
        for (const { query, lookup, expected } of filtersOf(history)) {
          const found = await read(lookup, limit);
          expect(new Set(found).size, JSON.stringify(query)).toBe(found.length);
          expect(expected, JSON.stringify(query)).toEqual(expect.arrayContaining(found));
          count('matches', found.length);
        }
        for (const shard of [0, 1, 2]) while (await history.indexNext(shard, 3, true));
        for (const { query, lookup, expected } of filtersOf(history)) {
          expect(await read(lookup, limit), JSON.stringify(query)).toEqual(expected);
          for (const isExact of [true, false])
            expect(await lookup.count(isExact), JSON.stringify(query)).toBe(expected.length);
        }
      },
    ),
    { numRuns: runs(500) },
  );
}, 120_000);
