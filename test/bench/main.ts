/**
 * `npm run bench -- [NAME] [options]`: runs a benchmark (default: `functions`). Each is a folder next to this
 * file. With `--document`, what it prints also becomes its section of `infra/docs/performance-tables.md`.
 */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBundling } from '../../infra/constructs/platform/bundling.ts';
import { useBundlesOf } from '../../infra/constructs/platform/function-bundle.ts';
import { useTemporaryFolder } from '../support/processes/temporary-folder.ts';
import { documentOutput } from './support/document-output.ts';

useTemporaryFolder();
const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'main.ts')),
);
const [first = ''] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('-');
const name = isNamed ? first : 'functions';
if (names.includes(name)) {
  if (isNamed) process.argv.splice(2, 1);
  if (process.argv.includes('--document')) documentOutput(name);
  const outdir = mkdtempSync(join(tmpdir(), 'bundles-'));
  await (await startBundling(outdir, true)).done;
  useBundlesOf(outdir);
  await import(join(import.meta.dirname, name, 'main.ts'));
} else {
  process.stderr.write(`There is no benchmark "${name}": name one of ${names.join(', ')}.\n`);
  process.exitCode = 1;
}
