import type { Table } from '../table/table.ts';
import type { Job, JobLine } from './job.ts';
import { handOverLease, lostInvocations, releaseOperation, takeLease } from './job-lease.ts';
import { readJobQueue } from './job-queue.ts';

/** What is stored of a job. */
export interface StoredJob {
  readonly id: string;
  /** Its place in the line; `null` if it does not wait or run. */
  readonly queuedAt: string | null;
}

export interface AdvanceDependencies<T extends StoredJob> {
  readonly table: Table;
  /** Milliseconds that the lease of a running step lasts. */
  readonly leaseMilliseconds: number;
  /** Sends the message that starts or continues a job. The queue may deliver it more than once. */
  readonly send: (id: string) => Promise<void>;
  /** Reads a job, consistently. */
  readonly read: (id: string) => Promise<T | undefined>;
  readonly lineOf: (job: T) => JobLine;
  /** How far a job has got; `undefined` if it has not started. */
  readonly progressOf: (job: T) => number | undefined;
  /**
   * Runs a step of a job.
   *
   * @param lost how many invocations were lost since the job last got further
   * @returns the job as it ended, or `undefined` if it continues in another step
   */
  readonly runStep: (job: T, owner: string, lost: number) => Promise<T | undefined>;
}

/**
 * The job runs elsewhere. The message is repeated until it ended: this may be the message of an invocation
 * that did not survive.
 */
export class JobBusyError extends Error {
  override readonly name = 'JobBusyError';
}

/** How long a job keeps its turn while its message waits. Longer than messages usually do. */
const HAND_OVER_MILLISECONDS = 30 * 60_000;

/**
 * Runs a step of a job if it is its turn, and passes the turn on: to its next step, or to the next job of the
 * line. The message that asks for it may come at any time and more than once, and must be repeated if this
 * fails.
 *
 * @param owner identifies this call, also among those of one invocation
 * @returns the job that ended, if it did
 * @throws JobBusyError if another invocation runs it
 */
export const advanceJob = async <T extends StoredJob>(
  { table, leaseMilliseconds, send, read, lineOf, progressOf, runStep }: AdvanceDependencies<T>,
  id: string,
  owner: string,
): Promise<T | undefined> => {
  const stored = await read(id);
  if (stored === undefined) return undefined;
  const job: Job = { line: lineOf(stored), id };
  const { lease, first } = await readJobQueue(table.reader, job.line);

  /** Gives the turn to a job that waits. */
  const passOn = async (next: string): Promise<void> => {
    const now = Date.now();
    // Repeated if an earlier invocation ended between the two.
    const until = now + HAND_OVER_MILLISECONDS;
    const lost = lostInvocations(lease, next);
    const isItsTurn = await takeLease(table, { ...job, id: next }, null, until, now, lost);
    if (isItsTurn) await send(next);
  };

  const now = Date.now();
  // A lost process keeps the turn of its job, even before an earlier one that joined later.
  const turn = lease?.jobId ?? first;
  if (turn === undefined) return undefined;
  if (turn !== id) {
    await passOn(turn);
    return undefined;
  }
  const lost = lostInvocations(lease, id, progressOf(stored));
  if (!(await takeLease(table, job, owner, now + leaseMilliseconds, now, lost))) {
    throw new JobBusyError('Another invocation runs the job, or ended without releasing it.');
  }
  const keepTurn = () => handOverLease(table, job, owner, Date.now() + HAND_OVER_MILLISECONDS);
  let leased: T;
  let ended: T | undefined;
  try {
    // What was read before the lease was acquired may have changed.
    leased = (await read(id)) ?? stored;
    // Another message of the job may have ended it.
    if (leased.queuedAt === null) await table.writer.transact([releaseOperation(job, owner)]);
    else ended = await runStep(leased, owner, lost.count);
  } catch (error) {
    // The repeated message continues at once, instead of when the lease expires.
    await keepTurn().catch(() => undefined);
    throw error;
  }
  if (ended === undefined && leased.queuedAt !== null) {
    await keepTurn();
    await send(id);
    return undefined;
  }
  const { first: next } = await readJobQueue(table.reader, job.line);
  if (next !== undefined) await passOn(next);
  return ended;
};
