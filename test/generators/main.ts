/**
 * `npm run check -- generators`: generates clients of both APIs with the generators that people use, compiles
 * them, and lets those of the data API call a local service with sample data. Each must generate without
 * warnings, and decode every resource, page and error without loss. Then oasdiff judges the changes with
 * which the test of compatibility is tested. Exits with 1 if anything fails.
 *
 * - `--only TEXT`: only generators whose name contains it
 * - `--keep FOLDER`: keeps downloads and generated code there; default: a temporary folder
 *
 * Generators are downloaded, in pinned versions, from Maven Central, PyPI, npm, crates.io and the Go module
 * proxy. Those whose toolchain is missing are skipped, with a notice.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { useTemporaryFolder } from '../support/processes/temporary-folder.ts';
import { ROOT } from '../support/service/command.ts';
import { differenceOf } from './compare.ts';
import { compareWithOasdiff } from './oasdiff.ts';
import { type RunningSample, startSample } from './sample.ts';
import { oapiCodegen, ogen } from './targets/go-tool.ts';
import { heyApi } from './targets/hey-api.ts';
import { openApiGenerator } from './targets/openapi-generator.ts';
import { openApiPythonClient } from './targets/openapi-python-client.ts';
import { DOCUMENTS, type DocumentName, type Target } from './targets/target.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, keep: { type: 'string' } },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const MAX_SHOWN = 10;

/** @returns what is wrong */
const check = async (
  target: Target,
  name: DocumentName,
  folder: string,
  { proxy, calls }: RunningSample,
): Promise<readonly string[]> => {
  mkdirSync(folder, { recursive: true });
  const path = join(ROOT, 'shared/operations/openapi', `${name}.json`);
  const client = await target.generate({ name, path }, folder);
  if (name !== 'data-api') return client.warnings;
  proxy.take();
  const decoded = await client.run(proxy.url, calls);
  const exchanges = proxy.take();
  const differences = calls.flatMap(
    (call, index) => differenceOf(call, exchanges[index], decoded[index], target) ?? [],
  );
  say(`  decoded ${calls.length - differences.length} of ${calls.length} responses`);
  return [...client.warnings, ...differences];
};

useTemporaryFolder();
const root = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'generators-')) : resolve(values.keep);
const repository = join(root, 'maven');
const targets = [
  openApiGenerator('7.25.0', 'java', repository),
  openApiGenerator('7.25.0', 'go', repository),
  openApiGenerator('7.25.0', 'rust', repository),
  openApiGenerator('7.20.0', 'java', repository),
  openApiGenerator('7.17.0', 'go', repository),
  oapiCodegen('2.8.2'),
  ogen('1.14.0'),
  openApiPythonClient('0.29.1'),
  heyApi('0.99.0'),
].filter(({ name }) => name.includes(values.only));

let [passed, failed, skipped] = [0, 0, 0];

const conclude = (problems: readonly string[]): void => {
  for (const problem of problems.slice(0, MAX_SHOWN)) say(`  ${problem}`);
  if (problems.length > MAX_SHOWN) say(`  and ${problems.length - MAX_SHOWN} more`);
  if (problems.length > 0) failed++;
  else passed++;
};

const checkOasdiff = async (): Promise<void> => {
  if (!isInstalled('go')) {
    say('oasdiff: skipped, because go is not installed.');
    skipped++;
    return;
  }
  say('oasdiff');
  const folder = join(root, 'oasdiff');
  mkdirSync(folder, { recursive: true });
  conclude(await compareWithOasdiff(folder).catch((error: Error) => [error.message]));
};

const sample = await startSample();
try {
  for (const target of targets) {
    const missing = target.needs.filter((program) => !isInstalled(program));
    if (missing.length > 0) {
      say(`${target.name}: skipped, because ${missing.join(' and ')} is not installed.`);
      skipped++;
      continue;
    }
    for (const name of DOCUMENTS) {
      say(`${target.name}: ${name}`);
      const folder = join(root, target.name.replaceAll(' ', '-'), name);
      rmSync(folder, { recursive: true, force: true });
      const problems = await check(target, name, folder, sample).catch((error: Error) => [error.message]);
      conclude(problems);
    }
  }
  if ('oasdiff'.includes(values.only)) await checkOasdiff();
} finally {
  await sample.stop();
  if (values.keep === undefined) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
