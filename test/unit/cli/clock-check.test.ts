import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCommand } from '../../../infra/cli/imports/command.ts';
import { keysCommand } from '../../../infra/cli/keys/command.ts';
import { organizationsCommand } from '../../../infra/cli/organizations/command.ts';
import { recordsCommand } from '../../../infra/cli/records/command.ts';
import type { Command } from '../../../infra/cli/support/run-command.ts';
import { type EngineProxy, startEngineProxy } from '../../support/engine/engine-proxy.ts';
import { useImports } from '../../support/imports/import-fixture.ts';
import { runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const imports = useImports();
let directory: string;
let people: string;
let proxy: EngineProxy;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'clock-check-'));
  people = join(directory, 'people.csv');
  writeFileSync(people, 'id,First Name\n1,Nora');
  proxy = await startEngineProxy(imports.engine.endpoint);
  const engine = { endpoint: proxy.url, tableName: imports.engine.tableName };
  writeRunnerFile(directory, engine, { outputs: { UserPoolId: 'pool' } });
});
afterAll(async () => {
  await proxy.stop();
  rmSync(directory, { recursive: true });
});

/** @param ahead how far DynamoDB's clock is ahead of this machine's, in milliseconds */
const runWith = (ahead: number, command: Command, args: readonly string[]) => {
  proxy.takeCalls();
  proxy.failWhen(() => ({ clock: Date.now() + ahead }));
  return runHere(command, args, { DATA_DIR: directory });
};

const importPeople = (...flags: readonly string[]): readonly string[] => [
  ...['--organization', imports.organizationId, '--people', people],
  ...flags,
];

const MINUTE = 60_000;

describe('a command that writes', () => {
  it.each([
    ['3.0 s ahead of', -3_000],
    ['3.0 s behind', 3_000],
    ['240.0 s behind', 4 * MINUTE],
    ['900.0 s ahead of', -15 * MINUTE],
  ])('refuses to write while the clock is %s that of DynamoDB', async (difference, ahead) => {
    const { exitCode, stderr } = await runWith(ahead, importCommand, importPeople());
    expect(exitCode).toBe(1);
    const [whole, side = ''] = difference.split(' s ');
    const [, measured] =
      new RegExp(`is (\\d+\\.\\d) s ${side} DynamoDB's, but at most 2 s`).exec(stderr) ?? [];
    expect(Math.abs(Number(measured) - Number(whole))).toBeLessThanOrEqual(0.5);
    expect(stderr).toContain('Synchronize the clock (NTP), then repeat the command.');
    expect(await imports.items()).toEqual([]);
  });

  it.each([0, 1_000, -1_000])('writes while the clocks are %i ms apart', async (ahead) => {
    const { exitCode, stderr } = await runWith(ahead, importCommand, importPeople());
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('The clock')]);
  });

  it('writes to an endpoint that does not report the time', async () => {
    proxy.takeCalls();
    proxy.failWhen(() => 'no date');
    const { exitCode } = await runHere(importCommand, importPeople(), { DATA_DIR: directory });
    expect(exitCode).toBe(0);
  });

  it('checks the clock of DYNAMODB_ENDPOINT', async () => {
    const data = mkdtempSync(join(directory, 'elsewhere-'));
    writeRunnerFile(data, imports.engine);
    proxy.failWhen(() => ({ clock: Date.now() + MINUTE }));
    const environment = { DATA_DIR: data, DYNAMODB_ENDPOINT: proxy.url };
    const { stderr } = await runHere(importCommand, importPeople(), environment);
    expect(stderr).toContain("behind DynamoDB's");
  });

  it('checks the clock once', async () => {
    await runWith(0, importCommand, importPeople());
    const checks = proxy.takeCalls().filter(({ body }) => body.includes('"CLOCK"'));
    expect(checks).toHaveLength(1);
  });

  it.each<[string, Command, (organizationId: string) => readonly string[]]>([
    ['keys create', keysCommand, (id) => ['create', '--organization', id, '--name', 'x']],
    [
      'organizations create',
      organizationsCommand,
      (id) => ['create', '--organization', id, '--name', 'x', '--admin-email', 'nora@nowhere.example'],
    ],
    ['records delete', recordsCommand, (id) => ['delete', '--organization', id, '--external-id', 'import:1']],
    ['records erase', recordsCommand, (id) => ['erase', '--organization', id, '--external-id', 'import:1']],
  ])('checks the clock before %s', async (_, command, argsOf) => {
    await imports.run({ people: 'id,First Name\n1,Nora' });
    const before = await imports.engine.itemsOf('');
    const { exitCode, stderr } = await runWith(MINUTE, command, argsOf(imports.organizationId));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("behind DynamoDB's")]);
    expect(await imports.engine.itemsOf('')).toEqual(before);
  });
});

describe('a command that only reads', () => {
  it('reads with a wrong clock', async () => {
    await imports.run({ people: 'id,First Name\n1,Nora' });
    const { exitCode } = await runWith(MINUTE, importCommand, importPeople('--dry-run'));
    expect(exitCode).toBe(0);
    const args = ['show', '--organization', imports.organizationId, '--external-id', 'import:1'];
    expect((await runWith(MINUTE, recordsCommand, args)).exitCode).toBe(0);
  });
});
