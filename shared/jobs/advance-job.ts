import type { Messages } from '../runtime/sqs-messages.ts';
import type { Table } from '../table/table.ts';
import type { JobScope, StoredJob } from './job.ts';
import {
  endLeaseOperation,
  handOverLease,
  lostInvocations,
  releaseOperation,
  takeLease,
} from './job-lease.ts';
import { readJobQueue, turnOf } from './job-queue.ts';
import type { JobStore } from './job-store.ts';
import { LostLeaseError } from './keep-lease.ts';

export interface AdvanceDependencies<T extends StoredJob & S, S extends JobScope, M extends JobScope> {
  readonly table: Table;
  readonly store: JobStore<T, S, M>;
  /** Milliseconds that the lease of a running step lasts. */
  readonly leaseMilliseconds: number;
  /** Sends what starts or continues a job. The queue may deliver it more than once. */
  readonly messages: Messages<M>;
  /** Whole seconds between two steps. @default 0 */
  readonly stepSeconds?: number;
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

/** How long a job keeps its turn while its message waits. Then the line counts as stalled. */
const HAND_OVER_MILLISECONDS = 5 * 60_000;

/**
 * Runs a step of a job if it is its turn, and passes the turn on: to its next step, or to the next job of the
 * line. The message that asks for it may come at any time and more than once, and must be repeated if this
 * fails. A message of a job that runs elsewhere does nothing: `resumeStalledJobs` finds a job whose
 * invocation does not survive.
 *
 * @param owner identifies this call, also among those of one invocation
 * @returns the job that ended, if it did
 */
export const advanceJob = async <T extends StoredJob & S, S extends JobScope, M extends JobScope>(
  {
    table,
    store,
    leaseMilliseconds,
    messages,
    stepSeconds,
    progressOf,
    runStep,
  }: AdvanceDependencies<T, S, M>,
  scope: NoInfer<S>,
  id: string,
  owner: string,
): Promise<T | undefined> => {
  const { keyOf, messageOf } = store.kind;
  const job = store.jobIn(scope, id);
  const read = (each: string) => store.read(table.reader, keyOf(scope, each));
  const send = (each: string) => messages.send(messageOf(scope, each), stepSeconds);

  /** Gives the turn to the job that is next. Jobs that are no longer stored leave the line. */
  const passOn = async (): Promise<void> => {
    for (;;) {
      const queue = await readJobQueue(table.reader, job.line);
      const { lease, first } = queue;
      const next = turnOf(queue);
      const now = Date.now();
      if (next === undefined || (lease !== undefined && lease.until >= now)) return;
      if ((await read(next)) !== undefined) {
        const lost = lostInvocations(lease, next);
        const until = now + HAND_OVER_MILLISECONDS;
        if (await takeLease(table, { ...job, id: next }, null, until, now, lost)) await send(next);
        return;
      }
      const removed =
        lease === undefined
          ? first && [{ delete: { Key: { ...first.key } } }]
          : [endLeaseOperation(job.line, lease)];
      if (removed === undefined || !(await table.writer.transact(removed))) return;
    }
  };

  const stored = await read(id);
  const queue = await readJobQueue(table.reader, job.line);
  if (stored === undefined || turnOf(queue) !== id) {
    await passOn();
    return undefined;
  }
  const now = Date.now();
  const lost = lostInvocations(queue.lease, id, progressOf(stored));
  if (!(await takeLease(table, job, owner, now + leaseMilliseconds, now, lost))) return undefined;
  const keepTurn = () => handOverLease(table, job, owner, Date.now() + HAND_OVER_MILLISECONDS);
  let leased: T | undefined;
  let ended: T | undefined;
  try {
    // What was read before the lease was acquired may have changed.
    leased = await read(id);
    // Another message of the job may have ended it.
    if (leased === undefined || leased.queuedAt === null) {
      leased = undefined;
      await table.writer.transact([releaseOperation(job, owner)]);
    } else ended = await runStep(leased, owner, lost.count);
  } catch (error) {
    // The repeated message continues at once, instead of when the lease expires.
    const hasTurn = await keepTurn().catch(() => true);
    if (error instanceof LostLeaseError) {
      if (hasTurn) await send(id);
      return undefined;
    }
    throw error;
  }
  if (ended === undefined && leased !== undefined) {
    await keepTurn();
    await send(id);
    return undefined;
  }
  await passOn();
  return ended;
};
