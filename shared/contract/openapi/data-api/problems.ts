import { INTERNAL_ERROR_DETAIL, UNAVAILABLE_DETAIL } from '../../problems.ts';
import type { ProblemResponse } from '../problem-response.ts';

/** Every response of the data API that is no success, by the name under which its document declares it. */
export const PROBLEM_RESPONSES = {
  BadRequest: {
    description:
      'Something in the request is not allowed: an unknown, repeated or malformed parameter, a cursor of another collection, or an id that is not a lower-case UUID. `errors` names each. Correct the request.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [
      {
        problem: 'invalid-request',
        detail: 'Invalid request: see `errors` for limit.',
        errors: [{ parameter: 'limit', detail: 'must be an integer from 1 to 200' }],
      },
    ],
  },
  Unauthorized: {
    description:
      'No key, more than one, or one that is malformed, unknown, revoked or expired. The answer does not say which.',
    headers: ['WwwAuthenticate'],
    examples: [
      {
        problem: 'unauthorized',
        detail: 'Missing or invalid API key. Send one key in the `X-Api-Key` header, with no surrounding characters.',
      },
    ],
  },
  Forbidden: {
    description:
      'The key lacks the permission that `detail` names. Ask an admin of your organization to grant it.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [
      {
        problem: 'forbidden',
        detail:
          'This API key lacks the permission person:read, which this operation requires. Ask an admin of your organization to grant it.',
      },
    ],
  },
  NotFound: {
    description:
      'There is no record with this id in your organization. A record of another organization is not told from none at all.',
    headers: ['RateLimitPolicy'],
    examples: [{ problem: 'not-found', detail: 'There is no person with this id.' }],
  },
  UnknownPath: {
    description: 'There is no such path. It makes no difference whether a key was sent.',
    examples: [
      {
        problem: 'not-found',
        detail: 'Unknown path. Paths start with /v1/; see the documentation for all operations.',
      },
    ],
  },
  MethodNotAllowed: {
    description:
      'The path has no such method: `Allow` says which it has. It makes no difference whether a key was sent.',
    headers: ['Allow'],
    examples: [
      {
        problem: 'method-not-allowed',
        detail: 'This path does not support this method. The `Allow` header lists the methods it supports.',
      },
    ],
  },
  ContentTooLarge: {
    description: 'The request is larger than 10 MB. Operations take no body: leave it out.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'content-too-large', detail: 'The request exceeds the maximum of 10 MB.' }],
  },
  TooManyRequests: {
    description:
      'A limit was met; `type` says which: `rate-limit-exceeded` is that of requests a second, `quota-exceeded` that of requests a day. Try again after `Retry-After` seconds.',
    headers: ['RetryAfter', 'RateLimitPolicyIfKnown'],
    examples: [
      {
        problem: 'rate-limit-exceeded',
        detail: 'Too many requests per second. Retry after the `Retry-After` delay.',
      },
      {
        problem: 'quota-exceeded',
        detail:
          'The daily quota of this API key is used up. Retry after the `Retry-After` delay.',
      },
    ],
  },
  InternalServerError: {
    description: 'Our fault. Try again later; report the `requestId` if it stays.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'internal-error', detail: INTERNAL_ERROR_DETAIL }],
  },
  ServiceUnavailable: {
    description:
      'The service cannot answer for now, or the key was made only seconds ago. Try again after `Retry-After` seconds.',
    headers: ['RetryAfter', 'RateLimitPolicyIfKnown'],
    examples: [
      { problem: 'service-unavailable', detail: UNAVAILABLE_DETAIL },
      {
        problem: 'service-unavailable',
        detail: 'This API key is not active yet: a new key takes a few seconds. Retry after the `Retry-After` delay.',
      },
    ],
  },
  GatewayTimeout: {
    description: 'The service did not respond in time. Retry the request.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'timeout', detail: 'The service did not respond in time. Retry the request.' }],
  },
} as const satisfies Readonly<Record<string, ProblemResponse>>;

export type ProblemResponseName = keyof typeof PROBLEM_RESPONSES;
