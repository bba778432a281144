import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FileKind } from '../../../../shared/imports/file-kinds.ts';
import { parseColumnMapping } from '../../../../shared/imports/reader/columns/column-mapping.ts';
import type { ImportOptions, RejectedRow } from '../../../../shared/imports/reader/run/import-run.ts';
import { createCallListRepository } from '../../../../shared/records/call-lists/call-lists.ts';
import { deleteRecord } from '../../../../shared/records/delete-record.ts';
import { createPersonRepository } from '../../../../shared/records/store/records.ts';
import { createIdMaker } from '../../../../shared/table/items/import-ids.ts';
import { callListCountsKey } from '../../../../shared/table/items/keys.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { importFiles } from '../../../support/imports/import-files.ts';
import { ACTOR } from '../../../support/keys/key-fixture.ts';

let engine: TestEngine;
let organizationId: string;
let organizations = 0;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());
beforeEach(() => {
  organizations += 1;
  organizationId = `6f1c2d3e-0000-4000-8000-${String(organizations).padStart(12, '0')}`;
});

const idOf = (...args: Parameters<ReturnType<typeof createIdMaker>>) =>
  createIdMaker(organizationId)(...args);

const run = async (
  files: Readonly<Partial<Record<FileKind, string>>>,
  options: Partial<ImportOptions> & { readonly map?: string; readonly extension?: string } = {},
) => {
  const rejected: RejectedRow[] = [];
  const { map = '', extension = 'csv', ...rest } = options;
  const report = await importFiles({
    client: engine.client,
    tableName: engine.tableName,
    table: engine.table,
    organizationId,
    region: 'US',
    mappings: parseColumnMapping(map),
    files: Object.fromEntries(
      Object.entries(files).map(([kind, text]) => [
        kind,
        {
          name: `${kind}.${extension}`,
          async *open() {
            yield Buffer.from(text);
          },
        },
      ]),
    ),
    onRejectedRow: (row) => rejected.push(row),
    ...rest,
  });
  return { ...report, rejected };
};

const items = (): Promise<readonly Item[]> => engine.itemsOf(`ORG#${organizationId}`);

const sorted = async () =>
  (await items()).toSorted((a, b) => `${a['pk']}${a['sk']}`.localeCompare(`${b['pk']}${b['sk']}`));

const person = (id: string) => createPersonRepository(engine.table.reader).get(organizationId, id);

const list = (id: string) =>
  createCallListRepository(engine.table.reader).getWithEntries(organizationId, id, {
    limit: 500,
  });

const counts = async () => {
  const key = callListCountsKey(organizationId);
  const { total, locked } = (await items()).find(({ pk, sk }) => pk === key.pk && sk === key.sk) ?? {};
  return { total, locked };
};

/** Compares the counters with the stored items. */
const expectCountersRight = async (): Promise<void> => {
  const all = await items();
  const lists = all.filter(({ sk }) => sk === 'CALL_LIST');
  expect(await counts()).toEqual({
    total: lists.length,
    locked: lists.filter(({ isLocked }) => isLocked === true).length,
  });
  for (const { pk, entryCount } of lists) {
    expect(entryCount).toBe(all.filter((item) => item['pk'] === pk && item['sk'] !== 'CALL_LIST').length);
  }
};

const PEOPLE = `Record ID,First Name,Last Name,Phone Number,Company ID,Lead Status
P1,Nora,Nobody,202-555-0101,C1,Open
P2,Otto,Outis,202-555-0102,C1,
P3,Petra,Placeholder,no phone,,`;
const COMPANIES = 'Record ID,Company name\nC1,Nowhere Inc.';
const LISTS = `List ID,List Name,Locked,Person Record ID,Note
L1,First,false,P1,hello
L2,Second,true,P2,
L1,First,false,P2,
L1,First,false,P3,`;
const ALL = { companies: COMPANIES, people: PEOPLE, callLists: LISTS };

