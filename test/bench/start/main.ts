/**
 * Measures what a newcomer waits for, in a fresh clone: `npm ci --omit=dev`, the first `npm start` and later
 * ones, each until it prints the `curl` line. Prints a table, or one JSON document with `--json`. Uncommitted
 * changes are not measured, and packages come from npm's cache, if it has them.
 *
 * - `--rounds N` (3): later starts
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ROOT } from '../../support/service/command.ts';
import { median } from '../support/median.ts';
import { machine, table } from '../support/output.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, rounds: { type: 'string', default: '3' } },
});

const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
const clone = join(folder, 'clone');

const secondsSince = (start: number): number => (performance.now() - start) / 1_000;

const run = (program: string, ...options: readonly string[]): number => {
  const start = performance.now();
  execFileSync(program, options, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  return secondsSince(start);
};

/** Starts the service, and stops it as soon as it can be used. */
const start = async (): Promise<number> => {
  const begun = performance.now();
  const service = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: '0', ADMIN_PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // npm exits before the service, which has its output open, too.
  const closed = once(service, 'close');
  try {
    for await (const line of createInterface(service.stdout)) {
      if (line.includes('curl ')) return secondsSince(begun);
    }
    throw new Error('The service ended before it printed the curl line.');
  } finally {
    // npm runs the service as its child.
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid, 'SIGTERM');
    service.stdout.resume();
    await closed;
  }
};

try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const install = run('npm', 'ci', '--omit=dev');
  const first = await start();
  const later: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) later.push(await start());
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine: machine(), install, first, later })}\n`
      : `${machine()}\n\n${table(
          ['', 'seconds'],
          [
            ['npm ci --omit=dev', install.toFixed(1)],
            ['first npm start', first.toFixed(1)],
            [`later npm start, median of ${later.length}`, median(later).toFixed(1)],
          ],
        )}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
