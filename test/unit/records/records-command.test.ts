import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordsCommand } from '../../../infra/cli/records/command.ts';
import { beginEpoch, inEpoch } from '../../../shared/events/feed/feed-epoch.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { useImports } from '../../support/imports/import-fixture.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { ROOT } from '../../support/service/command.ts';
import { runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const imports = useImports();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'records-'));
  writeRunnerFile(directory, imports.engine);
});
afterAll(() => rmSync(directory, { recursive: true }));

const run = (command: string, ...args: readonly string[]) =>
  runHere(recordsCommand, [command, '--organization', imports.organizationId, ...args], {
    DATA_DIR: directory,
  });
const show = (...args: readonly string[]) => run('show', ...args);

const auditedActions = async () =>
  (await imports.engine.itemsOf(`AUDIT_LOG#${imports.organizationId}`)).map(({ action, targetId, actor }) => [
    action,
    targetId,
    (actor as { id: string }).id.split(':')[0],
  ]);

const FILES = {
  companies: 'Record ID,Company Name\n7,Nowhere Inc.',
  people: 'Record ID,First Name\n7,Nora\n8,Otto',
  callLists: 'List ID,List Name,Person ID,Phone\nL1,First,7,+14155552671\nL1,First,8,',
  calls: 'Call ID,Contact ID,Start Time\nA1,7,2026-01-31T09:24:10Z',
};