describe('an import', () => {
  test('stores all records with their references', async () => {
    const report = await run(ALL);
    expect(report.rejected).toEqual([]);
    expect(report.people).toMatchObject({ read: 3, created: 3, changed: 0, unchanged: 0, rejected: 0 });
    expect(report.callLists).toMatchObject({ read: 2, created: 2 });
    expect(report.callListEntries).toMatchObject({ read: 4, created: 4 });
    expect(await person(idOf('person', 'import', 'P1'))).toMatchObject({
      firstName: 'Nora',
      companyId: idOf('company', 'import', 'C1'),
      externalIds: [{ source: 'import', id: 'P1' }],
      customFields: { 'Lead Status': 'Open' },
      phones: [{ number: '+12025550101', raw: '202-555-0101' }],
    });
    const first = await list(idOf('call_list', 'import', 'L1'));
    expect(first).toMatchObject({ entryCount: 3, callList: { name: 'First', isLocked: false } });
    expect(first?.entries).toMatchObject([
      {
        position: 1,
        personId: idOf('person', 'import', 'P1'),
        companyId: idOf('company', 'import', 'C1'),
        phone: { number: '+12025550101', type: 'work' },
        status: 'pending',
        note: 'hello',
      },
      { position: 2 },
      { position: 3, phone: null },
    ]);
    await expectCountersRight();
  });

  test('writes nothing when repeated', async () => {
    await run(ALL);
    const before = await sorted();
    const report = await run(ALL);
    expect(report.people).toMatchObject({ unchanged: 3, created: 0, changed: 0 });
    expect(report.callLists).toMatchObject({ unchanged: 2 });
    expect(report.callListEntries).toMatchObject({ unchanged: 4 });
    expect(await sorted()).toEqual(before);
  });

  test('writes only what changed, with the next version', async () => {
    await run(ALL);
    const before = await sorted();
    const report = await run({ people: PEOPLE.replace('Otto', 'Ottilie') });
    expect(report.people).toMatchObject({ changed: 1, unchanged: 2 });
    const changed = (await sorted()).filter((item, at) => !isDeepStrictEqual(item, before[at]));
    expect(changed).toMatchObject([{ firstName: 'Ottilie', version: 2 }]);
    const old = before.find(({ pk }) => pk === changed[0]?.['pk']);
    expect(changed[0]?.['createdAt']).toBe(old?.['createdAt']);
    expect(changed[0]?.['updatedAt']).not.toBe(old?.['updatedAt']);
  });

  test('keeps fields that the file does not mention', async () => {
    await run(ALL);
    await run({ people: 'Record ID,Job Title,Mood\nP1,CTO,fine' });
    expect(await person(idOf('person', 'import', 'P1'))).toMatchObject({
      firstName: 'Nora',
      title: 'CTO',
      phones: [{ number: '+12025550101' }],
      customFields: { 'Lead Status': 'Open', Mood: 'fine' },
    });
  });

  test('identifies companies by domain or name, and people by email, without a source id', async () => {
    const companies = 'Company name,Company Domain Name\nNowhere Inc.,nowhere.example\nElsewhere Ltd.,';
    const people = 'First Name,Email\nNora,Nora@nowhere.example\nNobody,';
    const first = await run({ companies, people });
    expect(first.companies).toMatchObject({ created: 2 });
    expect(first.rejected).toMatchObject([
      { file: 'people.csv', line: 3, reason: expect.stringContaining('map the column that does to "id"') },
    ]);
    const again = await run({
      companies: companies.replace('Elsewhere', 'ELSEWHERE'),
      people: people.replace('Nora@', 'nora@'),
    });
    expect(again.companies).toMatchObject({ created: 0 });
    expect(again.people).toMatchObject({ created: 0, changed: 1 });
  });
});

