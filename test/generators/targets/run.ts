import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../calls/call.ts';
import type { Decoded } from '../compare.ts';

const SHOWN_CHARACTERS = 4_000;

export interface RunOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 *
 * @throws Error with the end of its output unless it exits with 0
 */
export const run = async (
  program: string,
  args: readonly string[],
  { folder, environment = {} }: RunOptions,
): Promise<{ readonly stdout: string; readonly output: string }> => {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.on('error', reject);
  child.on('close', resolve);
  const exitCode = await promise;
  if (exitCode === 0) return { stdout, output };
  throw new Error(
    `${program} ${args.join(' ')} exited with ${exitCode}:\n${output.slice(-SHOWN_CHARACTERS)}`,
  );
};

/** The path of a driver's source. */
export const driver = (...path: readonly string[]): string =>
  join(import.meta.dirname, '..', 'drivers', ...path);

/** Runs a driver with the URL and the file of the calls as its last arguments, and reads its results. */
export const runDriver = async (
  program: string,
  args: (file: string) => readonly string[],
  calls: readonly Call[],
  options: RunOptions,
): Promise<readonly Decoded[]> => {
  const file = join(options.folder, 'calls.json');
  writeFileSync(file, JSON.stringify(calls));
  const { stdout } = await run(program, args(file), options);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Decoded);
};

/** Copies a text file. */
export const copy = (from: string, to: string): void => writeFileSync(to, readFileSync(from));
