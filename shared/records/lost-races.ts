import { withFullJitter } from '../table/backoff.ts';
import { TableUnavailableError } from '../table/reader.ts';

/** How often a change is tried again after concurrent updates. */
const ATTEMPTS = 12;

/** What an attempt returns if a concurrent update came first. */
export const LOST = Symbol('lost');

/**
 * Repeats an attempt, which reads what it changes, until no concurrent update comes first. Throws a
 * TableUnavailableError if updates keep coming.
 */
export const retryLostRaces = async <T>(attempt: () => Promise<T | typeof LOST>): Promise<T> => {
  for (let race = 1; race <= ATTEMPTS; race++) {
    const result = await attempt();
    if (result !== LOST) return result;
    await withFullJitter(race);
  }
  throw new TableUnavailableError('Concurrent updates keep changing the record. Try again.');
};
