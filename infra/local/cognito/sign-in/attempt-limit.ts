const FREE_ATTEMPTS = 5;
const FIRST_LOCKOUT_MILLISECONDS = 1_000;
const LONGEST_LOCKOUT_MILLISECONDS = 15 * 60_000;
const RESET_MILLISECONDS = 15 * 60_000;
/** Bounds the memory that made-up emails take. */
const MAX_EMAILS = 1_000;

/** Limits the attempts to sign in with an email, whether a user has it or not. */
export interface AttemptLimit {
  /**
   * Counts an attempt as failed, before its password is checked. Returns false, and counts none, during a
   * lockout.
   */
  start(email: string): boolean;
  /** Forgets the failed attempts. */
  succeed(email: string): void;
}

const lockoutAfter = (failures: number): number =>
  failures < FREE_ATTEMPTS
    ? 0
    : Math.min(LONGEST_LOCKOUT_MILLISECONDS, FIRST_LOCKOUT_MILLISECONDS * 2 ** (failures - FREE_ATTEMPTS));

/**
 * Locks an email out for a second after five failed attempts, twice as long after each further one, and for
 * at most 15 minutes. 15 minutes without an attempt after a lockout reset the count.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html
 * @param now the time in milliseconds
 */
export const createAttemptLimit = (now: () => number): AttemptLimit => {
  const failed = new Map<string, { readonly failures: number; readonly at: number }>();
  return {
    start(email) {
      const key = email.toLowerCase();
      const { failures, at } = failed.get(key) ?? { failures: 0, at: 0 };
      const sinceLockout = now() - at - lockoutAfter(failures);
      if (sinceLockout < 0) return false;
      failed.delete(key);
      failed.set(key, { failures: sinceLockout < RESET_MILLISECONDS ? failures + 1 : 1, at: now() });
      const [oldest = ''] = failed.keys();
      if (failed.size > MAX_EMAILS) failed.delete(oldest);
      return true;
    },
    succeed(email) {
      failed.delete(email.toLowerCase());
    },
  };
};
