/**
 * Seconds to wait after each attempt but the last: about 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, 12 h and 12 h,
 * which makes ten attempts in some 50 hours.
 */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 43_200, 43_200,
];

/** The part of a step by which a wait may be shorter or longer, so that failures of one moment spread out. */
const JITTER = 0.1;

/**
 * SQS holds a message back for 12 h at most, counted from when it was received
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html). The
 * attempt and its bookkeeping come first: five minutes are left to them.
 */
const MAX_WAIT_SECONDS = 43_200 - 300;

const MAX_STEP_SECONDS = 43_200;
const MAX_STEPS = 20;

/**
 * Reads a schedule such as `5,300,1800`: the seconds to wait after each attempt but the last.
 *
 * @throws an error that says what is allowed
 */
export const parseRetrySchedule = (text: string): readonly number[] => {
  const steps = text.split(',').map((step) => step.trim());
  const isValid = steps.every((step) => /^[1-9]\d{0,4}$/.test(step) && Number(step) <= MAX_STEP_SECONDS);
  if (isValid && steps.length <= MAX_STEPS) return steps.map(Number);
  throw new Error(
    `The retry schedule is "${text}", but must be 1 to ${MAX_STEPS} whole numbers of seconds, each from 1 to ${MAX_STEP_SECONDS}, separated by commas, such as 5,300,1800.`,
  );
};

export interface FailedAttempt {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly schedule: readonly number[];
  /** How long the endpoint asked to wait; null if it did not. */
  readonly retryAfterSeconds: number | null;
  /** From 0 up to but not including 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/**
 * How long to wait for the next attempt, in whole seconds: the schedule's step give or take a tenth. An endpoint
 * that asks for more time gets it, up to the step that would come next (after the last one, up to that one).
 *
 * @returns `undefined` when the attempt was the last
 */
export const nextAttemptDelay = ({
  attempt,
  schedule,
  retryAfterSeconds,
  random = Math.random,
}: FailedAttempt): number | undefined => {
  const step = schedule[attempt - 1];
  if (step === undefined) return undefined;
  const shortest = step * (1 - JITTER);
  // The spread is narrowed rather than cut off: else many would wait for exactly the same moment.
  const longest = Math.min(step * (1 + JITTER), MAX_WAIT_SECONDS);
  const planned = shortest + random() * (longest - shortest);
  const granted = Math.min(
    (retryAfterSeconds ?? 0) * (1 + JITTER * random()),
    schedule[attempt] ?? step,
    MAX_WAIT_SECONDS,
  );
  return Math.round(Math.max(planned, granted));
};
