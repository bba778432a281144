import { withFullJitter } from './backoff.ts';
import { TableUnavailableError } from './reader.ts';

/** How often a change is tried again after concurrent updates. */
const ATTEMPTS = 12;

/** What an attempt returns if a concurrent update came first. */
export const LOST = Symbol('lost');

/**
 * Repeats an attempt, which reads what it changes, until no concurrent update comes first. Throws a
 * TableUnavailableError if updates keep coming.
 *
 * @param attempt receives its number, from 1
 */
export const retryLostRaces = async <T>(
  attempt: (number: number) => Promise<T | typeof LOST>,
): Promise<T> => {
  for (let number = 1; number <= ATTEMPTS; number++) {
    const result = await attempt(number);
    if (result !== LOST) return result;
    await withFullJitter(number);
  }
  throw new TableUnavailableError('Concurrent updates keep changing the record. Try again.');
};
