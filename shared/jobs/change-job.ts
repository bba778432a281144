import { unchangedSince } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Job } from './job.ts';
import { leaveOperation } from './job-queue.ts';

/** A job as it is stored. */
interface StoredJob {
  /** Counts the changes; writes are conditional on it. */
  readonly version: number;
  /** Its place in the line; `null` outside of it. */
  readonly queuedAt: string | null;
}

/** The write with which a job leaves its line, if these changes end its place there. */
export const leaveOperations = <T extends StoredJob>(
  job: Job,
  before: T,
  changes: Partial<T>,
): readonly WriteOperation[] =>
  before.queuedAt !== null && changes.queuedAt === null ? [leaveOperation(job, before.queuedAt)] : [];

/**
 * Changes a job, unless it was modified since it was read.
 *
 * @param others writes of the same transaction, such as an audit entry
 * @returns the changed job, or `undefined` if it was modified
 */
export const changeJob = async <T extends StoredJob>(
  { writer }: Table,
  toItem: (job: T) => Item,
  before: T,
  changes: Partial<T>,
  others: readonly WriteOperation[],
): Promise<T | undefined> => {
  const after: T = { ...before, ...changes, version: before.version + 1 };
  const put = { Item: { ...toItem(after) }, ...unchangedSince(before.version) };
  return (await writer.transact([{ put }, ...others])) ? after : undefined;
};