describe('call lists', () => {
  test('removes a moved entry from its old position', async () => {
    const row = (position: number, id: string) => `L1,First,${position},${id}\n`;
    const header = 'List ID,List Name,Position,Person Record ID\n';
    await run({ people: PEOPLE, callLists: header + row(1, 'P1') + row(2, 'P2') + row(3, 'P3') });
    const report = await run({ callLists: header + row(2, 'P1') + row(1, 'P2') + row(3, 'P3') });
    expect(report.callListEntries).toMatchObject({ changed: 2, unchanged: 1 });
    const stored = await list(idOf('call_list', 'import', 'L1'));
    expect(stored?.entries.map(({ position, personId }) => [position, personId])).toEqual([
      [1, idOf('person', 'import', 'P2')],
      [2, idOf('person', 'import', 'P1')],
      [3, idOf('person', 'import', 'P3')],
    ]);
    const entries = (await items()).filter(({ sk }) => String(sk).startsWith('ENTRY#'));
    expect(entries.map(({ version }) => version).toSorted()).toEqual([1, 2, 2]);
    await expectCountersRight();
  });

  test('changes only the count when entries are added', async () => {
    await run(ALL);
    const head = async () => (await items()).find(({ sk, name }) => sk === 'CALL_LIST' && name === 'Second');
    const before = await head();
    await run({ callLists: 'List ID,Person Record ID\nL2,P1\n' });
    expect(await head()).toEqual({ ...before, entryCount: 2 });
  });

  test('updates the counters and the index when a list is locked, unlocked or renamed', async () => {
    await run(ALL);
    const report = await run({ callLists: 'List ID,List Name,Locked\nL1,Renamed,true\nL2,,true' });
    expect(report.callLists).toMatchObject({ read: 2, changed: 1, unchanged: 1 });
    expect(await counts()).toEqual({ total: 2, locked: 2 });
    const head = (await items()).find(({ sk, name }) => sk === 'CALL_LIST' && name === 'Renamed');
    expect(head).toMatchObject({ gsi2pk: expect.stringMatching(/#LOCKED$/), version: 2, entryCount: 3 });
    await run({ callLists: 'List ID,Locked\nL1,false\nL2,false' });
    expect(await counts()).toEqual({ total: 2, locked: 0 });
    await expectCountersRight();
  });

  test('updates entries when a phone number is corrected or removed', async () => {
    await run(ALL);
    const phones = async () =>
      (await list(idOf('call_list', 'import', 'L1')))?.entries.map(({ phone }) => phone?.number);
    expect(await phones()).toEqual(['+12025550101', '+12025550102', undefined]);
    const people = 'Record ID,Phone Number,Do Not Call\nP1,202-555-0199,\nP2,202-555-0102,yes';
    const dry = await run({ people, callLists: LISTS }, { isDryRun: true });
    const report = await run({ people, callLists: LISTS });
    expect(report.callListEntries).toMatchObject({ changed: 3, unchanged: 1 });
    expect(dry).toEqual(report);
    expect(await phones()).toEqual(['+12025550199', undefined, undefined]);
  });

  test('rejects missing, contradictory and unidentified rows, and imports the others', async () => {
    const callLists = `List ID,List Name,Person Record ID,Company Record ID,Phone
L1,First,P1,,
L1,First,P9,,
L1,Other name,P2,,
L1,First,P1,,
L1,First,,C9,
L1,First,,,202-555-0101
L1,First,P2,,not a number
L9,,P2,,
L1,First,P3,,`;
    const { rejected, callListEntries } = await run({ people: PEOPLE, callLists });
    expect(Object.fromEntries(rejected.map(({ line, reason }) => [line, reason.slice(0, 40)]))).toEqual({
      3: 'personId: there is no such person',
      4: 'name: an earlier row of the same call li',
      5: 'id: an earlier row of the file is of the',
      6: 'companyId: there is no such company',
      7: 'personId: no person has +12025550101 (im',
      8: 'phone: "not a number" is not a valid pho',
      9: 'name: a new call list needs one',
    });
    expect(callListEntries).toMatchObject({ read: 9, created: 2, rejected: 7 });
    await expectCountersRight();
  });

  test('counts a list once, even if its details come late in the file', async () => {
    const rows = Array.from({ length: 1000 }, () => 'L1,First,');
    const report = await run({ callLists: `List ID,List Name,Locked\n${rows.join('\n')}\nL1,First,true\n` });
    expect(report.callLists).toMatchObject({ read: 1, created: 1, changed: 0, unchanged: 0, rejected: 0 });
    expect(await counts()).toEqual({ total: 1, locked: 1 });
  });

  test('changes an entry by its id alone, even after its person was deleted', async () => {
    const people = 'id,First Name,Work Phone\nP1,Nora,+12025550143';
    await run({ people, callLists: 'List ID,List Name,entryId,Person ID\nL1,First,E1,P1' });
    const id = idOf('call_list_entry', idOf('call_list', 'import', 'L1'), 'entry', 'E1');
    const change = async (status: string) => {
      const { callListEntries } = await run({ callLists: `List ID,entryId,status\nL1,E1,${status}` });
      const entry = (await items()).find((item) => item['id'] === id);
      return [callListEntries.changed, entry?.['status'], entry?.['phone']];
    };
    const phone = { number: '+12025550143', type: 'work' };
    expect(await change('callback')).toEqual([1, 'callback', phone]);
    const reference = { organizationId, kind: 'person', id: idOf('person', 'import', 'P1') } as const;
    await deleteRecord(engine.table, reference, {
      actor: ACTOR,
    });
    expect(await change('completed')).toEqual([1, 'completed', phone]);
  });

  test('accepts more alternating entries than fit in a transaction', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => index);
    const people = `Record ID,First Name\n${ids.map((id) => `P${id},Nora ${id}`).join('\n')}`;
    const callLists =
      'List ID,List Name,Person ' + `ID\n${ids.map((id) => `L${id % 3},List ${id % 3},P${id}`).join('\n')}`;
    const report = await run({ people, callLists });
    expect(report.callListEntries).toMatchObject({ created: 400 });
    expect((await list(idOf('call_list', 'import', 'L0')))?.entries.at(-1)?.position).toBe(134);
    await expectCountersRight();
  });
});

describe('JSON Lines', () => {
  const nora = {
    id: '0b5c1d2e-0000-4000-8000-000000000001',
    firstName: 'Nora',
    phones: [{ number: '202-555-0101', type: 'work' }],
    emails: [{ address: 'nora@nowhere.example' }],
    createdAt: '2024-03-01T00:00:00Z',
  };
  const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
  const jsonl = { extension: 'jsonl' };

  test("imports and returns unchanged the API's format", async () => {
    const callList = {
      id: '0b5c1d2e-0000-4000-8000-00000000000a',
      name: 'First',
      isLocked: true,
      createdAt: '2024-04-01T00:00:00.000Z',
      entryCount: 7,
      entries: [{ personId: nora.id, note: 'hello', person: nora }, { personId: 'nobody' }],
    };
    const people = lines(
      nora,
      { id: 'P2', firstName: 'Otto' },
      { externalIds: [{ source: 'crm', id: '7' }] },
    );
    const report = await run({ people, callLists: lines(callList) }, jsonl);
    expect(report.rejected).toMatchObject([
      {
        line: 1,
        reason: 'personId: there is no such person',
        original: { entries: [{ personId: 'nobody' }] },
      },
    ]);
    const stored = await person(nora.id);
    expect(stored).toMatchObject({
      createdAt: '2024-03-01T00:00:00.000Z',
      phones: [{ number: '+12025550101', raw: '202-555-0101', doNotCall: false }],
      externalIds: [],
    });
    expect(await person(idOf('person', 'crm', '7'))).toMatchObject({
      externalIds: [{ source: 'crm', id: '7' }],
    });
    expect(await list(callList.id)).toMatchObject({
      callList: { name: 'First', createdAt: callList.createdAt },
      entryCount: 1,
    });
    const again = await run({ people: lines(stored) }, jsonl);
    expect(again.people).toMatchObject({ unchanged: 1, read: 1 });
  });

  test('rejects by line an unknown key, a malformed line or a wrong type', async () => {
    const people =
      `${lines({ ...nora, shoeSize: 43 })}\n{"id": \n\n` + `[1]\n${lines({ id: 'P2', title: 7 }, nora)}`;
    const { rejected, people: tally } = await run({ people }, jsonl);
    expect(rejected.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('unknown field "shoeSize"'),
      expect.stringContaining('not valid JSON'),
      'the line is not a JSON object',
      expect.stringContaining('title:'),
    ]);
    expect(tally).toMatchObject({ read: 5, created: 1, rejected: 4 });
  });

  test('accepts a list on several lines with different entries', async () => {
    await run({ people: PEOPLE });
    const line = (personId: string) => ({ id: 'L1', name: 'First', entries: [{ personId }] });
    const report = await run({ callLists: lines(line('P1'), line('P2')) }, jsonl);
    expect(report).toMatchObject({ callLists: { read: 1, created: 1 }, callListEntries: { created: 2 } });
    expect((await list(idOf('call_list', 'import', 'L1')))?.entries.map(({ position }) => position)).toEqual([
      1, 2,
    ]);
  });
});

