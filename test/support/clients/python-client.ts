import { join } from 'node:path';
import { type CommandResult, runProgram } from '../service/command.ts';
import { type NoPython, type PythonEnvironment, pythonEnvironment } from './python-environment.ts';
import { installWheel } from './python-wheel.ts';

/** The client's folder, relative to the root of the repository. */
export const PROJECT = 'clients/python';

/** An environment for the client. */
export const clientEnvironment = (python?: string): Promise<PythonEnvironment | NoPython> =>
  pythonEnvironment('python-client', `${PROJECT}/requirements.txt`, python);

/** Programs that run with the built wheel of the client. */
export interface InstalledClient {
  /** The file of the wheel. */
  readonly wheel: string;
  /** The environment variables of the programs. */
  readonly variables: Readonly<Record<string, string>>;
  start(
    program: string,
    args: readonly string[],
    variables?: Readonly<Record<string, string>>,
  ): Promise<CommandResult>;
  /**
   * @returns the standard output
   * @throws Error unless the program exits with 0
   */
  run(...command: Parameters<InstalledClient['start']>): Promise<string>;
}

/** Builds the client's wheel and installs it. */
export const installClient = async (environment: PythonEnvironment): Promise<InstalledClient> => {
  const { wheel, folder } = await installWheel(environment, PROJECT);
  const variables = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const start: InstalledClient['start'] = (program, args, more = {}) =>
    runProgram(join(environment.bin, program), args, { ...variables, ...more });
  return {
    wheel,
    variables,
    start,
    async run(...command) {
      const { exitCode, stdout, stderr } = await start(...command);
      if (exitCode === 0) return stdout;
      throw new Error(`${command[0]} exited with ${exitCode}:\n${stdout}${stderr}`);
    },
  };
};
