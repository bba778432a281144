import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../../support/engine/use-engine.ts';
import { runHere, TOOLS } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const UNKNOWN = '8f1c2d3e-0000-4000-8000-00000000dead';
const ID = '8f1c2d3e-0000-4000-8000-000000000001';

const engine = useEngine();
let directory: string;
let people: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'unknown-organization-'));
  people = join(directory, 'people.csv');
  writeFileSync(people, 'Record ID,First Name\nP1,Nora\n');
  writeRunnerFile(directory, engine, {
    outputs: { UserPoolId: 'pool', Retention: '{"backupDays":0,"queueDays":1,"importDays":1}' },
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('an organization that does not exist', () => {
  it.each([
    ['import', () => ['--people', people]],
    ['import', () => ['--people', people, '--dry-run']],
    ['keys', () => ['create', '--name', 'x']],
    ['keys', () => ['list']],
    ['keys', () => ['revoke', ID]],
    ['records', () => ['show', '--id', ID]],
    ['records', () => ['delete', '--id', ID]],
    ['records', () => ['erase', '--id', ID]],
    ['webhooks', () => ['list']],
    ['webhooks', () => ['create', '--url', 'https://hooks.example/', '--event-types', 'person.*']],
    ['organizations', () => ['invite', '--email', 'nora@nowhere.example', '--role', 'member']],
    ['organizations', () => ['users']],
  ] as const)('rejects an unknown organization in npm run %s', async (tool, args) => {
    const all = [...args(), '--organization', UNKNOWN];
    const { exitCode, stderr } = await runHere(await TOOLS[tool](), all, { DATA_DIR: directory });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(UNKNOWN)]);
    expect(stderr).toMatch(/no organization/i);
    expect(await engine.itemsOf('')).toEqual([]);
  });
});
