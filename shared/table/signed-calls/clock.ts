/**
 * Errors that a wrong clock can cause:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CommonErrors.html
 */
const SKEW_ERRORS: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** AWS accepts signatures within five minutes, so a smaller difference is not the cause of an error. */
const TOLERANCE_MILLISECONDS = 240_000;

/**
 * The time for signatures: this machine's, corrected by DynamoDB's.
 *
 * @param machineTime in milliseconds since 1970
 */
export const createClock = (machineTime: () => number) => {
  let offset = 0;
  return {
    now: () => new Date(machineTime() + offset),
    /**
     * Corrects the clock by the `Date` header of a failed response.
     *
     * @param signedAt the time in the call's signature; a concurrent call may have corrected the clock since
     * @returns whether a wrong clock caused the failure
     */
    correctBy(error: string, date: string | undefined, signedAt: Date): boolean {
      const answeredAt = Date.parse(date ?? '');
      if (!SKEW_ERRORS.has(error)) return false;
      if (!(Math.abs(answeredAt - signedAt.getTime()) >= TOLERANCE_MILLISECONDS)) return false;
      offset = answeredAt - machineTime();
      return true;
    },
  };
};
