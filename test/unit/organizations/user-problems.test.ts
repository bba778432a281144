import { expect, it } from 'vitest';
import { toUserProblem } from '../../../functions/organizations/manage-organization/handler.ts';

const named = (name: string): Error => Object.assign(new Error(name), { name });

it.each([
  ['CodeDeliveryFailureException', 'service-unavailable', { 'Retry-After': '60' }],
  // Waiting a minute does not help.
  ['LimitExceededException', 'conflict', undefined],
])('reports an invitation that was not emailed for a %s as a %s', (name, problem, headers) => {
  expect(toUserProblem(named(name))).toMatchObject({ problem, ...(headers && { headers }) });
  if (headers === undefined) expect(toUserProblem(named(name))).not.toHaveProperty('headers.Retry-After');
});
