import { randomUUID } from 'node:crypto';
import type { Context, SQSRecord } from 'aws-lambda';
import {
  type AdvanceDependencies,
  advanceJob,
  JobBusyError,
  type StoredJob,
} from '../../shared/jobs/advance-job.ts';
import type { JobStep } from '../../shared/jobs/job-step.ts';
import { LostLeaseError } from '../../shared/jobs/keep-lease.ts';

/** Time reserved at the end of an invocation, in which a step reaches its next checkpoint and saves it. */
export const RESERVED_MILLISECONDS = 60_000;

/**
 * Attempts before an unexpected error, or the loss of the process, ends a job. Transient failures are
 * repeated for hours.
 */
const ATTEMPTS = 5;

export interface MessageDependencies<T extends StoredJob> extends Omit<AdvanceDependencies<T>, 'runStep'> {
  /** @returns the job as it ended, or `undefined` if it continues in another step */
  readonly runStep: (job: T, step: JobStep) => Promise<T | undefined>;
}

/**
 * Runs a step of the job that a message of its queue names.
 *
 * @returns the job that ended, if it did
 * @throws what `advanceJob` throws, for which the message is repeated
 */
export const advanceByMessage = <T extends StoredJob>(
  dependencies: MessageDependencies<T>,
  id: string,
  { attributes }: SQSRecord,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<T | undefined> => {
  const remaining = () => getRemainingTimeInMillis() - RESERVED_MILLISECONDS;
  const isLastAttempt = Number(attributes.ApproximateReceiveCount) >= ATTEMPTS;
  return advanceJob<T>(
    {
      ...dependencies,
      runStep: (job, owner, lost) =>
        dependencies.runStep(job, { owner, remaining, isLastAttempt, isGivenUp: lost >= ATTEMPTS }),
    },
    id,
    // Not the id of the request: its batch may have two messages of one job, of which one must wait.
    randomUUID(),
  );
};

/** Another invocation runs the job. The message is repeated in case that one does not survive. */
export const isHeldElsewhere = (error: unknown): boolean =>
  error instanceof JobBusyError || error instanceof LostLeaseError;

/** Logs why messages are repeated, except for jobs that another invocation runs. */
export const logJobErrors = (errors: readonly unknown[]): void => {
  for (const error of errors) if (!isHeldElsewhere(error)) console.error(error);
};
