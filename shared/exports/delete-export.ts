import { recordEntry } from '../audit-log/audit-entry.ts';
import type { Actor } from '../contract/audit-log/audit-log.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { endLeaseOperation } from '../jobs/job-lease.ts';
import { readJobQueue } from '../jobs/job-queue.ts';
import { keysRotatedTo } from '../keys/rotations.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import { type Export, objectsNamedBy } from './export.ts';
import { EXPORTS, listExports, readExport } from './export-repository.ts';

/** Deletes objects of the bucket. */
export type RemoveObjects = (keys: readonly string[]) => Promise<void>;

type ExportId = Pick<Export, 'organizationId' | 'id'>;

const DELETED = 'Its files were deleted when its API key was revoked.';
const CANCELED = 'It was canceled when its API key was revoked.';

/**
 * Deletes the files of an export that has ended, then marks it. Safe to repeat after an interruption.
 *
 * @param others writes of the same transaction
 * @returns `undefined` if the export was modified since it was read
 */
export const deleteFiles = async (
  table: Table,
  remove: RemoveObjects,
  stored: Export,
  problem: string,
  others: readonly WriteOperation[] = [],
): Promise<Export | undefined> => {
  await remove(objectsNamedBy(stored));
  const expired = { state: 'expired', expiresAt: timestampOf(new Date()), problem } as const;
  const marks = { columnsKey: null, files: [], ...(stored.state === 'completed' && expired) };
  return EXPORTS.change(table, stored, marks, others);
};

/** Ends an export that waits or runs. The invocation that runs it stops at its next checkpoint. */
const cancel = async (table: Table, stored: Export): Promise<Export | undefined> => {
  const { line } = EXPORTS.jobIn(stored, stored.id);
  const { lease } = await readJobQueue(table.reader, line);
  const completedAt = timestampOf(new Date());
  return EXPORTS.change(
    table,
    stored,
    { state: 'failed', problem: CANCELED, queuedAt: null, completedAt, progress: null },
    lease?.jobId === stored.id ? [endLeaseOperation(line, lease)] : [],
  );
};

/** Returns whether the export had files, or was going to have some. */
const deleteExport = (
  table: Table,
  remove: RemoveObjects,
  { organizationId, id }: ExportId,
  actor: Actor,
): Promise<boolean> =>
  retryLostRaces(async () => {
    const stored = await readExport(table.reader, organizationId, id);
    if (stored === undefined || (stored.queuedAt === null && stored.files.length === 0)) return false;
    const ended = stored.queuedAt === null ? stored : await cancel(table, stored);
    if (ended === undefined) return LOST;
    const { resource, format } = ended;
    const entry = recordEntry(
      'export.deleted',
      { organizationId, actor, targetId: id },
      { resource, format },
    );
    return (await deleteFiles(table, remove, ended, DELETED, [entry])) === undefined ? LOST : true;
  });

const keyOf = ({ createdBy }: Export): string | undefined => createdBy.id.match(/^key:(.*)$/)?.[1];

/**
 * Deletes the files of all exports that a key, or a key that was rotated to it, made, and cancels those that
 * wait or run. Each has its audit entry. If this throws, repeat it.
 *
 * @returns how many exports it deleted or canceled
 */
export const deleteExportsOfKey = async (
  table: Table,
  remove: RemoveObjects,
  { organizationId, keyId }: { readonly organizationId: string; readonly keyId: string },
  actor: Actor,
): Promise<number> => {
  const made = Map.groupBy(await listExports(table.reader, organizationId), keyOf);
  const keys = await keysRotatedTo(
    table.reader,
    keyId,
    [...made.keys()].filter((id) => id !== undefined),
  );
  let deleted = 0;
  for (const key of keys) {
    for (const item of made.get(key) ?? []) if (await deleteExport(table, remove, item, actor)) deleted++;
  }
  return deleted;
};
