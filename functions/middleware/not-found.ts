import { ProblemError } from '../../shared/contract/problems.ts';

/** The same for a record that does not exist and for one of another organization. */
export const foundOr404 = <T>(
  record: T | undefined,
  kind: 'person' | 'company' | 'call list' | 'API key' | 'webhook endpoint' | 'delivery',
): T => {
  if (record === undefined) throw new ProblemError('not-found', `There is no ${kind} with this id.`);
  return record;
};