describe('rows', () => {
  test('rejects unreadable rows with line and reason', async () => {
    const people = `Record ID,First Name,Time Zone
P1,Nora,Europe/Berlin
${'2'.repeat(501)},Otto,
P3,too,many,cells
P4,"open
P5,Petra,
P1,Again,
P6,,\n,Nobody,`;
    const { rejected, people: tally } = await run({ people });
    expect(rejected.toSorted((a, b) => a.line - b.line)).toMatchObject([
      {
        line: 3,
        reason: expect.stringContaining('externalIds[0].id'),
        original: ['2'.repeat(501), 'Otto', ''],
      },
      { line: 4, reason: 'the row has 4 cells, the header 3' },
      { line: 5, reason: 'a quote is never closed', original: ['P4', '"open'] },
      { line: 7, reason: expect.stringContaining('id: an earlier row') },
      { line: 9, reason: expect.stringContaining('id: the row has neither') },
    ]);
    expect(tally).toMatchObject({ read: 8, created: 3, rejected: 5 });
  });

  test('rejects rows larger than the table can store', async () => {
    const cells = Array.from({ length: 45 }, () => 'é'.repeat(5000));
    const people =
      `Record ID,Name,${cells.map((_, index) => `F${index}`).join(',')}\nP1,Nora,${cells.join(',')}\n` +
      `P2,Otto,${cells.map(() => '').join(',')}`;
    const { rejected, people: tally } = await run({ people });
    expect(rejected).toMatchObject([{ line: 2, reason: expect.stringContaining('400 KB') }]);
    expect(tally).toMatchObject({ created: 1 });
  });

  test('rejects rows too large for an event', async () => {
    const customFields = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [`F${index}`, '\u0001'.repeat(10_000)]),
    );
    const people = [{ id: 'P1', customFields }, { id: 'P2' }].map((row) => JSON.stringify(row)).join('\n');
    const { rejected, people: tally } = await run({ people });
    expect(rejected).toMatchObject([{ line: 1, reason: expect.stringContaining('control characters') }]);
    expect(tally).toMatchObject({ created: 1 });
  });

  test('writes no row when a mapping names an unknown field or column', async () => {
    await expect(run({ people: PEOPLE }, { map: 'Lead Status=mood' })).rejects.toThrow(
      /not a field.*firstName/,
    );
    await expect(run({ people: PEOPLE }, { map: 'Mood=title' })).rejects.toMatchObject({
      message: expect.stringContaining('a column "Mood"'),
      cause: { message: expect.stringContaining('Record ID') },
    });
    expect(await items()).toEqual([]);
  });
});

