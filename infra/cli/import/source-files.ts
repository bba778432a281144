import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileKind } from '../../../shared/importing/import-files.ts';
import type { SourceFile } from '../../../shared/importing/source-file.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

export interface SourceFiles {
  readonly files: Readonly<Partial<Record<FileKind, SourceFile>>>;
  /** The size of all files. */
  readonly totalBytes: number;
  /** How much of them was read so far. */
  bytesRead(): number;
}

const CHUNK_BYTES = 256 * 1024;

const sizeOf = async (path: string): Promise<number> => {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new UsageError(`${path} is a directory, not a file.`);
    return stats.size;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`);
  }
};

/** Finds the files to import. Throws a UsageError naming one that cannot be read. */
export const findSourceFiles = async (
  paths: Readonly<Partial<Record<FileKind, string>>>,
): Promise<SourceFiles> => {
  let bytesRead = 0;
  let totalBytes = 0;
  const files: Partial<Record<FileKind, SourceFile>> = {};
  for (const kind of ['companies', 'people', 'callLists'] as const) {
    const path = paths[kind];
    if (path === undefined) continue;
    totalBytes += await sizeOf(path);
    files[kind] = {
      name: path,
      async *open() {
        for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
          bytesRead += chunk.length;
          yield chunk;
        }
      },
    };
  }
  return { files, totalBytes, bytesRead: () => bytesRead };
};

/** Throws a UsageError if the file to write is one of those to read. */
export const assertNotSource = async (
  rejects: string,
  paths: Readonly<Partial<Record<FileKind, string>>>,
): Promise<void> => {
  const target = await realpath(rejects).catch(() => undefined);
  for (const path of Object.values(paths)) {
    if (target !== undefined && target === (await realpath(path))) {
      throw new UsageError(`--rejects would overwrite ${basename(path)}, which is to be imported.`);
    }
  }
};
