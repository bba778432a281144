import { rmSync } from 'node:fs';
import {
  type CsvLayout,
  type RejectsFile,
  rejectsFileOf,
} from '../../../shared/imports/reader/files/rejects-file.ts';
import {
  REJECTS_FORMATS,
  type RejectsFormat,
  rejectsSuffix,
} from '../../../shared/imports/reader/files/rejects-format.ts';
import type { RejectedRow } from '../../../shared/imports/reader/run/import-run.ts';
import { createPrivateFile, type PrivateFile } from './private-file.ts';

/** The files to which the rejected rows of an imported file may be written. Its content decides which. */
export const rejectsPathsOf = (path: string): readonly string[] =>
  (Object.keys(REJECTS_FORMATS) as RejectsFormat[]).map((format) => `${path}${rejectsSuffix(format)}`);

/**
 * The rejected rows of imported files, each in a file of its own next to them, as imports of the bucket write
 * them. A file without rejected rows has none, also if an earlier import left one.
 */
export class RejectsFiles {
  readonly #files = new Map<string, RejectsFile & PrivateFile & { readonly path: string }>();
  readonly #written = new Set<string>();

  /** Creates the file for the rejected rows of an imported file. Throws a UsageError if it cannot. */
  open(layout: CsvLayout | undefined, imported: string): void {
    const rejects = rejectsFileOf(layout);
    const path = `${imported}${rejectsSuffix(rejects.format)}`;
    const file = { ...rejects, ...createPrivateFile('--rejects', path), path };
    file.write(file.start);
    this.#files.set(imported, file);
  }

  add({ file: imported, ...row }: RejectedRow): void {
    const file = this.#files.get(imported);
    file?.write(file.lineOf(row));
    if (file !== undefined) this.#written.add(file.path);
  }

  close(): void {
    for (const { path, close } of this.#files.values()) {
      close();
      if (!this.#written.has(path)) rmSync(path);
    }
  }

  /** The files that have rows. */
  get paths(): readonly string[] {
    return [...this.#written];
  }
}
