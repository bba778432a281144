import { isTransientFailure } from '../runtime/transient-failure.ts';
import { TableUnavailableError } from '../table/reader.ts';

/** One invocation of a job. */
export interface JobStep {
  /** The invocation, which holds the lease. */
  readonly owner: string;
  /** Milliseconds until the step should end. It ends at the next checkpoint then. */
  readonly remaining: () => number;
  /** Whether an unexpected error ends the job, instead of repeating the step. */
  readonly isLastAttempt: boolean;
  /** Whether the job ends without another attempt: each one so far lost its process. */
  readonly isGivenUp: boolean;
}

/** Whether the table or another service of AWS failed, so that the step is repeated for hours. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TableUnavailableError || isTransientFailure(error);
