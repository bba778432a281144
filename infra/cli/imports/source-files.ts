import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FILE_KINDS, type FileKind } from '../../../shared/imports/file-kinds.ts';
import type { SourceFile } from '../../../shared/imports/reader/files/source-file.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

export type SourceFiles = Awaited<ReturnType<typeof findSourceFiles>>;

const CHUNK_BYTES = 256 * 1024;

const sizeOf = async (path: string): Promise<number> => {
  const stats = await stat(path).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new UsageError(
      isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${messageOf(error)}`,
    );
  });
  if (stats.isDirectory()) throw new UsageError(`${path} is a directory, not a file.`);
  if (stats.isFile()) return stats.size;
  throw new UsageError(
    `${path} is not a regular file. Save the data to one: an import reads it more than once.`,
  );
};

/** Finds the files to import and the size of all. Throws a UsageError naming one that cannot be read. */
export const findSourceFiles = async (paths: Readonly<Partial<Record<FileKind, string>>>) => {
  const sizes: Partial<Record<FileKind, number>> = {};
  const files: Partial<Record<FileKind, SourceFile>> = {};
  for (const kind of FILE_KINDS) {
    const path = paths[kind];
    if (path === undefined) continue;
    sizes[kind] = await sizeOf(path);
    files[kind] = {
      name: path,
      open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    };
  }
  return { files, sizes, totalBytes: Object.values(sizes).reduce((sum, size) => sum + size, 0) };
};

/** The path without symbolic links, also of a file that does not exist yet. */
const realOf = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    join(await realpath(dirname(path)).catch(() => resolve(dirname(path))), basename(path)),
  );

/**
 * Throws a UsageError if a file to write is one of those to read, or the same as another.
 *
 * @param outputs the paths of the files to write, by flag
 */
export const assertDistinctFiles = async (
  outputs: Readonly<Record<string, readonly (string | undefined)[]>>,
  sources: Readonly<Partial<Record<FileKind, string>>>,
): Promise<void> => {
  const uses = new Map<string, string>();
  for (const path of Object.values(sources)) uses.set(await realOf(path), 'is to be imported');
  const all = Object.entries(outputs).flatMap(([flag, paths]) => paths.map((path) => [flag, path] as const));
  for (const [flag, path] of all) {
    if (path === undefined) continue;
    const target = await realOf(path);
    const [own, use] = [`${flag} writes`, uses.get(target)];
    if (use === own) {
      throw new UsageError(
        `${flag} would write ${basename(path)} twice, because two options name the same file. ` +
          'Import it once for each.',
      );
    }
    if (use !== undefined) throw new UsageError(`${flag} would overwrite ${basename(path)}, which ${use}.`);
    uses.set(target, own);
  }
};
