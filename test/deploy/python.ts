import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/service/command.ts';
import { run } from './run.ts';

/** The Python programs of the rehearsal, in a virtual environment. */
export interface PythonTools {
  readonly python: string;
  readonly cfnLint: string;
}

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const ENVIRONMENT = join(ROOT, '.local', 'rehearsal', 'python');
/** A copy of the installed requirements; a difference triggers a reinstall. */
const INSTALLED = join(ENVIRONMENT, 'installed-requirements.txt');

/** Checks for the minimum version of the emulator. */
const PYTHON_CHECK = 'import sys, venv; sys.exit(0 if sys.version_info >= (3, 10) else 1)';

const inEnvironment = (program: string): string => join(ENVIRONMENT, 'bin', program);

/**
 * Installs `requirements.txt`, once.
 *
 * @returns the tools, or the reason why they cannot be installed
 */
export const preparePythonTools = async (): Promise<PythonTools | { readonly missing: string }> => {
  const check = await run('python3', ['-c', PYTHON_CHECK]).catch(() => undefined);
  if (check?.exitCode !== 0) return { missing: 'there is no Python 3.10 or later with its venv module here' };
  const requirements = readFileSync(REQUIREMENTS, 'utf8');
  if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== requirements) {
    const made = await run('python3', ['-m', 'venv', '--clear', ENVIRONMENT]);
    if (made.exitCode !== 0) return { missing: `no Python environment can be made here: ${made.output}` };
    const installed = await run(inEnvironment('pip'), ['install', '--quiet', '-r', REQUIREMENTS]);
    if (installed.exitCode !== 0) {
      return { missing: `the emulator cannot be installed from PyPI: ${installed.output}` };
    }
    writeFileSync(INSTALLED, requirements);
  }
  return { python: inEnvironment('python'), cfnLint: inEnvironment('cfn-lint') };
};
