/**
 * Measures the memory of an import of a large file of new people at each tenth of the file. Prints a line
 * each, as soon as it is known.
 *
 * - `--people N` (5000000)
 * - `--write`: stores the people, silently. Default: only a preview (`--dry-run`), which reads, validates and
 *   compares every row
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { ROOT } from '../../support/service/command.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { machine } from '../support/output.ts';

const { values } = parseArgs({
  options: { people: { type: 'string', default: '5000000' }, write: { type: 'boolean', default: false } },
});
const people = Number(values.people);
const ROWS_PER_CHUNK = 1_000;

function* csv() {
  yield 'id,firstName,lastName,email,phone\n';
  for (let start = 0; start < people; start += ROWS_PER_CHUNK) {
    const rows = Array.from({ length: Math.min(ROWS_PER_CHUNK, people - start) }, (_, index) => {
      const n = start + index;
      return `P-${n},First${n},Last${n},p${n}@example.com,+1415555${String(n % 10_000).padStart(4, '0')}\n`;
    });
    yield rows.join('');
  }
}

const residentMegabytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
try {
  const file = join(folder, 'people.csv');
  await pipeline(csv(), createWriteStream(file));
  const runner = await startRunnerProcess({ assembly: synthesizeAssembly() });
  try {
    process.stdout.write(`${people.toLocaleString('en')} people, ${machine()}\n`);
    const start = performance.now();
    const script = join(ROOT, 'infra/cli/imports/main.ts');
    const organizationId = randomUUID();
    await createOrganizationAdmin(organizationId, {
      toolArguments: [],
      toolEnvironment: { DATA_DIR: runner.dataDirectory },
    });
    const args = [
      '--organization',
      organizationId,
      '--people',
      file,
      values.write ? '--silent' : '--dry-run',
    ];
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: runner.dataDirectory },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let tenth = -1;
    for await (const line of createInterface(child.stderr)) {
      const [, percent, rows] = /^(\d+)% read, (\d+) rows? processed$/.exec(line) ?? [];
      if (percent === undefined || Number(percent) < (tenth + 1) * 10) continue;
      tenth = Math.floor(Number(percent) / 10);
      const seconds = (performance.now() - start) / 1000;
      process.stdout.write(
        `${rows} rows, ${residentMegabytes(child.pid).toFixed(0)} MB after ${seconds.toFixed(0)} s\n`,
      );
    }
  } finally {
    await runner.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
