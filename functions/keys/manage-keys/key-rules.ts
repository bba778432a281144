import { invalidRequest } from '../../../shared/contract/problems.ts';

/** Throws `invalid-request` for an unknown usage plan. */
export const requirePlan = (plan: string, usagePlanIds: Readonly<Record<string, string>>): void => {
  const plans = Object.keys(usagePlanIds);
  if (plans.includes(plan)) return;
  throw invalidRequest([{ parameter: 'plan', detail: `must be one of: ${plans.join(', ')}` }]);
};

/** @throws ProblemError for an expiry that has passed */
export const requireFutureExpiry = (expiresAt: string | null, now: string): void => {
  if (expiresAt === null || expiresAt > now) return;
  throw invalidRequest([{ parameter: 'expiresAt', detail: 'must be in the future' }]);
};
