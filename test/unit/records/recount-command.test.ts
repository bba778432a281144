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
  directory = mkdtempSync(join(tmpdir(), 'recount-'));
  writeRunnerFile(directory, imports.engine);
});
afterAll(() => rmSync(directory, { recursive: true }));

const recount = (...args: readonly string[]) =>
  runHere(recordsCommand, ['recount', ...args], { DATA_DIR: directory });

// A recount waits half a minute before it corrects a count.
it('corrects wrong counts, of one organization or of all, and then finds none', async () => {
  await imports.run({ people: 'Record ID,First Name\n7,Nora\n8,Otto' }, { source: 'hubspot' });
  const { stdout } = await recount('--organization', imports.organizationId, '--json');
  const [item] = JSON.parse(stdout).items;
  // That of people by source.
  expect(item).toEqual({ organizationId: imports.organizationId, counters: 1, corrected: 1 });
  const all = await recount();
  expect(all.stdout).toContain(`${imports.organizationId}: 1 counts, 0 corrected`);
});
