import { timestampOf } from '../../domain/timestamp.ts';
import { isTransient, type JobStep } from '../../jobs/job-step.ts';
import { keepLease, LostLeaseError } from '../../jobs/keep-lease.ts';
import { handOverTime } from '../../records/collections/collection.ts';
import type { Export } from '../export.ts';
import { EXPORTS } from '../export-repository.ts';
import { ExportStep, type StepDependencies, TooManyFilesError } from './export-step.ts';
import { writeEvents, writeListed } from './write-changes.ts';
import { writeCollection } from './write-collection.ts';

const PROCESS_LOST =
  'The export repeatedly ran out of memory or time. Select fewer `fields`, or contact the operator of ' +
  'the service.';

const INTERNAL =
  'The export failed because of an internal error. Contact the operator of the service, then start ' +
  'another export.';

/** Starts the export, unless it has started. */
const start = async (step: ExportStep): Promise<void> => {
  if (step.item.progress !== null) return;
  const startedAt = timestampOf(new Date());
  const { changedSince } = step.item;
  const { collection } = step.records;
  const totalCount = await (changedSince === null
    ? collection.total()
    : collection.countSince(changedSince, false));
  await step.start({ startedAt, totalCount, progress: { phase: 'collection', position: null } });
};

/** Returns whether the export has ended. */
const write = async (step: ExportStep, owner: string): Promise<boolean> => {
  const { startedAt } = step.item;
  let progress = step.item.progress ?? undefined;
  if (startedAt === null) throw new Error('The export has not started.');
  const since = handOverTime(startedAt);
  if (progress?.phase === 'collection') progress = await writeCollection(step, since, progress);
  if (progress?.phase === 'index') progress = await writeListed(step, since, progress);
  if (progress?.phase !== 'changes' || !(await writeEvents(step, progress))) return false;
  await step.complete({ ...progress, from: progress.until }, owner);
  return true;
};

/**
 * Writes an export until it ends or time runs out. The caller holds the lease of its line.
 *
 * It first reads the records that had not changed when it started, in order of their last change. A record
 * that changes before it is read leaves that part of the index: the index's later entries or the event feed
 * name it, and it is read by its key. So every record that existed is in exactly one file, although the
 * index lags behind the table and records move within it.
 *
 * @returns the export as it ended, or `undefined` if it continues in another step
 * @throws LostLeaseError if another invocation took the lease, or the export starts over. Transient failures
 * of the table or the bucket: the next step continues after the last file.
 */
export const runStep = async (
  dependencies: StepDependencies,
  queued: Export,
  { owner, remaining, isLastAttempt, isGivenUp }: JobStep,
): Promise<Export | undefined> => {
  const { table, leaseMilliseconds } = dependencies;
  const lease = keepLease(table, EXPORTS.jobIn(queued, queued.id), owner, leaseMilliseconds, remaining);
  const step = new ExportStep(dependencies, queued, remaining, lease);

  const fail = async (problem: string): Promise<Export> => {
    await step.fail(problem, owner);
    return step.item;
  };

  try {
    if (isGivenUp) return await fail(PROCESS_LOST);
    await start(step);
    return (await write(step, owner)) ? step.item : undefined;
  } catch (error) {
    if (error instanceof TooManyFilesError) return await fail(error.message);
    if (error instanceof LostLeaseError || isTransient(error) || !isLastAttempt) throw error;
    console.error(error);
    return await fail(INTERNAL);
  } finally {
    lease.stop();
  }
};
