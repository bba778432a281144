import { ProblemError } from '../../shared/contract/problems.ts';

/**
 * Throws the same `not-found` for a missing record and for another organization's.
 *
 * @param what in a sentence: `call list`
 */
export const requireFound = <T>(record: T | undefined, what: string): T => {
  if (record === undefined) throw new ProblemError('not-found', `There is no ${what} with this id.`);
  return record;
};
