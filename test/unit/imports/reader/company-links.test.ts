import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { ReadRecords } from '../../../../shared/imports/reader/missing/find-missing.ts';
import { CHANGE_INDEX } from '../../../../shared/table/items/schema.ts';
import type { Item, TableReader } from '../../../../shared/table/reader.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { useImports } from '../../../support/imports/import-fixture.ts';
import { registerOrganization } from '../../../support/organizations/organization.ts';

const imports = useImports();

const COMPANIES = `Record ID,Company Name,Company Domain Name
C1,Nowhere Inc.,nowhere.example
C2,Elsewhere Ltd.,elsewhere.example
C3,Twin,first.example
C4,Twin,second.example`;

const isIndexQuery = (command: unknown): boolean =>
  command instanceof QueryCommand && command.input.IndexName === CHANGE_INDEX.name;

const companyOf = async (person: string) => (await imports.person(person))?.companyId;
const companyId = (id: string) => imports.idOf('company', 'import', id);

describe('people who name their company by domain or name', () => {
  const people = `Record ID,First Name,Company Name,Company Domain
P1,Nora,Other words,https://www.nowhere.example/about
P2,Otto,ELSEWHERE LTD.,
P3,Petra,Twin,
P4,Quinn,Unheard-of,
P5,Rosa,,`;

  test('links people by domain, then by exact name, and warns about no match or several', async () => {
    const report = await imports.run({ companies: COMPANIES, people });
    expect(report.people).toMatchObject({ created: 5, warnings: 2 });
    expect(await companyOf('P1')).toBe(companyId('C1'));
    expect(await companyOf('P2')).toBe(companyId('C2'));
    expect(await companyOf('P3')).toBeNull();
    expect(report.warned.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [4, 'companyId', 'several companies have the name "Twin"'],
      [5, 'companyId', expect.stringMatching(/no company has the name "Unheard-of" .*--create-companies/)],
    ]);
    expect(await imports.person('P1')).toMatchObject({ customFields: { 'Company Name': 'Other words' } });
  });

  test('links people to companies of an earlier import, idempotently', async () => {
    await imports.run({ companies: COMPANIES });
    await imports.run({ people });
    expect(await companyOf('P2')).toBe(companyId('C2'));
    expect((await imports.run({ people })).people).toMatchObject({ unchanged: 5 });
  });

  test('links people to companies of the same import before the index lists them', async () => {
    const { client } = imports.engine;
    const send = client.send.bind(client);
    const spy = vi
      .spyOn(client, 'send')
      .mockImplementation(((command: never) =>
        isIndexQuery(command) ? { Items: [] } : send(command)) as never);
    // It waits for the index, in vain.
    await inVirtualTime(() => imports.run({ companies: COMPANIES, people }, { client }), {
      start: Date.now(),
    });
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect(await companyOf('P1')).toBe(companyId('C1'));
    expect(await companyOf('P2')).toBe(companyId('C2'));
  });

  test('links people to companies that another source has just imported, while the index lags', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ seed: 1, faults: { indexLag: 10_000 } });
      await imports.run({ companies: COMPANIES }, { ...table, source: 'other' });
      const report = await imports.run({ people }, { ...table, isCreatingCompanies: true });
      expect(report.people).toMatchObject({ created: 5, warnings: 1 });
      expect(report.companiesCreatedForPeople).toBe(1);
    });
  });

  test('creates one company per name on request, which the next import finds', async () => {
    const file = `${people}\nP6,Sam,unheard-OF,\nP7,Tess,Brand New,new.example`;
    const options = { isCreatingCompanies: true };
    const dry = await imports.run({ companies: COMPANIES, people: file }, { ...options, isDryRun: true });
    const report = await imports.run({ companies: COMPANIES, people: file }, options);
    expect({ ...dry, storedRows: [] }).toEqual({ ...report, storedRows: [] });
    expect(report.companiesCreatedForPeople).toBe(2);
    expect(report.companies).toMatchObject({ read: 4, created: 4 });
    const stub = await companyOf('P4');
    expect(stub).toBe(imports.idOf('company', 'import', 'name', 'unheard-of'));
    expect(await companyOf('P6')).toBe(stub);
    expect(await companyOf('P7')).toBe(imports.idOf('company', 'import', 'domain', 'new.example'));
    const again = await imports.run({ people: file }, options);
    expect(again).toMatchObject({ people: { unchanged: 7 }, companiesCreatedForPeople: 0 });
    // A companies file without IDs updates the same record.
    const filled = await imports.run({ companies: 'Company Name,Industry\nUnheard-of,Silence' });
    expect(filled.companies).toMatchObject({ changed: 1, created: 0 });
  });
});

