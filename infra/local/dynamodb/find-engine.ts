import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { StartError } from '../process/start-error.ts';

/** Where a Dynoxide is installed, and its version. */
export interface FoundEngine {
  readonly path: string;
  /** What `dynoxide --version` prints, such as `1.5.0`; the crate has other versions. */
  readonly version: string;
}

/** A path, or a name on the PATH. */
export const ENGINE_VARIABLE = 'DYNAMODB_ENGINE';

/** The versions that pass the tests and `npm run verify`: that of the npm package, and the newest one. */
export const TESTED_VERSIONS = ['1.2.1', '1.5.0'] as const;

const [, NEWEST] = TESTED_VERSIONS;
const RELEASE = `https://github.com/nubo-db/dynoxide/releases/download/v${NEWEST}`;

/** The crate of {@link NEWEST}. */
const FROM_SOURCE = 'cargo install dynoxide-rs --version 3.2.0 --locked';

/** Commands that install the engine, by platform and architecture as in Node.js. */
const INSTALLATION: Readonly<Record<string, readonly string[]>> = {
  'linux x64': ['npm ci'],
  'linux arm64': [
    `curl -fsSL ${RELEASE}/dynoxide-aarch64-unknown-linux-musl.tar.gz | tar xz`,
    'sudo mv dynoxide /usr/local/bin/',
  ],
  'darwin arm64': ['brew install nubo-db/tap/dynoxide'],
  'darwin x64': ['brew install nubo-db/tap/dynoxide'],
  'win32 x64': [
    `curl.exe -fsSLO ${RELEASE}/dynoxide-x86_64-pc-windows-msvc.zip`,
    'tar.exe -xf dynoxide-x86_64-pc-windows-msvc.zip -C "$env:LOCALAPPDATA\\Microsoft\\WindowsApps"',
  ],
};

/**
 * Says how to install an engine.
 *
 * @param platform as `process.platform`
 * @param arch as `process.arch`
 */
export const missingEngineMessage = (platform: string, arch: string): string => {
  const commands = INSTALLATION[`${platform} ${arch}`];
  const lines = [...(commands ?? [FROM_SOURCE]), 'npm start'].map((command) => `  ${command}`);
  return [
    `There is no DynamoDB engine (Dynoxide) for ${platform} ${arch}. Run:\n\n${lines.join('\n')}`,
    ...(commands === undefined || commands[0] === 'npm ci' ? [] : [`Or build it: ${FROM_SOURCE}`]),
    ...(platform === 'win32' ? ['Windows itself is untested. In WSL 2, the service runs as on Linux.'] : []),
  ].join('\n\n');
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name: string, { PATH = '' }: NodeJS.ProcessEnv, platform: string): string | undefined =>
  PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, platform === 'win32' ? `${name}.exe` : name))
    .find(isExecutable);

const ofPackage = (platform: string, arch: string): FoundEngine | undefined => {
  try {
    const file = findPackageJSON(`@dynoxide/${platform}-${arch}`, import.meta.url);
    if (file === undefined) return undefined;
    const path = join(dirname(file), platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    return { path, version: JSON.parse(readFileSync(file, 'utf8')).version };
  } catch {
    return undefined;
  }
};

const withVersion = (path: string): FoundEngine => {
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /^dynoxide (\d+\.\d+\.\d+\S*)\s*$/.exec(stdout ?? '')?.[1];
  if (version !== undefined) return { path, version };
  const reason = error === undefined ? `"${path} --version" printed no version` : error.message;
  throw new StartError(`${path} is no Dynoxide that works here: ${reason}.`);
};

/**
 * Finds the engine: what `DYNAMODB_ENGINE` names, the npm package for this system, or `dynoxide` on the PATH.
 *
 * @throws StartError with the commands that install one
 */
export const findEngine = (
  environment: NodeJS.ProcessEnv = process.env,
  platform: string = process.platform,
  arch: string = process.arch,
): FoundEngine => {
  const given = environment[ENGINE_VARIABLE]?.trim() ?? '';
  if (given !== '') {
    const path = /[\\/]/.test(given) ? resolve(given) : onPath(given, environment, platform);
    if (path !== undefined && isExecutable(path)) return withVersion(path);
    throw new StartError(`${ENGINE_VARIABLE} must be the path of an executable, not "${given}".`);
  }
  const installed = ofPackage(platform, arch);
  if (installed !== undefined) return installed;
  const path = onPath('dynoxide', environment, platform);
  if (path !== undefined) return withVersion(path);
  throw new StartError(missingEngineMessage(platform, arch));
};
