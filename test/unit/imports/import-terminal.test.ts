import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../infra/local/process/listen.ts';
import { ROOT } from '../../support/service/command.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

/** A table that has every organization, and never answers anything else. */
const silent = createServer((request, response) => {
  request.setEncoding('utf8').once('data', (body: string) => {
    if (!body.includes('ORGANIZATION#')) return;
    const text = { S: 'x' };
    const item = { id: text, name: text, membersSeeData: { BOOL: false }, createdAt: text };
    response.setHeader('Content-Type', 'application/x-amz-json-1.0').end(JSON.stringify({ Item: item }));
  });
});
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'import-terminal-'));
  writeRunnerFile(directory, { endpoint: `http://127.0.0.1:${await listen(silent)}`, tableName: 'table' });
  writeFileSync(join(directory, 'people.csv'), 'Record ID,First Name\nP1,Nora\n');
});
afterAll(() => {
  silent.close().closeAllConnections();
  rmSync(directory, { recursive: true });
});

/** Starts an import whose standard error claims to be a terminal. */
const startImport = (...args: readonly string[]) => {
  const organization = ['--organization', '7f1c2d3e-0000-4000-8000-000000000001'];
  const options = [...organization, '--people', join(directory, 'people.csv'), ...args];
  const child = spawn(
    process.execPath,
    [
      '--import=data:text/javascript,process.stderr.isTTY=true',
      join(ROOT, 'infra/cli/imports/main.ts'),
      ...options,
    ],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: directory }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  onTestFinished(() => void child.kill());
  const closed = once(child, 'close').then(([exitCode, signal]) => ({ exitCode, signal, stderr }));
  return { child, closed };
};

it.each([['--rejects'], ['--warnings', tmpdir()]])(
  'ends if the file of %s cannot be written',
  async (...args) => {
    mkdirSync(join(directory, 'people.csv.rejects.csv'), { recursive: true });
    const { closed } = startImport(...args);
    expect(await closed).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${args[0]}: EISDIR`),
    });
  },
);

it.each(['SIGINT', 'SIGTERM'] as const)('restores the terminal at a %s', async (signal) => {
  const { child, closed } = startImport();
  for await (const [text] of on(child.stderr, 'data')) if (text.includes('rows')) break;
  child.kill(signal);
  const ended = await closed;
  expect(ended).toMatchObject({ exitCode: null, signal });
  // The cursor and the wrapping of lines.
  for (const setting of ['?25', '?7']) {
    const positionOf = (state: 'l' | 'h') => ended.stderr.lastIndexOf(`\x1b[${setting}${state}`);
    expect(positionOf('h')).toBeGreaterThan(positionOf('l'));
  }
});
