import type { IncomingHttpHeaders } from 'node:http';
import { DynamoDbError } from './dynamodb-error.ts';

/**
 * Error codes that a wrong clock can cause:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CommonErrors.html
 */
const SKEW_CODES: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** AWS accepts signatures within five minutes; a smaller difference is not the cause of the error. */
const TOLERANCE_MILLISECONDS = 240_000;

/** The time for signatures: this machine's, corrected by DynamoDB's. */
export interface Clock {
  now(): Date;
  /**
   * Corrects the clock by the `Date` header of a failed response.
   *
   * @param signedAt the time in the call's signature; a concurrent call may have corrected the clock since
   * @returns whether a wrong clock caused the failure
   */
  correctBy(error: unknown, headers: IncomingHttpHeaders, signedAt: Date): boolean;
}

/** @param machineTime in milliseconds since 1970 */
export const createClock = (machineTime: () => number = Date.now): Clock => {
  let offset = 0;
  return {
    now: () => new Date(machineTime() + offset),
    correctBy(error, { date }, signedAt) {
      if (!(error instanceof DynamoDbError) || !SKEW_CODES.has(error.name) || date === undefined)
        return false;
      const answeredAt = Date.parse(date);
      if (!(Math.abs(answeredAt - signedAt.getTime()) >= TOLERANCE_MILLISECONDS)) return false;
      offset = answeredAt - machineTime();
      return true;
    },
  };
};
