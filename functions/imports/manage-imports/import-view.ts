import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import { readDone } from '../../../shared/jobs/job-queue.ts';
import type { TableReader } from '../../../shared/table/reader.ts';

/** An import with what its invocation has read since its last checkpoint. */
export const withProgress = async (reader: TableReader, shown: Import): Promise<Import> => {
  if (shown.status !== 'running') return shown;
  const bytesRead = (await readDone(reader, IMPORTS.jobIn(shown, shown.id))) ?? 0;
  return { ...shown, bytesRead: Math.max(shown.bytesRead, bytesRead) };
};

/** An import as the admin API shows it: without what only its steps need. */
export const viewOfImport = (shown: Import): AdminResponseBody<'FileImport'> => {
  const { organizationId: _, etag: _etag, contentHash: _hash, queuedAt: _queued, ...rest } = shown;
  const { progress: _progress, confirmedDeletions: _confirmed, batchId: _batch, ...others } = rest;
  const { plan: _plan, warnings: _warnings, version: _version, undo, ...view } = others;
  if (undo === null) return { ...view, undo };
  const { startedBy, startedAt, finishedAt, deleted, problem } = undo;
  return { ...view, undo: { startedBy, startedAt, finishedAt, deleted, problem } };
};
