import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCommand } from '../../../infra/cli/imports/command.ts';
import { readTotal } from '../../../shared/records/collections/collection.ts';
import { companyKey, personKey } from '../../../shared/table/items/keys.ts';
import { isDeleted } from '../../../shared/table/items/versions.ts';
import { useImports } from '../../support/imports/import-fixture.ts';
import { runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const imports = useImports();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'missing-'));
  writeRunnerFile(directory, imports.engine);
});
afterAll(() => rmSync(directory, { recursive: true }));

const file = (name: string, content: string): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const peopleFile = (ids: readonly string[]): string =>
  file('people.csv', `Record ID,First Name\n${ids.map((id) => `${id},Name ${id}`).join('\n')}`);

const run = async (...args: readonly string[]) => {
  const { organizationId } = imports;
  const all = ['--organization', organizationId, '--source', 'crm', ...args];
  return runHere(importCommand, all, { DATA_DIR: directory });
};

const importPeople = (ids: readonly string[], ...args: readonly string[]) =>
  run('--people', peopleFile(ids), ...args);

const personId = (sourceId: string, source = 'crm') => imports.idOf('person', source, sourceId);

const exists = async (id: string): Promise<boolean> => {
  const item = await imports.reader.get(personKey(imports.organizationId, id), { consistentRead: true });
  return item !== undefined && !isDeleted(item);
};

const total = () => readTotal(imports.reader, imports.organizationId, 'person');

const TWENTY = Array.from({ length: 20 }, (_, index) => `P${index + 1}`);
const without = (...ids: readonly string[]) => TWENTY.filter((id) => !ids.includes(id));

