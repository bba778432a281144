/**
 * Runs the commands in `infra/docs/performance-tables.md`, one after the other, and replaces what each
 * printed. A table is added by its own command, with `--document`.
 *
 * - `--only NAME,NAME,…`: the tables of these benchmarks
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ROOT } from '../../support/service/command.ts';
import { PAGE } from '../support/document-output.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');

for (const [, name = '', options = ''] of readFileSync(PAGE, 'utf8').matchAll(
  /^ {4}npm run bench -- (\S+) ?(.*)$/gm,
)) {
  if (only !== undefined && !only.includes(name)) continue;
  const args = [...options.split(' ').filter((option) => option !== ''), '--document'];
  process.stderr.write(`npm run bench -- ${name} ${args.join(' ')}\n`);
  const { status } = spawnSync('npm', ['run', '--silent', 'bench', '--', name, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
