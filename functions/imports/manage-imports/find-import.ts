import { ProblemError } from '../../../shared/contract/problems.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS, readImport } from '../../../shared/imports/import-repository.ts';
import type { StoredObject } from '../../../shared/runtime/bucket/bucket.ts';
import { requireFound } from '../../http/not-found.ts';
import type { ImportDependencies } from './dependencies.ts';
import { viewOfImport } from './import-view.ts';

/** Throws `not-found` for a missing import and for another organization's. */
export const findImport = async (
  { table }: ImportDependencies,
  organizationId: string,
  id: string,
): Promise<Import> => requireFound(await readImport(table.reader, organizationId, id), 'import');

export const conflict = (detail: string): ProblemError => new ProblemError('conflict', detail);

/** Maps a failed conditional write to 409. */
export const requireUnmodified = <T>(changed: T | undefined): T => {
  if (changed === undefined) {
    throw conflict('The import was modified concurrently. Reload it and retry.');
  }
  return changed;
};

/** Starts an import that has joined its queue. Throws `conflict` if it was modified meanwhile. */
export const startQueued = async ({ messages }: ImportDependencies, changed: Import | undefined) => {
  const queued = requireUnmodified(changed);
  await IMPORTS.start(messages, queued);
  return { status: 202, body: viewOfImport(queued) } as const;
};

/** The error of an import whose object is missing. */
export const missingFile = ({ status }: Import): ProblemError =>
  conflict(
    status === 'awaiting_upload'
      ? 'The file was not uploaded yet. Upload it first.'
      : 'The file has expired. Upload it again.',
  );

/** The object of an import. Throws `conflict` if it is missing, incomplete, or another one took its place. */
export const requireObject = async (
  { bucket }: ImportDependencies,
  wanted: Import,
): Promise<StoredObject> => {
  const object = await bucket.find(wanted.objectKey);
  if (object === undefined) throw missingFile(wanted);
  if (wanted.etag !== null && object.etag !== wanted.etag) {
    throw conflict('The file was replaced. Use the import of the new file, or upload this one again.');
  }
  return object;
};
