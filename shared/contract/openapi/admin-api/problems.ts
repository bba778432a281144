import { INTERNAL_ERROR_DETAIL, UNAVAILABLE_DETAIL } from '../../problems.ts';
import type { ProblemResponse } from '../problem-response.ts';

/** Every error response of the admin API, by component name. */
export const ADMIN_PROBLEM_RESPONSES = {
  BadRequest: {
    description: 'The request has invalid parameters or fields. `errors` lists each one.',
    examples: [
      {
        problem: 'invalid-request',
        detail: 'Invalid request: see `errors` for expiresAt.',
        errors: [{ parameter: 'expiresAt', detail: 'must be in the future' }],
      },
    ],
  },
  Unauthorized: {
    description: 'The ID token is missing, invalid or expired. Sign in or renew it.',
    headers: ['WwwAuthenticate'],
    examples: [
      {
        problem: 'unauthorized',
        detail:
          'Missing, invalid or expired ID token. Sign in and send it as `Authorization: Bearer <token>`.',
      },
    ],
  },
  Forbidden: {
    description:
      'Only admins of the organization may do this, or the token does not belong to a user of an organization.',
    examples: [{ problem: 'forbidden', detail: 'Only an admin of your organization can manage webhooks.' }],
  },
  NotFound: {
    description: 'Nothing with this id exists, or you may not see it.',
    examples: [{ problem: 'not-found', detail: 'There is no API key with this id.' }],
  },
  UnknownPath: {
    description: 'The path does not exist.',
    examples: [{ problem: 'not-found', detail: 'Unknown path. See the documentation for all operations.' }],
  },
  MethodNotAllowed: {
    description: 'The path does not support this method; `Allow` lists the supported methods.',
    headers: ['Allow'],
    examples: [
      {
        problem: 'method-not-allowed',
        detail: 'This path does not support this method. The `Allow` header lists the methods it supports.',
      },
    ],
  },
  Conflict: {
    description:
      'The current state does not allow this, or the resource was modified concurrently. Reload it and retry.',
    examples: [{ problem: 'conflict', detail: 'The key is revoked and can no longer be changed.' }],
  },
  ContentTooLarge: {
    description: 'The request exceeds the maximum size.',
    examples: [{ problem: 'content-too-large', detail: 'The request exceeds the maximum of 10 MB.' }],
  },
  UnsupportedMediaType: {
    description: 'The `Content-Type` of the body is not JSON.',
    examples: [
      {
        problem: 'unsupported-media-type',
        detail: 'Unsupported media type. Send JSON with `Content-Type: application/json`.',
      },
    ],
  },
  TooManyRequests: {
    description: 'Too many requests. Retry after `Retry-After` seconds.',
    headers: ['RetryAfter'],
    examples: [
      {
        problem: 'rate-limit-exceeded',
        detail: 'Too many requests. Retry after the `Retry-After` delay.',
      },
    ],
  },
  InternalServerError: {
    description: 'An error on our side. Retry later; if it persists, report the `requestId`.',
    examples: [{ problem: 'internal-error', detail: INTERNAL_ERROR_DETAIL }],
  },
  ServiceUnavailable: {
    description: 'The service is temporarily unavailable. Retry after `Retry-After` seconds.',
    headers: ['RetryAfter'],
    examples: [{ problem: 'service-unavailable', detail: UNAVAILABLE_DETAIL }],
  },
  GatewayTimeout: {
    description: 'The service did not respond in time. Retry the request.',
    examples: [{ problem: 'timeout', detail: 'The service did not respond in time. Retry the request.' }],
  },
} as const satisfies Readonly<Record<string, ProblemResponse>>;

export type AdminProblemResponseName = keyof typeof ADMIN_PROBLEM_RESPONSES;
