import { invalidRequest } from '../../../shared/contract/problems.ts';

/** @throws ProblemError for an expiry that has passed */
export const requireFutureExpiry = (expiresAt: string | null, now: string): void => {
  if (expiresAt === null || expiresAt > now) return;
  throw invalidRequest([{ parameter: 'expiresAt', detail: 'must be in the future' }]);
};
