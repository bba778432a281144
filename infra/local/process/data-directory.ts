import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TEMPORARY_FILE } from './atomic-file.ts';
import { messageOf, StartError } from './start-error.ts';

/** The folder with all data of one runner, locked by this process. */
export interface DataDirectory {
  /** The absolute path of a file or folder in it. */
  path(...names: string[]): string;
  release(): void;
}

/**
 * Locks through SQLite, since Node.js has no file locks of its own: the kernel releases them with the
 * process.
 */
const lock = (folder: string): DatabaseSync => {
  const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch {
    database.close();
    throw new StartError(`Another runner uses ${folder}: stop it, or set DATA_DIR to another folder.`);
  }
};

/** The format of the data. Increase it with a change that what is stored does not fit. */
const FORMAT = '1';

/** @throws StartError for data of another format */
const requireFormat = (folder: string): void => {
  const file = join(folder, 'format');
  if (!existsSync(file)) {
    if (existsSync(join(folder, 'dynamodb.db'))) throw otherFormat(folder);
    writeFileSync(file, FORMAT);
  }
  if (readFileSync(file, 'utf8') !== FORMAT) throw otherFormat(folder);
};

const otherFormat = (folder: string): StartError =>
  new StartError(
    `The data in ${folder} is of another version: remove the folder, or set DATA_DIR to another one.`,
  );

/** Removes the temporary files of a killed runner. */
const removeTemporaryFiles = (folder: string): void => {
  for (const name of readdirSync(folder)) if (TEMPORARY_FILE.test(name)) rmSync(join(folder, name));
};

/**
 * Creates the folder if necessary, makes it private (0700, since it holds a key), locks it, and removes
 * temporary files of a killed runner.
 *
 * @throws StartError when the folder cannot be used or another runner uses it
 */
export const openDataDirectory = async (path: string): Promise<DataDirectory> => {
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    mkdirSync(join(folder, 'logs'), { recursive: true });
    requireFormat(folder);
    const database = lock(folder);
    removeTemporaryFiles(folder);
    return {
      path: (...names) => join(folder, ...names),
      release: () => database.close(),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR ${folder} cannot be used: ${messageOf(error)}.`);
  }
};
