import { INTERNAL_ERROR_DETAIL, UNAVAILABLE_DETAIL } from '../../problems.ts';
import type { ProblemResponse } from '../problem-response.ts';

/** Every response of the admin API that is no success, by the name under which its document declares it. */
export const ADMIN_PROBLEM_RESPONSES = {
  BadRequest: {
    description: 'Something in the request is not allowed. `errors` names every parameter and field.',
    examples: [
      {
        problem: 'invalid-request',
        detail: 'Invalid request: see `errors` for expiresAt.',
        errors: [{ parameter: 'expiresAt', detail: 'must be in the future' }],
      },
    ],
  },
  Unauthorized: {
    description: 'No ID token, or one that is not valid, or not any more: sign in, or renew it.',
    headers: ['WwwAuthenticate'],
    examples: [
      {
        problem: 'unauthorized',
        detail: 'Missing, invalid or expired ID token. Sign in and send it as `Authorization: Bearer <token>`.',
      },
    ],
  },
  Forbidden: {
    description:
      'Only an admin of the organization may do this, or the token is not one of a user of an organization.',
    examples: [{ problem: 'forbidden', detail: 'Only an admin of your organization can manage webhooks.' }],
  },
  NotFound: {
    description: 'There is nothing with this id that you may see.',
    examples: [{ problem: 'not-found', detail: 'There is no API key with this id.' }],
  },
  UnknownPath: {
    description: 'There is no such path.',
    examples: [
      { problem: 'not-found', detail: 'Unknown path. See the documentation for all operations.' },
    ],
  },
  MethodNotAllowed: {
    description: 'The path has no such method: `Allow` says which it has.',
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
      'It cannot be done as things stand, or somebody else changed the same at the same moment: look again.',
    examples: [{ problem: 'conflict', detail: 'The key is revoked and can no longer be changed.' }],
  },
  ContentTooLarge: {
    description: 'The request is far larger than any operation needs.',
    examples: [{ problem: 'content-too-large', detail: 'The request exceeds the maximum of 10 MB.' }],
  },
  UnsupportedMediaType: {
    description: 'The body is not said to be JSON.',
    examples: [{ problem: 'unsupported-media-type', detail: 'Unsupported media type. Send JSON with `Content-Type: application/json`.' }],
  },
  TooManyRequests: {
    description: 'Too many requests at once. Try again after `Retry-After` seconds.',
    headers: ['RetryAfter'],
    examples: [
      {
        problem: 'rate-limit-exceeded',
        detail: 'Too many requests. Retry after the `Retry-After` delay.',
      },
    ],
  },
  InternalServerError: {
    description: 'Our fault. Try again later; report the `requestId` if it stays.',
    examples: [{ problem: 'internal-error', detail: INTERNAL_ERROR_DETAIL }],
  },
  ServiceUnavailable: {
    description: 'Not now. Try again after `Retry-After` seconds.',
    headers: ['RetryAfter'],
    examples: [{ problem: 'service-unavailable', detail: UNAVAILABLE_DETAIL }],
  },
  GatewayTimeout: {
    description: 'It took too long. Try again.',
    examples: [{ problem: 'timeout', detail: 'The service did not respond in time. Retry the request.' }],
  },
} as const satisfies Readonly<Record<string, ProblemResponse>>;

export type AdminProblemResponseName = keyof typeof ADMIN_PROBLEM_RESPONSES;
