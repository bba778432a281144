import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ROOT, runProgram } from '../service/command.ts';
import { skipWithNotice } from './slow-connectors.ts';

/** A virtual environment. */
export interface PythonEnvironment {
  readonly python: string;
  /** The folder of the installed programs. */
  readonly bin: string;
  readonly uv: string;
}

/** Why there is no environment here. */
export interface NoPython {
  readonly skipped: string;
}

const CACHE = join(ROOT, 'node_modules', '.cache', 'python');
/** The wheels that uv downloaded. */
export const UV_CACHE = join(CACHE, 'uv-cache');
const MAKE = join(import.meta.dirname, 'make_python_environment.py');
/** The exit code of MAKE if Python or PyPI is not available here. */
const UNAVAILABLE = 3;
const PRINT_VERSION = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';

/** The version of a Python from 3.10, such as `3.11.7`. */
const versionOf = async (python: string): Promise<string | undefined> => {
  const result = await runProgram(python, ['-c', PRINT_VERSION]).catch(() => undefined);
  if (result?.exitCode !== 0) return undefined;
  const version = result.stdout.trim();
  const [major, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= 10 ? version : undefined;
};

/**
 * The interpreters of this machine from Python 3.10, one per minor version: those on the PATH and those of
 * pyenv.
 */
export const installedPythons = async (): Promise<readonly string[]> => {
  const versions = join(homedir(), '.pyenv', 'versions');
  const folders = existsSync(versions) ? readdirSync(versions) : [];
  const candidates = [
    'python3',
    ...[10, 11, 12, 13, 14].map((minor) => `python3.${minor}`),
    ...folders.map((folder) => join(versions, folder, 'bin', 'python3')),
  ];
  const found = new Map<string, string>();
  for (const python of candidates) {
    const minor = (await versionOf(python))?.split('.')[1];
    if (minor !== undefined && !found.has(minor)) found.set(minor, python);
  }
  return [...found.values()];
};

/**
 * Returns a virtual environment with the packages of a requirements file, which it creates the first time.
 * Environments are shared by all tests: do not install anything else into them.
 *
 * @param name of the environment, unique per requirements file
 * @param requirementsFile relative to the root of the repository, with exact versions
 * @param python the interpreter
 * @returns the environment, or the reason why it cannot be created here
 * @throws Error if the requirements cannot be installed
 */
export const pythonEnvironment = async (
  name: string,
  requirementsFile: string,
  python = 'python3',
): Promise<PythonEnvironment | NoPython> => {
  const version = await versionOf(python);
  if (version === undefined) return { skipped: `${python} is not on the PATH, or is older than Python 3.10` };
  const requirements = join(ROOT, requirementsFile);
  const hash = createHash('sha256').update(version).update(readFileSync(requirements)).digest('hex');
  const folder = `${name}-${hash.slice(0, 12)}`;
  const { exitCode, stdout, stderr } = await runProgram(python, [MAKE, CACHE, folder, requirements]);
  if (exitCode === UNAVAILABLE) return { skipped: stdout.trim() };
  if (exitCode !== 0) throw new Error(`The environment of ${requirementsFile} cannot be created: ${stderr}`);
  const bin = join(CACHE, folder, 'bin');
  return { python: join(bin, 'python'), bin, uv: stdout.trim() };
};

/** Tests run several programs, each of which loads packages for seconds, and on a busy machine half a minute. */
const TIMEOUT = 1_800_000;

/** Like `describe`, with an environment. Without one, prints the reason and skips the tests. */
export const describePython = (
  title: string,
  environment: PythonEnvironment | NoPython,
  tests: (environment: PythonEnvironment) => void,
): void => {
  if ('skipped' in environment) skipWithNotice(title, environment.skipped);
  else describe(title, { timeout: TIMEOUT }, () => tests(environment));
};
