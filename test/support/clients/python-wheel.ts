import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runProgram } from '../service/command.ts';
import { type PythonEnvironment, UV_CACHE } from './python-environment.ts';

/** A package that was built and installed for a test. */
export interface InstalledWheel {
  readonly wheel: string;
  /** Its folder, for `PYTHONPATH`. */
  readonly folder: string;
}

const build = async ({ python, uv }: PythonEnvironment, project: string): Promise<InstalledWheel> => {
  const directory = mkdtempSync(join(tmpdir(), 'wheel-'));
  const folder = join(directory, 'installed');
  const run = async (...args: readonly string[]): Promise<void> => {
    const { exitCode, stderr } = await runProgram(uv, [...args, '--python', python], {
      UV_CACHE_DIR: UV_CACHE,
    });
    if (exitCode !== 0) throw new Error(`uv ${args.join(' ')}: ${stderr}`);
  };
  await run('build', '--wheel', '--no-build-isolation', '--out-dir', directory, join(ROOT, project));
  const [file = ''] = readdirSync(directory).filter((name) => name.endsWith('.whl'));
  const wheel = join(directory, file);
  await run('pip', 'install', '--no-deps', '--target', folder, wheel);
  return { wheel, folder };
};

const wheels = new Map<string, Promise<InstalledWheel>>();

/**
 * Builds the wheel of a project, and installs it without its dependencies into its own folder, once per
 * worker. Treat it as read-only.
 *
 * @param environment holds the dependencies and the build backend
 * @param project a folder with a `pyproject.toml`, relative to the root of the repository
 * @throws Error if the project cannot be built
 */
export const installWheel = (environment: PythonEnvironment, project: string): Promise<InstalledWheel> => {
  const key = `${environment.python} ${project}`;
  const installed = wheels.get(key) ?? build(environment, project);
  wheels.set(key, installed);
  return installed;
};