test('prints the same report in a dry run, and writes nothing', async () => {
  const dry = await run(ALL, { isDryRun: true });
  expect(await items()).toEqual([]);
  expect(dry).toEqual(await run(ALL));
});

test('marks silent writes until the next regular write', async () => {
  await run(ALL, { isSilent: true });
  const marked = (all: readonly Item[]) => all.filter(({ silent }) => silent === true).length;
  const kinds = 3 + 1 + 2 + 4;
  expect(marked(await items())).toBe(kinds);
  await run({
    people: PEOPLE.replace('Nora', 'Norma'),
    callLists: LISTS.replaceAll('First', 'Renamed').replace('hello', 'bye'),
  });
  expect(marked(await items())).toBe(kinds - 3);
});

test('counts correctly and loses nothing in concurrent imports', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => index);
  const people = `Record ID,First Name\n${ids.map((id) => `P${id},Nora ${id}`).join('\n')}`;
  const callLists =
    'List ID,List Name,Locked,Person ' +
    `ID\n${ids.map((id) => `L${id % 5},List ${id % 5},${id % 5 === 0},P${id}`).join('\n')}`;
  const reversed = callLists.split('\n');
  const backwards = [reversed[0], ...reversed.slice(1).toReversed()].join('\n');
  const reports = await Promise.all([
    run({ people, callLists }),
    run({ people, callLists: backwards }),
    run({ people, callLists }),
  ]);
  expect(reports.flatMap(({ rejected }) => rejected)).toEqual([]);
  const created = (kind: 'callLists' | 'callListEntries' | 'people') =>
    reports.reduce((sum, report) => sum + report[kind].created, 0);
  expect([created('people'), created('callLists'), created('callListEntries')]).toEqual([150, 5, 150]);
  await expectCountersRight();
});