test('distinguishes companies created by id and by the same name when repeated', async () => {
  const people = 'Record ID,Company ID,Company Name\nP1,C1,Nowhere Inc.\nP2,,Nowhere Inc.';
  const options = { isCreatingCompanies: true };
  expect((await imports.run({ people }, options)).companiesCreatedForPeople).toBe(2);
  expect(await imports.run({ people }, options)).toMatchObject({
    people: { unchanged: 2 },
    companiesCreatedForPeople: 0,
  });
});

describe('people who name a few of many companies', () => {
  const names = ['Nowhere  Inc.', 'NOWHERE INC.', 'Nówhere Inc.', 'Elsewhere Ltd.', 'Zoë'];
  const many = Array.from(
    { length: 400 },
    (_, index) => `M${index},Made-up ${index},made-up-${index}.example`,
  );
  const named = names.map((name, index) => `C${index},${name},n${index % 4}.example`);
  const people = `Record ID,Company Name,Company Domain
P1,nowhere inc.,
P2,nówhere INC.,
P3,Other words,https://www.N3.example/
P4,Unheard-of,n0.example
P5,Elsewhere  Ltd.,unheard-of.example
P6,Zoe,
P7,Made-up 7,
P8,Too New,`;

  /** Imports companies long ago, so that their lookups are written. */
  const importCompanies = async (rows: readonly string[]) => {
    const companies = ['Record ID,Company Name,Company Domain Name', ...rows].join('\n');
    await inVirtualTime(() => imports.run({ companies }), { start: Date.now() - 3_600_000 });
    await imports.writeLookups();
    await imports.run({ companies: 'Record ID,Company Name\nNEW,Too new' }, { source: 'other' });
  };

  const countingReader = () => {
    const { reader } = imports;
    const read = { companies: 0, lookups: 0 };
    const count = (items: readonly Item[]) => {
      read.companies += items.filter(({ sk }) => sk === 'COMPANY').length;
      read.lookups += items.filter(({ pk }) => String(pk).startsWith('LOOKUP#')).length;
    };
    const counting: TableReader = {
      ...reader,
      async getMany(keys, options) {
        const items = await reader.getMany(keys, options);
        count(items);
        return items;
      },
      async queryPage(query) {
        const page = await reader.queryPage(query);
        count(page.items);
        return page;
      },
    };
    return { reader: counting, isSilent: false, read };
  };

  const linksAmong = async (rows: readonly string[]) => {
    imports.nextOrganization();
    await registerOrganization(imports.engine, imports.organizationId);
    await importCompanies(rows);
    const { read, ...options } = countingReader();
    // It waits for the index, in vain.
    const { warned } = await inVirtualTime(() => imports.run({ people }, options), { start: Date.now() });
    const ids = new Map(
      [...rows.map((row) => row.split(',')[0] ?? ''), 'NEW'].map((id) => [
        imports.idOf('company', id === 'NEW' ? 'other' : 'import', id),
        id,
      ]),
    );
    const linked = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (number) => ids.get((await companyOf(`P${number}`)) ?? '')),
    );
    return {
      linked,
      warned: warned.map(({ line, reason }) => [line, reason]),
      read,
    };
  };

  test('links them as among few, and reads only those that are named or new', async () => {
    const [made = ''] = many.slice(7);
    const few = await linksAmong([...named, made]);
    const amongMany = await linksAmong([...named, ...many]);
    expect(few.linked).toEqual([undefined, 'C2', 'C3', undefined, 'C3', undefined, 'M7', 'NEW']);
    expect({ ...amongMany, read: few.read }).toEqual(few);
    expect(amongMany.read.companies).toBeLessThan(30);
  });

  test('reads all companies when the file names more than that costs', async () => {
    const all = many.map((row, index) => `P${index},,${row.split(',')[2]}`);
    await importCompanies(many);
    const { read, ...options } = countingReader();
    await imports.run({ people: ['Record ID,Company Name,Company Domain', ...all].join('\n') }, options);
    expect(read.lookups).toBe(0);
    expect(await companyOf('P7')).toBe(companyId('M7'));
  });
});

