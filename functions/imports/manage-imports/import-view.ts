import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import { readDone } from '../../../shared/jobs/job-queue.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { deletionsOf } from '../import-counts.ts';

/** An import with what its invocation has read since its last checkpoint. */
export const withProgress = async (reader: TableReader, shown: Import): Promise<Import> => {
  if (shown.status !== 'running') return shown;
  const bytesRead = (await readDone(reader, IMPORTS.jobIn(shown, shown.id))) ?? 0;
  return { ...shown, bytesRead: Math.max(shown.bytesRead, bytesRead) };
};

/** An import as the admin API shows it. */
export const viewOfImport = (shown: Import): AdminResponseBody<'FileImport'> => {
  const { counts, deletions, undo } = shown;
  return {
    id: shown.id,
    kind: shown.kind,
    source: shown.source,
    fileName: shown.fileName,
    objectKey: shown.objectKey,
    size: shown.size,
    settings: shown.settings,
    status: shown.status,
    isRepeat: shown.isRepeat,
    startedBy: shown.startedBy,
    createdAt: shown.createdAt,
    startedAt: shown.startedAt,
    finishedAt: shown.finishedAt,
    counts,
    bytesRead: shown.bytesRead,
    problem: shown.problem,
    deletions: deletionsOf(deletions),
    sameAs: shown.sameAs,
    undo: undo && {
      startedBy: undo.startedBy,
      startedAt: undo.startedAt,
      finishedAt: undo.finishedAt,
      deleted: undo.deleted,
      problem: undo.problem,
    },
  };
};
