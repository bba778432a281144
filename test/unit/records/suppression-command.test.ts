import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordsCommand } from '../../../infra/cli/records/command.ts';
import { useImports } from '../../support/imports/import-fixture.ts';
import { runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const imports = useImports();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'suppressions-'));
  writeRunnerFile(directory, imports.engine);
});
afterAll(() => rmSync(directory, { recursive: true }));

const records = (name: string, ...args: readonly string[]) =>
  runHere(recordsCommand, [name, '--organization', imports.organizationId, ...args], { DATA_DIR: directory });

it('lists who forbade calls, and tells which values are listed', async () => {
  expect((await records('suppressions')).stdout).toBe('The suppression list is empty.\n');
  await imports.run({ people: 'Record ID,Phone,Do Not Call\n1,+12025550143,yes\n' }, { source: 'hubspot' });
  await records('suppress', '--value', 'Nora@nowhere.example');
  const { stdout } = await records('suppressions');
  expect(stdout).toMatch(/number +hubspot /);
  expect(stdout).toMatch(/address +hand /);
  const values = ['+1 202-555-0143', 'nora@nowhere.example', 'otto@nowhere.example'];
  const asked = values.flatMap((value) => ['--value', value]);
  const found = await records('suppressions', ...asked);
  expect(found.stdout).toMatch(/^\+1 202-555-0143 +\S+ +number +hubspot /m);
  expect(found.stdout).toMatch(/^nora@nowhere.example +\S+ +address +hand /m);
  expect(found.stdout).toMatch(/\nNot on the suppression list:\notto@nowhere.example\n$/);
  expect(JSON.parse((await records('suppressions', '--json', ...asked)).stdout)).toMatchObject({
    items: [{ value: '+1 202-555-0143', sources: ['hubspot'], isManual: false }, { isManual: true }],
    unlisted: ['otto@nowhere.example'],
  });
});
