import { UNAVAILABLE_DETAIL } from '../../../contract/problems.ts';
import { COMMON_PROBLEM_RESPONSES, type ProblemResponses } from '../problem-response.ts';

/** Every error response of the admin API, by component name. */
export const ADMIN_PROBLEM_RESPONSES = {
  ...COMMON_PROBLEM_RESPONSES,
  BadRequest: {
    description: 'The request has invalid parameters or fields. `errors` lists each one.',
    problems: { 'invalid-request': '`expiresAt` must be in the future.' },
    extensions: {
      'invalid-request': { errors: [{ parameter: 'expiresAt', detail: 'must be in the future' }] },
    },
  },
  Unauthorized: {
    description: 'The ID token is missing, invalid or expired. Sign in or renew it.',
    headers: ['WwwAuthenticate'],
    problems: {
      unauthorized:
        'Missing, invalid or expired ID token. Sign in and send it as `Authorization: Bearer <token>`.',
    },
  },
  Forbidden: {
    description:
      'Only admins of the organization may do this, or the token does not belong to a user of an ' +
      'organization.',
    problems: { forbidden: 'Only an admin of your organization can manage webhooks.' },
  },
  NotFound: {
    description: 'Nothing with this id exists, or you may not see it.',
    problems: { 'not-found': 'There is no API key with this id.' },
  },
  UnknownPath: {
    description: 'The path does not exist.',
    problems: { 'not-found': 'Unknown path. See the documentation for all operations.' },
  },
  Conflict: {
    description:
      'The current state does not allow this, or the resource was modified concurrently. ' +
      'Reload it and retry.',
    problems: { conflict: 'The key is revoked and can no longer be changed.' },
  },
  UnsupportedMediaType: {
    description: 'The `Content-Type` of the body is not JSON.',
    problems: {
      'unsupported-media-type': 'Unsupported media type. Send JSON with `Content-Type: application/json`.',
    },
  },
  TooManyRequests: {
    description: 'Too many requests. Retry after `Retry-After` seconds.',
    headers: ['RetryAfter'],
    problems: { 'rate-limit-exceeded': 'Too many requests. Retry after the `Retry-After` delay.' },
  },
  ServiceUnavailable: {
    description: 'The service is temporarily unavailable. Retry after `Retry-After` seconds.',
    headers: ['RetryAfter'],
    problems: { 'service-unavailable': UNAVAILABLE_DETAIL },
  },
} as const satisfies ProblemResponses;
