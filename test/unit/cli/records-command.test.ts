import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordsCommand } from '../../../infra/cli/records/command.ts';
import { createIdMaker } from '../../../shared/importing/run/import-ids.ts';
import { ROOT } from '../../support/command.ts';
import { runHere } from '../../support/command-here.ts';
import { useImports } from '../../support/import-fixture.ts';
import { writeRunnerFile } from '../../support/runner-file.ts';

const imports = useImports();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'records-'));
  writeRunnerFile(directory, imports.engine);
});
afterAll(() => rmSync(directory, { recursive: true }));

const show = (...args: readonly string[]) =>
  runHere(recordsCommand, ['show', '--organization', imports.organizationId, ...args], {
    DATA_DIR: directory,
  });

describe('npm run records -- show', () => {
  const files = {
    companies: 'Record ID,Company Name\n7,Nowhere Inc.',
    people: 'Record ID,First Name\n7,Nora\n8,Otto',
    callLists: 'List ID,List Name,Person ID\nL1,First,7\nL1,First,8',
  };

  test('finds records of any kind by their source id', async () => {
    await imports.run(files, { source: 'hubspot' });
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
    await imports.run(files);
    const id = imports.idOf('person', 'import', '8');
    expect(JSON.parse((await show('--id', id)).stdout)).toMatchObject([{ kind: 'person', record: { id } }]);
  });

  test("does not find another organization's records", async () => {
    await imports.run(files);
    const id = imports.idOf('person', 'import', '8');
    imports.nextOrganization();
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

test('the documented example computes the documented id', () => {
  const text = readFileSync(join(ROOT, 'infra/docs/importing.md'), 'utf8');
  const [, organization = '', name = '', id] =
    /namespace +([0-9a-f-]{36})\nname +(\[.*\])\nUUIDv5 +([0-9a-f-]{36})/.exec(text) ?? [];
  const [kind, ...path]: string[] = JSON.parse(name);
  expect(kind).toBe('person');
  expect(createIdMaker(organization)('person', ...path)).toBe(id);
});
