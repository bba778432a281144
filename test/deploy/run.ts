import { runProgram } from '../support/service/command.ts';
import { RehearsalError } from './rehearsal.ts';

export interface RunResult {
  readonly exitCode: number | null;
  /** Standard output, followed by standard error. */
  readonly output: string;
}

/** Runs a program in the project's folder until it exits. */
export const run = async (...command: Parameters<typeof runProgram>): Promise<RunResult> => {
  const { exitCode, stdout, stderr } = await runProgram(...command);
  return { exitCode, output: stdout + stderr };
};

const SHOWN_CHARACTERS = 4_000;

/**
 * Runs a program like `run`, and throws a RehearsalError with the end of its output unless it exits with 0.
 */
export const runOrFail = async (...command: Parameters<typeof run>): Promise<string> => {
  const { exitCode, output } = await run(...command);
  if (exitCode === 0) return output;
  const [program, args] = command;
  throw new RehearsalError(
    `${program} ${args.join(' ')} exited with ${exitCode}:\n${output.slice(-SHOWN_CHARACTERS)}`,
  );
};
