import { expect, it } from 'vitest';
import { runProgram } from '../../support/service/command.ts';

/** It lints and type-checks everything while the other tests keep both cores busy. */
const TIME_LIMIT = 300_000;

it(
  'passes `npm run check`',
  async () => {
    const { exitCode, stdout, stderr } = await runProgram('npm', ['run', '--silent', 'check']);
    expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
  },
  TIME_LIMIT,
);
