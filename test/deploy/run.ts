import { spawn } from 'node:child_process';
import { ROOT } from '../support/command.ts';
import { RehearsalError } from './rehearsal.ts';

export interface RunResult {
  readonly exitCode: number | null;
  /** What it printed to both streams, in the order it came. */
  readonly output: string;
}

/** Runs a program in the project's folder until it ends. */
export const run = async (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunResult> => {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  return { exitCode: await promise, output };
};

const SHOWN_CHARACTERS = 4_000;

/** Does the same, and throws a RehearsalError with the end of the output unless it exits with 0. */
export const runOrFail = async (...command: Parameters<typeof run>): Promise<string> => {
  const { exitCode, output } = await run(...command);
  if (exitCode === 0) return output;
  const [program, args] = command;
  throw new RehearsalError(
    `${program} ${args.join(' ')} exited with ${exitCode}:\n${output.slice(-SHOWN_CHARACTERS)}`,
  );
};