describe('people who name their company by an id that is not stored', () => {
  const people =
    'Record ID,First Name,Company ID,Company Name\nP1,Nora,C9,Nowhere Inc.\nP2,Otto,C9,Nowhere Inc.';

  test('keeps the reference to a missing company, with a warning', async () => {
    const { warned, people: counts } = await imports.run({ people });
    expect(counts).toMatchObject({ created: 2, warnings: 2 });
    expect(warned).toMatchObject([
      { line: 2, field: 'companyId', value: 'C9', reason: expect.stringContaining('not stored') },
      { line: 3, field: 'companyId' },
    ]);
    expect(await companyOf('P1')).toBe(companyId('C9'));
  });

  test('creates a missing company with that id on request', async () => {
    const { warned, companiesCreatedForPeople } = await imports.run(
      { people },
      { isCreatingCompanies: true },
    );
    expect(warned).toEqual([]);
    expect(companiesCreatedForPeople).toBe(1);
    expect(await imports.company('C9')).toMatchObject({
      name: 'Nowhere Inc.',
      externalIds: [{ source: 'import', id: 'C9' }],
    });
  });

  test.each([
    ['was found missing', 1],
    ['was read to be created', 2],
  ])('leaves the company as another import stores it after it %s', async (_, read) => {
    const { reader } = imports;
    let reads = 0;
    const racedReader: TableReader = {
      ...reader,
      async getMany(keys, options) {
        const items = await reader.getMany(keys, options);
        if (keys.some(({ pk }) => pk.includes(companyId('C9')))) reads += 1;
        if (reads === read) {
          reads += 1;
          await imports.run({ companies: 'Record ID,Company Name\nC9,Nowhere Incorporated' });
        }
        return items;
      },
    };
    const named = new ReadRecords();
    const options = { isCreatingCompanies: true, reader: racedReader, read: named };
    const { companiesCreatedForPeople, storedRows } = await imports.run({ people }, options);
    expect(await imports.company('C9')).toMatchObject({ name: 'Nowhere Incorporated' });
    expect(companiesCreatedForPeople).toBe(0);
    expect(storedRows.map(({ kind }) => kind)).toEqual(['people', 'people']);
    // Otherwise `--delete-missing` would delete it.
    expect(named.has('companies', companyId('C9'))).toBe(true);
  });

  test('creates the company when an import without changes requests it', async () => {
    await imports.run({ people });
    const again = await imports.run({ people }, { isCreatingCompanies: true });
    expect(again).toMatchObject({ people: { unchanged: 2 }, companiesCreatedForPeople: 1, warned: [] });
    expect(await imports.company('C9')).toMatchObject({ name: 'Nowhere Inc.' });
  });

  test('creates the company from JSON Lines', async () => {
    const line = JSON.stringify({ id: 'P1', companyId: '0b5c1d2e-0000-4000-8000-000000000001' });
    const { warned } = await imports.run({ people: line }, { extension: 'jsonl' });
    expect(warned).toMatchObject([{ line: 1, field: 'companyId' }]);
  });
});
