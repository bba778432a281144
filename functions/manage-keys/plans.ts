import { invalidRequest } from '../../shared/contract/problems.ts';

/** Throws `invalid-request` for a usage plan that there is not. */
export const requirePlan = (plan: string, plans: readonly string[]): void => {
  if (plans.includes(plan)) return;
  throw invalidRequest([{ parameter: 'plan', detail: `must be one of: ${plans.join(', ')}` }]);
};
