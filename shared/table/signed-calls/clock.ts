import type { IncomingHttpHeaders } from 'node:http';
import { DynamoDbError } from './dynamodb-error.ts';

/**
 * Codes that a wrong clock leads to:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CommonErrors.html
 */
const SKEW_CODES: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

/** A signature is taken within five minutes of its time; well below, the clock is not what was wrong. */
const TOLERANCE_MILLISECONDS = 240_000;

/** The time that requests are signed with: this machine's, corrected by what DynamoDB says. */
export interface Clock {
  now(): Date;
  /**
   * Sets itself by the `Date` of an answer.
   *
   * @param signedAt the time that the call was signed with; meanwhile, another call may have set the clock
   * right
   * @returns whether a wrong clock is why the call failed
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
