import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../../shared/kinds/person.ts';
import { lastChanges, lookupChanges, lookupsOf } from '../../../../shared/records/lookups/lookup-changes.ts';
import { lookupKey } from '../../../../shared/records/lookups/lookup-keys.ts';
import { createLookupStore, type LookupStore } from '../../../../shared/records/lookups/lookup-store.ts';
import { callListEntryToItem } from '../../../../shared/records/store/call-list-entry-items.ts';
import { companyToItem, personToItem } from '../../../../shared/records/store/record-items.ts';
import { createIdMaker } from '../../../../shared/table/items/import-ids.ts';
import type { LookupChange } from '../../../../shared/table/items/lookup.ts';
import { type Resource, resourceOfKey } from '../../../../shared/table/items/resource-key.ts';
import { DELETED_ATTRIBUTE } from '../../../../shared/table/items/schema.ts';
import { isDeleted } from '../../../../shared/table/items/versions.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { createDocumentClientWrites } from '../../../../shared/table/sdk/document-client-writer.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { sampleData } from '../../../support/records/sample-data.ts';

const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const {
  people: [sample],
  companies: [company],
  callLists: [{ entries: [entry] = [] } = {}],
} = sampleData('Lookups');
if (!sample || !company || !entry) throw new Error('There are too few sample records.');

const resourceOf = (item: Item): Resource => {
  const resource = resourceOfKey({ pk: String(item['pk']), sk: String(item['sk']) });
  if (resource === undefined) throw new Error('The item is no resource.');
  return resource;
};
const textOf = ({ pk, sk }: { readonly pk: unknown; readonly sk: unknown }): string => `${pk} ${sk}`;
const keysOf = (item: Item): readonly string[] =>
  lookupsOf(resourceOf(item), item)
    .map(({ key }) => textOf(key))
    .toSorted();
const personItem = (person: Person): Item => ({ ...personToItem(ORGANIZATION, person), version: 1 });

describe('the lookups of a person', () => {
  it('indexes emails, phones, company, external ids, owner, tags and names', () => {
    const key = (kind: Parameters<typeof lookupKey>[1], value: string, start = '') =>
      textOf(lookupKey(ORGANIZATION, kind, value, sample.id, start + sample.id));
    const person = { ...sample, tags: ['VIP', 'vip', 'Café'], firstName: 'Zoë', lastName: 'Zoëller' };
    expect(keysOf(personItem(person))).toEqual(
      [
        key('PERSON_EMAIL', 'PERSON-0@company.example'),
        key('PERSON_PHONE', '+12025550143'),
        key('PERSON_COMPANY', sample.companyId ?? ''),
        key('PERSON_EXTERNAL_ID', 'sample:p0'),
        key('PERSON_OWNER', 'OWNER-1'),
        key('PERSON_TAG', 'vip'),
        key('PERSON_TAG', 'vip'),
        key('PERSON_TAG', 'CAFE\u0301'),
        key('PERSON_NAME', 'zo', 'zoe zoeller\t'),
        key('PERSON_NAME', 'zo', 'zoeller\tzoe\t'),
        key('PERSON_NAME_REPEATED', 'zo', 'zoe\t'),
      ].toSorted(),
    );
  });

  it('omits the external id that the id is computed from, whatever its source contains', () => {
    const sources = ['crm', 'a:b', ''].map((source) => ({ source, id: 'x:1' }));
    const items = sources.map(({ source, id }) => {
      const own = createIdMaker(ORGANIZATION)('person', source, id);
      return personItem({ ...sample, id: own, externalIds: [{ source, id }] });
    });
    const counts = items.map((item) => keysOf(item).filter((key) => key.includes('EXTERNAL')).length);
    // Of `a:b` and `x:1`, the API's form is `a:b:x:1`, which names the source `a`.
    expect(counts).toEqual([0, 1, 0]);
  });

  it('contains no value but names', () => {
    const withoutName = { ...sample, firstName: null, lastName: null };
    expect(keysOf(personItem(withoutName)).join()).not.toMatch(/company\.example|2025550143|sample|owner-1/i);
  });
});

it('finds companies by domain in any case', () => {
  const item = { ...companyToItem(ORGANIZATION, { ...company, domain: 'Shop.Example' }), version: 1 };
  expect(keysOf(item).filter((key) => key.includes('DOMAIN'))).toEqual([
    textOf(lookupKey(ORGANIZATION, 'COMPANY_DOMAIN', 'sHOP.example', company.id)),
  ]);
});

it('finds entries by person, phone, status, next call and call list', () => {
  const { id, callListId, personId, status } = entry;
  const position = '0000000001';
  const place = `${callListId}#${position}#${id}`;
  const nextCallAt = '2026-03-02T08:00:00.000Z';
  const item = callListEntryToItem(ORGANIZATION, { ...entry, position: 1, nextCallAt });
  const key = (kind: Parameters<typeof lookupKey>[1], value: string, each: string, sk: string) =>
    textOf(lookupKey(ORGANIZATION, kind, value, each, sk));
  expect(keysOf(item)).toEqual(
    [
      key('ENTRY_PERSON', personId ?? '', id, place),
      key('ENTRY_PHONE', entry.phone?.number ?? '', id, place),
      key('ENTRY_STATUS', status, id, place),
      key('ENTRY_NEXT_CALL', '', id, `${nextCallAt}#${place}`),
      key('ENTRY_NEXT_CALL_OF_LIST', callListId, id, `${nextCallAt}#${place}`),
      key('PERSON_CALL_LIST', callListId, personId ?? '', `${personId}#${place}`),
    ].toSorted(),
  );
});