describe('npm run records -- show', () => {
  test('finds records of any kind by their source id', async () => {
    await imports.run(FILES, { source: 'hubspot' });
    const { exitCode, stdout } = await show('--external-id', 'hubspot:7', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      items: [
        { kind: 'person', record: expect.objectContaining({ firstName: 'Nora' }) },
        { kind: 'company', record: expect.objectContaining({ name: 'Nowhere Inc.' }) },
      ],
    });
    expect(JSON.parse((await show('--external-id', 'hubspot:L1')).stdout)).toMatchObject([
      { kind: 'call_list', record: { name: 'First', entryCount: 2 } },
    ]);
  });

  test('finds a record by its own id', async () => {
    await imports.run(FILES);
    const id = imports.idOf('person', 'import', '8');
    expect(JSON.parse((await show('--id', id)).stdout)).toMatchObject([{ kind: 'person', record: { id } }]);
  });

  test("does not find another organization's records", async () => {
    await imports.run(FILES);
    const id = imports.idOf('person', 'import', '8');
    imports.nextOrganization();
    await registerOrganization(imports.engine, imports.organizationId);
    const { exitCode, stderr } = await show('--id', id);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`with the id ${id}`)]);
  });

  test.each([
    [[], 'either --id'],
    [['--id', 'x'], 'lower-case UUID'],
    [['--external-id', 'x'], 'SOURCE:ID'],
    [['--external-id', 'a:b', '--id', '6f1c2d3e-0000-4000-8000-000000000001'], 'either --id'],
  ])('rejects %j', async (args, message) => {
    const { exitCode, stderr } = await show(...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('npm run records -- delete', () => {
  test.each([
    ['person', '8'],
    ['call', 'A1'],
  ] as const)('deletes a %s by its source id, and records it in the audit log', async (kind, sourceId) => {
    await imports.run(FILES, { source: 'hubspot' });
    const id = imports.idOf(kind, 'hubspot', sourceId);
    const { exitCode, stdout } = await run('delete', '--external-id', `hubspot:${sourceId}`);
    expect([exitCode, stdout]).toEqual([0, `Deleted the ${kind} ${id} (${kind}.deleted, sequence 2).\n`]);
    expect((await show('--id', id)).exitCode).toBe(1);
    expect(await auditedActions()).toEqual([[`${kind}.deleted`, id, 'cli']]);
  });

  test('deletes a call list with its entries', async () => {
    await imports.run(FILES, { source: 'hubspot' });
    const { stdout } = await run('delete', '--external-id', 'hubspot:L1', '--kind', 'call-list', '--json');
    const id = imports.idOf('call_list', 'hubspot', 'L1');
    expect(JSON.parse(stdout)).toEqual({ kind: 'call_list', id, sequence: 2, deletedEntries: 2 });
  });

  test('asks for the kind if several records share the external id', async () => {
    await imports.run(FILES, { source: 'hubspot' });
    const { exitCode, stderr } = await run('delete', '--external-id', 'hubspot:7');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--kind person or company')]);
    expect(await auditedActions()).toEqual([]);
    expect((await run('delete', '--external-id', 'hubspot:7', '--kind', 'company')).exitCode).toBe(0);
    expect((await show('--external-id', 'hubspot:7', '--kind', 'person')).exitCode).toBe(0);
  });

  test.each([
    [['--external-id', 'hubspot:9'], 'no person, company, call list or call with the id'],
    [
      ['--external-id', 'hubspot:8', '--kind', 'call_list'],
      '--kind must be person, company, call-list or call',
    ],
    [[], 'either --id'],
  ])('rejects %j', async (args, message) => {
    const { exitCode, stderr } = await run('delete', ...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

test('prints the sequences that events have in the feed of a restored table', async () => {
  await imports.run(FILES);
  const { engine, organizationId } = imports;
  const epoch = await beginEpoch(createTable(engine.client, engine.tableName), organizationId, new Date());
  const id = imports.idOf('person', 'import', '7');
  const sequenceOf = (event: string): number => JSON.parse(inEpoch(event, epoch)).sequence;
  const printed = async (command: string): Promise<number> =>
    JSON.parse((await run(command, '--id', id, '--json')).stdout).sequence;
  expect(await printed('delete')).toBe(sequenceOf(`{"id":"${id}","sequence":2}`));
  expect(await printed('erase')).toBe(sequenceOf(`{"id":"${id}","sequence":3}`));
});

describe('npm run records -- erase', () => {
  test('erases a person, and reports what remains for how long', async () => {
    await imports.run(FILES);
    const id = imports.idOf('person', 'import', '7');
    const { exitCode, stdout } = await run('erase', '--external-id', 'import:7');
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining(`Erased the person ${id} (person.erased`),
    ]);
    expect(stdout).toMatch(/phone and note: +1\n/);
    expect(stdout).toMatch(/point-in-time backups of the table: up to 35 days/);
    expect(stdout).toMatch(/imported files, with their rejected rows: up to 90 days/);
    expect(stdout).toMatch(/stream: up to 1 day\n/);
    expect(stdout).toMatch(/dead-letter queues.*: up to 14 days/);
    expect(stdout).toMatch(/traces of lookups by email or phone: up to 30 days/);
    expect(stdout).toMatch(/logs: nothing/);
    expect(await auditedActions()).toEqual([['person.erased', id, 'cli']]);
    expect((await show('--id', id)).exitCode).toBe(1);
  });

  test('erases a deleted person, and prints a JSON document', async () => {
    await imports.run(FILES);
    const id = imports.idOf('person', 'import', '7');
    await run('delete', '--id', id);
    expect(JSON.parse((await run('erase', '--id', id, '--json')).stdout)).toMatchObject({
      id,
      was: 'deleted',
      sequence: 3,
      entries: 1,
      remaining: expect.arrayContaining([{ place: 'logs', days: null }]),
    });
  });

  test('finds no company', async () => {
    await imports.run(FILES);
    const id = imports.idOf('company', 'import', '7');
    const { exitCode, stderr } = await run('erase', '--id', id);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`no person with the id ${id}`)]);
  });
});

test('computes the documented id in the documented example', () => {
  const text = readFileSync(join(ROOT, 'infra/docs/guides/import-identity.md'), 'utf8');
  const [, organization = '', name = '', id] =
    /namespace +([0-9a-f-]{36})\nname +(\[.*\])\nUUIDv5 +([0-9a-f-]{36})/.exec(text) ?? [];
  const [kind, scope = '', ...path]: string[] = JSON.parse(name);
  expect(kind).toBe('person');
  expect(createIdMaker(organization)('person', scope, ...path)).toBe(id);
});
