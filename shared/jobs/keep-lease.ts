import type { Table } from '../table/table.ts';
import type { Job } from './job.ts';
import { renewLease } from './job-lease.ts';

/** Another invocation took the lease, or changed the job: it continues, and this one ends without a trace. */
export class LostLeaseError extends Error {
  override readonly name = 'LostLeaseError';
}

/** A lease that is renewed while a step runs. */
export interface KeptLease {
  /** @throws LostLeaseError once another invocation has taken it */
  assert(): void;
  stop(): void;
}

/**
 * Renews the lease of an invocation until it has no time left: a frozen process that is resumed by another
 * invocation would hold the lease for ever.
 *
 * @param remaining milliseconds until the step should end
 * @param done what the invocation has done, for people to see. @default it does not tell
 */
export const keepLease = (
  table: Table,
  job: Job,
  owner: string,
  leaseMilliseconds: number,
  remaining: () => number,
  done: () => number | undefined = () => undefined,
): KeptLease => {
  let isLost = false;
  const renewal = setInterval(async () => {
    if (remaining() <= 0) return clearInterval(renewal);
    const until = Date.now() + leaseMilliseconds;
    // The next renewal makes up for a failed one.
    if (!(await renewLease(table, job, owner, until, done()).catch(() => true))) isLost = true;
  }, leaseMilliseconds / 3);
  return {
    assert() {
      if (isLost) throw new LostLeaseError('Another invocation took the lease.');
    },
    stop: () => clearInterval(renewal),
  };
};
