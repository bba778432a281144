import { ProblemError } from '../../shared/contract/problems.ts';

/** Throws the same `not-found` for a missing record and for another organization's. */
export const requireFound = <T>(
  record: T | undefined,
  kind:
    | 'person'
    | 'company'
    | 'call list'
    | 'API key'
    | 'webhook endpoint'
    | 'delivery'
    | 'user'
    | 'organization'
    | 'import'
    | 'export',
): T => {
  if (record === undefined) throw new ProblemError('not-found', `There is no ${kind} with this id.`);
  return record;
};
