import { describe, expect, it } from 'vitest';
import { addToCollectionCount } from '../../../shared/records/store/collection-writes.ts';
import { readStoredCounts, verifyCount } from '../../../shared/records/upgrade/collection-counts.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import type { Item } from '../../../shared/table/reader.ts';
import type { Table } from '../../../shared/table/table.ts';
import { EARLIER_ORGANIZATIONS, putItems } from '../../support/earlier-version.ts';
import type { TestEngine } from '../../support/engine/engine.ts';
import { createOrganization } from '../../support/organizations/organization.ts';
import {
  COLLECTIONS,
  type CollectionName,
  earlierResources,
  expectComplete,
  expectConsistent,
  upgrade,
  useEarlierTables,
} from '../../support/upgraded.ts';

const { second } = EARLIER_ORGANIZATIONS;
const NONE = Object.fromEntries(COLLECTIONS.map((name) => [name, 0]));

const startEarlier = useEarlierTables();

const itemsOfSecond = (collection: CollectionName): readonly Item[] =>
  earlierResources(collection, second).map(({ item }) => item);

/** Imports everything of the second organization again with changes, and new records. Entries move. */
const importAgain = async (engine: TestEngine): Promise<void> => {
  const people = itemsOfSecond('people').map(({ id }) => ({ id, title: 'Imported again' }));
  const companies = itemsOfSecond('companies').map(({ id }) => ({ id, description: 'Imported again' }));
  const callLists = itemsOfSecond('callLists').map((list) => ({
    id: list['id'],
    isLocked: list['isLocked'] !== true,
    entries: itemsOfSecond('callListEntries')
      .filter(({ pk }) => pk === list['pk'])
      .map(({ id, position, personId, companyId }) => ({
        id,
        personId,
        companyId,
        position: Number(position) + 1_000,
      })),
  }));
  await createOrganization(engine, second).importRecords({
    people: [...people, { id: 'f2e50000-0000-4000-8000-000000000001', firstName: 'New' }],
    companies: [...companies, { id: 'f2e50000-0000-4000-8000-000000000002', name: 'New' }],
    callLists,
  });
};

describe('an import during the upgrade', () => {
  it('lists records once that it changes between scan and transaction', async () => {
    const engine = await startEarlier();
    const { reader, writer } = engine.table;
    let imported: Promise<void> | undefined;
    const results: boolean[] = [];
    const racing: Table['writer'] = {
      ...writer,
      async transact(operations) {
        const planned = typeof operations === 'function' ? operations(new Date()) : operations;
        if (JSON.stringify(planned).includes(second)) {
          imported ??= importAgain(engine);
          await imported;
        }
        const isWritten = await writer.transact(operations);
        results.push(isWritten);
        return isWritten;
      },
    };
    const { upgraded } = await upgrade(engine, { table: { reader, writer: racing } });
    expect(results).toContain(false);
    for (const name of COLLECTIONS) {
      expect(upgraded[name]).toBe(earlierResources(name).length - earlierResources(name, second).length);
    }
    await expectConsistent(engine);
    await expectComplete(engine);
  });

  it('leaves exact counts', async () => {
    const engine = await startEarlier();
    await Promise.all([importAgain(engine), upgrade(engine)]);
    const report = await upgrade(engine);
    expect(report).toMatchObject({ upgraded: NONE, corrected: [], unverified: [] });
    expect(report.stored.people).toBe(earlierResources('people').length + 1);
    await expectConsistent(engine);
    await expectComplete(engine);
  });
});

describe('verifyCount', () => {
  it('leaves a total alone that a scan alone contradicts: it can meet a moved entry twice', async () => {
    const engine = await startEarlier();
    await upgrade(engine);
    const counts = await readStoredCounts(engine.table.reader, second);
    const verify = (scanned: number, before = counts) =>
      verifyCount(engine.table, second, 'people', { before, after: counts, scanned });
    const { length } = itemsOfSecond('people');
    expect(await verify(length)).toBe('right');
    expect(await verify(length + 1)).toBe(undefined);
    const others = { ...counts, counters: { ...counts.counters, people: new Map([['COUNT#00', length]]) } };
    expect(await verify(length, others)).toBe(undefined);
    expect(await readStoredCounts(engine.table.reader, second)).toEqual(counts);
  });

  it('replaces no counter that changed since it was read', async () => {
    const engine = await startEarlier();
    await upgrade(engine);
    const { reader, writer } = engine.table;
    await writer.transact(addToCollectionCount(second, 'people', 1));
    const stale = await readStoredCounts(reader, second);
    await writer.transact(addToCollectionCount(second, 'people', 1));
    const { length } = itemsOfSecond('people');
    const verify = (counts: typeof stale) =>
      verifyCount(engine.table, second, 'people', { before: counts, after: counts, scanned: length });
    expect(await verify(stale)).toBe(undefined);
    expect(await verify(await readStoredCounts(reader, second))).toBe('corrected');
    await expectConsistent(engine);
  });
});

describe('a writer of the earlier version', () => {
  it('is followed by another scan, if it creates a record behind the first one', async () => {
    const engine = await startEarlier();
    const late = { ...itemsOfSecond('people')[0], ...personKey(second, second), id: second };
    const { reader, writer } = engine.table;
    let isLate = false;
    const table: Table = {
      writer,
      reader: {
        ...reader,
        async queryPage(query) {
          // The first query follows the first scan.
          if (!isLate) await putItems(engine, [late]);
          isLate = true;
          return reader.queryPage(query);
        },
      },
    };
    const report = await upgrade(engine, { table });
    expect(report).toMatchObject({ organizations: { complete: 3, incomplete: [] }, corrected: [] });
    expect(report.upgraded.people).toBe(earlierResources('people').length + 1);
    await expectComplete(engine);
  });

  it('has its total corrected, after it replaced a counted record', async () => {
    const engine = await startEarlier();
    await upgrade(engine);
    const [person] = itemsOfSecond('people');
    await putItems(engine, [{ ...person, version: Number(person?.['version']) + 1 }]);
    const report = await upgrade(engine);
    expect(report.upgraded).toEqual({ ...NONE, people: 1 });
    expect(report.corrected).toEqual([{ organizationId: second, collection: 'people' }]);
    await expectConsistent(engine);
    await expectComplete(engine);
    expect(await upgrade(engine)).toMatchObject({ upgraded: NONE, corrected: [] });
  });

  it('keeps an organization incomplete until a scan finds nothing left', async () => {
    const engine = await startEarlier();
    const [person] = itemsOfSecond('people');
    let writes = 0;
    const { reader, writer } = engine.table;
    const table: Table = {
      writer,
      reader: {
        ...reader,
        async queryPage(query) {
          writes += 1;
          const id = `01d00000-0000-4000-8000-${String(writes).padStart(12, '0')}`;
          await putItems(engine, [{ ...person, ...personKey(second, id), id }]);
          return reader.queryPage(query);
        },
      },
    };
    const report = await upgrade(engine, { table });
    expect(report.organizations).toEqual({ complete: 2, incomplete: [second] });
    expect(await upgrade(engine)).toMatchObject({ organizations: { complete: 3 }, corrected: [] });
    await expectComplete(engine);
  });
});