/** A stored state of an item: null if there is no item. */
type State =
  | { readonly type: 'present'; readonly emails: readonly string[]; readonly phone: boolean }
  | { readonly type: 'tombstone' };

const state: fc.Arbitrary<State> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('present' as const),
      emails: fc.subarray(['a@x.example', 'A@x.example', 'b@x.example', 'c@x.example']),
      phone: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'tombstone' as const }) },
);

const itemOf = (id: string, version: number, each: State): Item => {
  if (each.type === 'tombstone') {
    const { pk, sk } = personItem({ ...sample, id });
    return { pk, sk, id, version, [DELETED_ATTRIBUTE]: '2026-03-01T08:00:00.000Z' };
  }
  const item = personItem({
    ...sample,
    id,
    emails: each.emails.map((address) => ({ address, type: null })),
    phones: each.phone ? sample.phones : [],
  });
  return { ...item, version };
};

/** The changes of an item that takes these states one after another. */
const historyOf = (states: readonly State[]) => {
  const id = randomUUID();
  const items = states.map((each, index) => itemOf(id, index + 1, each));
  return items.map((after, index) => ({ resource: resourceOf(after), before: items[index - 1], after }));
};

/** Lookups in memory, with the semantics of the store's requests. */
const createModel = () => {
  const versions = new Map<string, number>();
  return {
    versions,
    make({ key, type, version }: LookupChange): void {
      const stored = versions.get(textOf(key));
      if (type === 'put') versions.set(textOf(key), version);
      else if (stored !== undefined && stored < version) versions.delete(textOf(key));
    },
  };
};

/**
 * One invocation: how many changes follow the checkpoint, and which of its writes are made before it fails.
 */
const invocation = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  fails: fc.boolean(),
  made: fc.infiniteStream(fc.boolean()),
  /** How far Lambda goes back after it, as after a failure to store its checkpoint. */
  back: fc.integer({ min: 0, max: 3 }),
});

describe('lookups that follow the changes of a table', () => {
  it('ends with the lookups of the current items, however batches fail and are repeated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(state, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        fc.array(invocation, { maxLength: 12 }),
        (histories, picks, invocations) => {
          // The order is kept per item only.
          const open = histories.map((states) => [...historyOf(states)]);
          const current = open.map((changes) => changes.at(-1)?.after);
          const changes = [];
          for (let left = open; left.length > 0; left = left.filter(({ length }) => length > 0)) {
            changes.push(left[(picks.next().value ?? 0) % left.length]?.shift());
          }
          const stream = changes.filter((change) => change !== undefined);

          const { versions, make } = createModel();
          let checkpoint = 0;
          for (const { size, fails, made, back } of invocations) {
            const batch = stream.slice(checkpoint, checkpoint + size);
            const writes = lastChanges(batch.flatMap((change) => lookupChanges(change)));
            for (const write of writes) if (!fails || made.next().value === true) make(write);
            checkpoint = Math.max(0, (fails ? checkpoint : checkpoint + batch.length) - back);
          }
          const rest = stream.slice(checkpoint);
          for (const write of rest.flatMap((change) => lookupChanges(change))) make(write);

          const expected = current.flatMap((item) => (item && !isDeleted(item) ? keysOf(item) : []));
          expect([...versions.keys()].toSorted()).toEqual([...new Set(expected)].toSorted());
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the store of lookups', () => {
  let engine: TestEngine;
  let store: LookupStore;
  beforeAll(async () => {
    engine = await startTestEngine();
    store = createLookupStore(createDocumentClientWrites(engine.client), engine.tableName);
  });
  afterAll(() => engine.stop());

  const stored = async () =>
    (await engine.itemsOf('LOOKUP#')).map(({ sk, version }) => `${sk} ${version}`).toSorted();
  const change = (type: LookupChange['type'], id: string, version: number): LookupChange => ({
    key: lookupKey(ORGANIZATION, 'PERSON_EMAIL', 'a@x.example', id),
    type,
    version,
  });

  it('writes more lookups than fit in a batch, and removes lookups with lower versions', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `id-${String(index).padStart(2, '0')}`);
    await store.apply(ids.map((id) => change('put', id, 3)));
    expect(await stored()).toEqual(ids.map((id) => `${id} 3`));
    await store.apply([
      ...ids.slice(2).map((id) => change('delete', id, 4)),
      change('delete', 'id-00', 3),
      change('delete', 'no such lookup', 9),
      change('put', 'id-01', 5),
    ]);
    expect(await stored()).toEqual(['id-00 3', 'id-01 5']);
  });

  it('rejects when the table does not respond', async () => {
    const lost = createLookupStore(createDocumentClientWrites(engine.client), 'no-such-table');
    await expect(lost.apply([change('put', 'x', 1)])).rejects.toThrow();
    await expect(lost.apply([change('delete', 'x', 1)])).rejects.toThrow();
  });
});
