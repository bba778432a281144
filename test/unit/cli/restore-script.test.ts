import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'infra', 'docs', 'runbook', 'restore.md'),
  'utf8',
);

/** The code of a numbered step. */
const scriptOf = (step: string): string => {
  const [, script = ''] = page.slice(page.indexOf(step)).split(/ {3}```(?:sh)?\n/);
  return script;
};

const [FREE, RESERVED] = ['free', 'reserved'].map((name) => `arn:aws:lambda:eu-central-1:1:function:${name}`);

/** Prints what the AWS CLI does, and notes what it was asked to change. */
const AWS = `#!/bin/sh
case "$*" in
  *get-resources*Key=sales-data:stopped-for-restore,Values=STAGE*) printf '%s\\n' ${FREE} ${RESERVED} ;;
  *get-function-concurrency*:reserved\\ *) echo 25 ;;
  *get-function-concurrency*) echo None ;;
  *) echo "$*" >> calls.txt ;;
esac
`;

it('stops the functions of a stage, and gives back the concurrency that each had', () => {
  const directory = mkdtempSync(join(tmpdir(), 'restore-'));
  try {
    writeFileSync(join(directory, 'aws'), AWS, { mode: 0o755 });
    const run = (step: string): readonly string[] => {
      writeFileSync(join(directory, 'calls.txt'), '');
      const PATH = `${directory}${delimiter}${process.env['PATH']}`;
      execFileSync('bash', ['-euc', scriptOf(step)], {
        cwd: directory,
        env: { PATH },
        stdio: 'pipe',
        input: '',
      });
      return readFileSync(join(directory, 'calls.txt'), 'utf8').trim().split('\n');
    };
    const change = (action: string, name: string | undefined, option = ''): string =>
      `lambda ${action}-function-concurrency --function-name ${name}${option}`;
    const stopped = ' --reserved-concurrent-executions 0';
    expect(run('2. Meanwhile, stop writes')).toEqual([
      change('put', FREE, stopped),
      change('put', RESERVED, stopped),
    ]);
    expect(run('5. Let the functions write again')).toEqual([
      change('delete', FREE),
      change('put', RESERVED, ' --reserved-concurrent-executions 25'),
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
