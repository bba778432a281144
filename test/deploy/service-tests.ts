import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/service/command.ts';
import type { Emulator } from './emulator.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { expectThat, STACK_NAME, say } from './rehearsal.ts';
import { run } from './run.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const REPORT = join(ROOT, '.reports', 'rehearsal.json');

/**
 * Runs the service tests against the deployed data API. Only tests with a known gap may fail. Reports gaps
 * without a failing test, so that the list stays current.
 */
export const runServiceTests = async (emulator: Emulator, baseUrl: string): Promise<void> => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  // Every function of the emulator is a process: test files in parallel need more than a busy machine has.
  const options = ['--project', 'service', '--no-file-parallelism', ...reporters];
  const { output } = await run('vitest', ['run', ...options], {
    ...emulator.environment,
    TESTED_URL: baseUrl,
    TESTED_STACK: STACK_NAME,
  });
  const report: Report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const namesOf = (state: string): readonly string[] =>
    tests.filter(({ status }) => status === state).map(({ fullName }) => fullName);
  const failed = namesOf('failed');
  const unexpected = [
    ...failed.filter((name) => !KNOWN_GAPS.some((known) => known.tests.test(name))),
    // A file that failed before its first test has no assertion results.
    ...report.testResults
      .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .map(({ name, message = '' }) => `${name} ${message}`),
  ];
  say(`  ${namesOf('passed').length} tests passed, ${failed.length} failed`);
  for (const { tests: pattern, gap, documentation } of KNOWN_GAPS) {
    const count = failed.filter((name) => pattern.test(name)).length;
    say(`  ${count === 0 ? 'no longer so' : `${count} of them`}: ${gap} AWS: ${documentation}`);
  }
  if (unexpected.length > 0) process.stdout.write(output);
  expectThat(
    unexpected.length === 0 && namesOf('passed').length > 0,
    `nothing failed but for the emulator's gaps${unexpected.map((name) => `\n    ${name}`).join('')}`,
  );
};
