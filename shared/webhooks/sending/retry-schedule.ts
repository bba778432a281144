/**
 * Seconds to wait after each attempt but the last: about 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, 12 h and
 * 12 h. That is ten attempts within about 50 hours.
 */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 43_200, 43_200,
];

/** Spreads the retries of attempts that failed at the same moment. */
const JITTER = 0.1;

/**
 * SQS delays a message by at most 12 h, counted from when it was received
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html).
 * Five minutes are reserved for the attempt itself.
 */
const MAX_WAIT_SECONDS = 43_200 - 300;

const MAX_STEP_SECONDS = 43_200;
const MAX_STEPS = 20;

/**
 * Reads a schedule such as `5,300,1800`: the seconds to wait after each attempt but the last.
 *
 * @throws if it is invalid; the message says what is allowed
 */
export const parseRetrySchedule = (text: string): readonly number[] => {
  const steps = text.split(',').map((step) => step.trim());
  const isValid = steps.every((step) => /^[1-9]\d{0,4}$/.test(step) && Number(step) <= MAX_STEP_SECONDS);
  if (isValid && steps.length <= MAX_STEPS) return steps.map(Number);
  throw new Error(
    `The retry schedule is "${text}", but must be 1 to ${MAX_STEPS} whole numbers of seconds, each from 1 to ${MAX_STEP_SECONDS}, separated by commas, such as 5,300,1800.`,
  );
};

/** Keeps absurd values storable; longer than any actual wait. */
const MAX_RETRY_AFTER_SECONDS = 365 * 86_400;

/** The three forms of an HTTP-date (RFC 9110 section 5.6.7). The last one has no time zone. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

const millisecondsOf = (date: string): number => Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): a number of seconds, or a time.
 *
 * @param now in milliseconds since 1970
 * @returns whole seconds from `now`, 0 for a time in the past; null if absent or invalid
 */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : HTTP_DATE.test(header)
      ? Math.ceil((millisecondsOf(header) - now) / 1_000)
      : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
};

export interface FailedAttempt {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly schedule: readonly number[];
  /** The response's `Retry-After`; null without one. */
  readonly retryAfterSeconds: number | null;
  /** From 0 up to but not including 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/**
 * The wait before the next attempt, in whole seconds: the schedule's step, plus or minus a tenth. A
 * `Retry-After` lengthens it, up to the schedule's next step (after the last step, up to that one).
 *
 * @returns `undefined` if the attempt was the last
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
  // Narrow the spread instead of clamping the result, which would put many retries at the same moment.
  const longest = Math.min(step * (1 + JITTER), MAX_WAIT_SECONDS);
  const planned = shortest + random() * (longest - shortest);
  const granted = Math.min(
    (retryAfterSeconds ?? 0) * (1 + JITTER * random()),
    schedule[attempt] ?? step,
    MAX_WAIT_SECONDS,
  );
  return Math.round(Math.max(planned, granted));
};