describe('npm run import -- --delete-missing', () => {
  test('deletes records missing in the complete file, and prints the number first', async () => {
    await importPeople(TWENTY);
    const { exitCode, stderr } = await importPeople(without('P3', 'P7'), '--delete-missing');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(/2 of 20 stored people from the source "crm"\.\nDeleted: 2\./),
    ]);
    expect([await exists(personId('P3')), await exists(personId('P7')), await total()]).toEqual([
      false,
      false,
      18,
    ]);
    const audit = await imports.engine.itemsOf(`AUDIT_LOG#${imports.organizationId}`);
    const deletions = audit.filter(({ action }) => action === 'person.deleted');
    expect(deletions.map(({ targetId }) => targetId).toSorted()).toEqual(
      ['P3', 'P7'].map((id) => personId(id)).toSorted(),
    );
    expect(new Set(audit.map(({ action }) => action))).toEqual(
      new Set(['import.started', 'import.finished', 'person.deleted']),
    );
  });

  test('deletes no record of another source, or without an id of the source', async () => {
    await importPeople(TWENTY);
    await imports.run({ people: 'Record ID,First Name\nX1,Xenia' }, { source: 'other' });
    await imports.run({ people: 'First Name,Email\nNora,nora@example.com' }, { source: 'crm' });
    // A record of another source that has an external id of this one.
    await imports.run(
      { people: 'Record ID,First Name,externalIds.crm\nX2,Yuri,P99' },
      { source: 'other', map: 'externalIds.crm=externalIds.crm' },
    );
    const { exitCode, stdout } = await importPeople(TWENTY, '--delete-missing', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).deletions).toEqual({
      missing: { people: { brought: 20, ids: [] } },
      deleted: 0,
      stopped: null,
    });
    expect(await total()).toBe(23);
  });

  test('stops above 10 % unless the number is confirmed', async () => {
    await importPeople(TWENTY);
    const fewer = without('P1', 'P2', 'P3');
    const stopped = await importPeople(fewer, '--delete-missing');
    expect([stopped.exitCode, stopped.stderr]).toEqual([2, expect.stringContaining('--confirm-deletions 3')]);
    const wrong = await importPeople(fewer, '--delete-missing', '--confirm-deletions', '4');
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('3 records would be deleted'),
    ]);
    expect(await total()).toBe(20);
    const { exitCode } = await importPeople(fewer, '--delete-missing', '--confirm-deletions', '3');
    expect([exitCode, await total()]).toEqual([0, 17]);
  });

  test('prints the ids in a dry run, and deletes nothing', async () => {
    await importPeople(TWENTY);
    const { exitCode, stdout } = await importPeople(without('P5'), '--delete-missing', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Would be deleted:\nperson ${personId('P5')}\n`);
    expect(await total()).toBe(20);
  });

  test('deletes nothing if a row was rejected, or the file has no rows', async () => {
    await importPeople(TWENTY);
    const broken = file(
      'broken.csv',
      `Record ID,First Name\n${without('P9').join(',A\n')},A\nP9,Nora,too many,fields\n`,
    );
    const rejected = await run('--people', broken, '--delete-missing');
    expect([rejected.exitCode, rejected.stderr]).toEqual([
      2,
      expect.stringContaining('Deleted nothing: 1 row was rejected'),
    ]);
    const empty = await run('--people', file('empty.csv', 'Record ID,First Name\n'), '--delete-missing');
    expect([empty.exitCode, empty.stderr]).toEqual([2, expect.stringContaining('has no rows, so')]);
    expect(await total()).toBe(20);
  });

  test('deletes only records of the given kinds', async () => {
    const companies = (...ids: readonly string[]) =>
      file('companies.csv', `Record ID,Company Name\n${ids.map((id) => `${id},Company ${id}`).join('\n')}`);
    await importPeople(TWENTY);
    await run('--companies', companies('C1', 'C2'));
    const { exitCode } = await run(
      '--companies',
      companies('C1'),
      '--delete-missing',
      '--confirm-deletions',
      '1',
    );
    expect([exitCode, await total()]).toEqual([0, 20]);
    const gone = imports.idOf('company', 'crm', 'C2');
    expect(await imports.reader.get(companyKey(imports.organizationId, gone))).toMatchObject({ version: 2 });
  });

  test('keeps companies that only people name with --create-companies', async () => {
    const companies = file('companies.csv', 'Record ID,Company Name\nC1,Nowhere Inc.');
    const people = file('people.csv', 'Record ID,Company ID,Company Name\nP1,C9,Elsewhere Ltd.');
    const importBoth = () =>
      run('--companies', companies, '--people', people, '--create-companies', '--delete-missing', '--json');
    await importBoth();
    const { exitCode, stdout } = await importBoth();
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      companiesCreatedForPeople: 0,
      deletions: { deleted: 0, stopped: null },
    });
  });

  test('restores a deleted record with its next sequence', async () => {
    await importPeople(TWENTY);
    await importPeople(without('P3'), '--delete-missing');
    await importPeople(TWENTY, '--delete-missing');
    const item = await imports.reader.get(personKey(imports.organizationId, personId('P3')));
    expect(item).toMatchObject({ version: 3, firstName: 'Name P3' });
    expect(await total()).toBe(20);
  });

  test('publishes nothing with --silent', async () => {
    await importPeople(TWENTY);
    await importPeople(without('P3'), '--delete-missing', '--silent');
    const item = await imports.reader.get(personKey(imports.organizationId, personId('P3')));
    expect(item).toMatchObject({ version: 2, silent: true });
  });

  test.each([
    [['--call-lists', 'x.csv', '--delete-missing'], 'call lists do not store their source'],
    [['--people', 'x.csv', '--delete-missing', '--confirm-deletions', 'all'], 'must be the number'],
  ])('rejects %j', async (args, message) => {
    const { exitCode, stderr } = await run(...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('a delta with deleted records', () => {
  const delta = (column: string, rows: string) =>
    file('delta.csv', `Record ID,First Name,${column}\n${rows}`);

  test.each([
    ['IsDeleted', 'TRUE'],
    ['_fivetran_deleted', 'true'],
    ['_sdc_deleted_at', '2026-01-31T09:30:00Z'],
    ['_ab_cdc_deleted_at', '2026-01-31T09:30:00Z'],
    ['Archived', '1'],
    ['Gelöscht', 'Ja'],
    ['Op', 'D'],
    ['__op', 'd'],
    ['operation', 'DELETE'],
  ])('deletes what its source has deleted: %s', async (column, value) => {
    await importPeople(TWENTY);
    const path = delta(column, `P3,New name,${value}\nP4,Changed,\n`);
    const { exitCode, stderr } = await run('--people', path);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/Deleted in .*: 1 of 20 .*\nDeleted: 1\./)]);
    expect([await exists(personId('P3')), await exists(personId('P4')), await total()]).toEqual([
      false,
      true,
      19,
    ]);
  });

  test.each([
    ['deleted', true, false],
    ['__op', 'd', 'u'],
  ])('deletes by a key of JSON Lines: %s', async (key, deleted, kept) => {
    await importPeople(TWENTY);
    const rows = [
      { id: 'P3', [key]: deleted },
      { id: 'P4', [key]: kept },
    ];
    const path = file('delta.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    await run('--people', path);
    expect([await exists(personId('P3')), await exists(personId('P4'))]).toEqual([false, true]);
  });

  test('deletes by any of several columns', async () => {
    await importPeople(TWENTY);
    await run(
      '--people',
      delta('is_deleted,_fivetran_deleted', 'P3,,false,true\nP4,,true,\nP5,,,\n'),
      '--confirm-deletions',
      '2',
    );
    expect([await exists(personId('P3')), await exists(personId('P4')), await total()]).toEqual([
      false,
      false,
      18,
    ]);
  });

  test.each([
    ['METADATA$ACTION', 'DELETE', 'INSERT'],
    ['_change_type', 'update_preimage', 'delete'],
  ])('stops at a log with two rows for each update: %s', async (column, first, second) => {
    const path = delta(column, `P3,,${first}\nP4,,${second}\n`);
    const { exitCode, stderr } = await run('--people', path);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('looks like a column of deleted records'),
    ]);
  });

  test('keeps letters that are not changes', async () => {
    await importPeople(TWENTY);
    const { exitCode } = await run('--people', delta('Grade', 'P3,,D\nP4,,C\n'));
    expect([exitCode, await total()]).toEqual([0, 20]);
  });

  test('waits for a confirmation above 10 %, and deletes nothing in a dry run', async () => {
    await importPeople(TWENTY);
    const path = delta('IsDeleted', 'P1,,true\nP2,,true\nP3,,true\n');
    const dry = await run('--people', path, '--dry-run');
    expect(dry.stdout).toContain(personId('P1'));
    const stopped = await run('--people', path);
    expect([stopped.exitCode, stopped.stderr, await total()]).toEqual([
      2,
      expect.stringContaining('--confirm-deletions 3'),
      20,
    ]);
    await run('--people', path, '--confirm-deletions', '3');
    expect(await total()).toBe(17);
  });

  test('stops at a column that only looks like one, and at a value that is none', async () => {
    await importPeople(TWENTY);
    const looks = await run('--people', delta('Deleted flag', 'P3,x,true\n'));
    expect([looks.exitCode, looks.stderr]).toEqual([1, expect.stringContaining('Map it to "deleted"')]);
    const { exitCode } = await run('--people', delta('Archived', 'P3,x,two boxes\n'));
    expect([exitCode, await exists(personId('P3'))]).toEqual([2, true]);
  });
});
