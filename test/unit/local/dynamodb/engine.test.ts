import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { startEngine } from '../../../../infra/local/dynamodb/engine.ts';
import { type DataDirectory, openDataDirectory } from '../../../../infra/local/process/data-directory.ts';
import { commandLineOf } from '../../../../infra/local/process/process-identity.ts';
import { newDirectory } from '../runner-child.ts';

const ACCESS_KEY_ID = 'access-key-id-of-the-test';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const fail = (error: Error): never => {
  throw error;
};

/** Starts a process and records its id as that of the engine of a killed runner. */
const spawnInPlaceOfEngine = (
  data: DataDirectory,
  [binary = '', ...options]: readonly string[],
): ChildProcess => {
  const child = spawn(binary, options, { stdio: 'ignore' });
  children.push(child);
  writeFileSync(data.path('dynamodb.pid'), String(child.pid));
  return child;
};

const hasEnded = (child: ChildProcess): boolean => (child.exitCode ?? child.signalCode) !== null;

it('ends an orphaned engine before it starts one, but no other process with its id', async () => {
  const data = await openDataDirectory(newDirectory());
  const first = await startEngine(data, ACCESS_KEY_ID, fail);
  const command = commandLineOf(Number(readFileSync(data.path('dynamodb.pid'), 'utf8')));
  await first.stop();

  const orphan = spawnInPlaceOfEngine(data, command);
  const second = await startEngine(data, ACCESS_KEY_ID, fail);
  await expect.poll(() => hasEnded(orphan)).toBe(true);
  await second.stop();

  const stranger = spawnInPlaceOfEngine(data, ['sleep', '60']);
  const third = await startEngine(data, ACCESS_KEY_ID, fail);
  expect(hasEnded(stranger)).toBe(false);
  await third.stop();
  data.release();
});

it.each([
  ['deleted', (database: string) => rmSync(database)],
  ['emptied', (database: string) => truncateSync(database)],
])('refuses to replace a %s database', async (_, lose) => {
  const data = await openDataDirectory(newDirectory());
  const first = await startEngine(data, ACCESS_KEY_ID, fail);
  await first.stop();
  lose(data.path('dynamodb.db'));
  const second = await startEngine(data, ACCESS_KEY_ID, fail);
  await second.stop();

  writeFileSync(data.path('kms.json'), '{"keys":{}}');
  const third = await startEngine(data, ACCESS_KEY_ID, fail);
  await third.stop();
  lose(data.path('dynamodb.db'));
  await expect(startEngine(data, ACCESS_KEY_ID, fail)).rejects.toThrow(
    `${data.path('dynamodb.db')} is missing or empty, although kms.json shows that it had data: restore it, or delete ${data.path()} to start without data.`,
  );
  data.release();
});
