import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRunning, startTimeOf } from './process-identity.ts';
import { messageOf, StartError } from './start-error.ts';

/** The folder that everything of one runner lives in, held by this process alone. */
export interface DataDirectory {
  /** The absolute path of a file or folder in it. */
  path(...names: string[]): string;
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly startTime: string;
}

const readOwner = (lockFile: string): Owner | undefined => {
  try {
    const owner: unknown = JSON.parse(readFileSync(lockFile, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return undefined;
    const startTime = 'startTime' in owner ? String(owner.startTime) : '';
    return { pid: Number(owner.pid), startTime };
  } catch {
    return undefined;
  }
};

const isAlive = ({ pid, startTime }: Owner): boolean => isRunning(pid) && startTimeOf(pid) === startTime;

/** Creates the lock complete or not at all, so that no other runner can read half of one. */
const createLock = (lockFile: string): boolean => {
  const temporary = `${lockFile}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) }));
  try {
    linkSync(temporary, lockFile);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
};

const lock = (folder: string): string => {
  const lockFile = join(folder, 'runner.lock');
  while (!createLock(lockFile)) {
    const owner = readOwner(lockFile);
    if (owner !== undefined && isAlive(owner)) {
      throw new StartError(
        `Process ${owner.pid} already runs on ${folder}: stop it, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(lockFile, { force: true });
  }
  return lockFile;
};

/**
 * Creates the folder if need be, makes it private to its owner (0700: it holds a key) and takes it for this
 * process. What a runner that was killed left behind does not count.
 *
 * @throws StartError when the folder cannot be used or belongs to another runner
 */
export const openDataDirectory = async (path: string): Promise<DataDirectory> => {
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    mkdirSync(join(folder, 'logs'), { recursive: true });
    const lockFile = lock(folder);
    return {
      path: (...names) => join(folder, ...names),
      release: () => rmSync(lockFile, { force: true }),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR ${folder} cannot be used: ${messageOf(error)}.`);
  }
};
