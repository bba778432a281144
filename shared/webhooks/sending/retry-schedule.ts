/**
 * Seconds to wait after each attempt but the last: about 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, 12 h and
 * 12 h. That is ten attempts within about 50 hours.
 */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 43_200, 43_200,
];

/** Spreads the retries of attempts that failed at the same moment. */
const JITTER = 0.1;

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
    `The retry schedule is "${text}", but must be 1 to ${MAX_STEPS} whole numbers of seconds, each from ` +
      `1 to ${MAX_STEP_SECONDS}, separated by commas, such as 5,300,1800.`,
  );
};

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): a number of seconds, with a fraction from some
 * servers, or a time. The obsolete form of a time has no time zone.
 *
 * @param now in milliseconds since 1970
 * @returns seconds from `now`; 0 for a time in the past, and if the header is absent or invalid
 */
export const parseRetryAfter = (header: string | undefined, now: number): number => {
  if (header === undefined) return 0;
  if (/^\d+(?:\.\d+)?$/.test(header)) return Number(header);
  const time = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`);
  return time > now ? (time - now) / 1_000 : 0;
};

/**
 * The wait before the next attempt, in whole seconds: the schedule's step, plus or minus a tenth. A
 * `Retry-After` lengthens it, up to the schedule's next step (after the last step, up to that one).
 *
 * @param attempt the number of the attempt that failed, from 1
 * @returns `undefined` if the attempt was the last
 */
export const nextAttemptDelay = (
  schedule: readonly number[],
  attempt: number,
  retryAfterSeconds: number,
): number | undefined => {
  const step = schedule[attempt - 1];
  if (step === undefined) return undefined;
  const planned = step * (1 + JITTER * (2 * Math.random() - 1));
  const granted = Math.min(retryAfterSeconds * (1 + JITTER * Math.random()), schedule[attempt] ?? step);
  return Math.round(Math.max(planned, granted));
};
