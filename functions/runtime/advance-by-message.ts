import { randomUUID } from 'node:crypto';
import type { Context, SQSRecord } from 'aws-lambda';
import { type AdvanceDependencies, advanceJob } from '../../shared/jobs/advance-job.ts';
import type { JobScope, StoredJob } from '../../shared/jobs/job.ts';
import type { JobStep } from '../../shared/jobs/job-step.ts';

/** Time reserved at the end of an invocation, in which a step reaches its next checkpoint and saves it. */
export const RESERVED_MILLISECONDS = 60_000;

/**
 * Attempts before an unexpected error, or the loss of the process, ends a job. Transient failures are
 * repeated for hours.
 */
const ATTEMPTS = 5;

export interface MessageDependencies<T extends StoredJob & S, S extends JobScope, M extends JobScope>
  extends Omit<AdvanceDependencies<T, S, M>, 'runStep'> {
  /** @returns the job as it ended, or `undefined` if it continues in another step */
  readonly runStep: (job: T, step: JobStep) => Promise<T | undefined>;
}

/**
 * Runs a step of the job that a message of its queue names.
 *
 * @returns the job that ended, if it did
 * @throws what `advanceJob` throws, for which the message is repeated
 */
export const advanceByMessage = <T extends StoredJob & S, S extends JobScope, M extends JobScope>(
  dependencies: MessageDependencies<T, S, M>,
  { scope, id }: { readonly scope: NoInfer<S>; readonly id: string },
  { attributes }: SQSRecord,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<T | undefined> => {
  const remaining = () => getRemainingTimeInMillis() - RESERVED_MILLISECONDS;
  const isLastAttempt = Number(attributes.ApproximateReceiveCount) >= ATTEMPTS;
  return advanceJob(
    {
      ...dependencies,
      runStep: (job, owner, lost) =>
        dependencies.runStep(job, { owner, remaining, isLastAttempt, isGivenUp: lost >= ATTEMPTS }),
    },
    scope,
    id,
    // Not the id of the request: its batch may have two messages of one job, of which one must wait.
    randomUUID(),
  );
};
