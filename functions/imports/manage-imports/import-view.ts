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

type View = AdminResponseBody<'FileImport'>;

/** What only the steps of an import need: all that the API does not declare. */
const HIDDEN: Readonly<Record<Exclude<keyof Import, keyof View>, true>> = {
  organizationId: true,
  etag: true,
  contentHash: true,
  queuedAt: true,
  progress: true,
  confirmedDeletions: true,
  batchId: true,
  isBound: true,
  plan: true,
  warnings: true,
  version: true,
};

/** An import as the admin API shows it: without what only its steps need. */
export const viewOfImport = ({ undo, ...shown }: Import): View => {
  const view = Object.fromEntries(Object.entries(shown).filter(([name]) => !Object.hasOwn(HIDDEN, name)));
  if (undo === null) return { ...view, undo } as View;
  const { startedBy, startedAt, finishedAt, deleted, problem } = undo;
  return { ...view, undo: { startedBy, startedAt, finishedAt, deleted, problem } } as View;
};
