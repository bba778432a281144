import { expect, test } from 'vitest';
import { REASON_OPTIONS, STATUS_OPTIONS } from '../../../console/views/keys/requests/status-options.ts';
import { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';

test('offers every status that requests can be filtered by, outcomes first', () => {
  const { values } = API_KEY_ROUTES.listRequests.query.status;
  expect([...STATUS_OPTIONS.keys()]).toEqual(['', ...values]);
});

test('offers every reason that requests can be filtered by', () => {
  const { values } = API_KEY_ROUTES.listRequests.query.reason;
  expect([...REASON_OPTIONS.keys()]).toEqual(['', ...values]);
});

test('names the problems of a status as the list of requests does', () => {
  expect(STATUS_OPTIONS.get('429')).toBe('429 rate-limit-exceeded or quota-exceeded');
});
