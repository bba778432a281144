import { INTERNAL_ERROR_DETAIL, UNAVAILABLE_DETAIL } from '../../problems.ts';
import type { ProblemResponse } from '../problem-response.ts';

/** Every error response of the data API, by component name. */
export const PROBLEM_RESPONSES = {
  BadRequest: {
    description:
      'The request has an unknown, repeated or malformed parameter, a cursor of another collection, or an id that is not a lower-case UUID. `errors` lists each one. Correct the request.',
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
      'The request has no key, more than one key, or a malformed, unknown, revoked or expired key. The response does not say which.',
    headers: ['WwwAuthenticate'],
    examples: [
      {
        problem: 'unauthorized',
        detail:
          'Missing or invalid API key. Send one key in the `X-Api-Key` header, with no surrounding characters.',
      },
    ],
  },
  Forbidden: {
    description:
      'The key lacks the permission named in `detail`. Ask an admin of your organization to grant it.',
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
      'Your organization has no record with this id. A record of another organization returns the same response.',
    headers: ['RateLimitPolicy'],
    examples: [{ problem: 'not-found', detail: 'There is no person with this id.' }],
  },
  UnknownPath: {
    description: 'The path does not exist. Returned with or without a key.',
    examples: [
      {
        problem: 'not-found',
        detail: 'Unknown path. Paths start with /v1/; see the documentation for all operations.',
      },
    ],
  },
  MethodNotAllowed: {
    description:
      'The path does not support this method; `Allow` lists the supported methods. Returned with or without a key.',
    headers: ['Allow'],
    examples: [
      {
        problem: 'method-not-allowed',
        detail: 'This path does not support this method. The `Allow` header lists the methods it supports.',
      },
    ],
  },
  ContentTooLarge: {
    description: 'The request exceeds 10 MB. No operation takes a body: omit it.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'content-too-large', detail: 'The request exceeds the maximum of 10 MB.' }],
  },
  TooManyRequests: {
    description:
      'A limit was exceeded: requests per second (`rate-limit-exceeded`) or requests per day (`quota-exceeded`). Retry after `Retry-After` seconds.',
    headers: ['RetryAfter', 'RateLimitPolicyIfKnown'],
    examples: [
      {
        problem: 'rate-limit-exceeded',
        detail: 'Too many requests per second. Retry after the `Retry-After` delay.',
      },
      {
        problem: 'quota-exceeded',
        detail: 'The daily quota of this API key is used up. Retry after the `Retry-After` delay.',
      },
    ],
  },
  InternalServerError: {
    description: 'An error on our side. Retry later; if it persists, report the `requestId`.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'internal-error', detail: INTERNAL_ERROR_DETAIL }],
  },
  ServiceUnavailable: {
    description:
      'The service is temporarily unavailable, or the key is only seconds old. Retry after `Retry-After` seconds.',
    headers: ['RetryAfter', 'RateLimitPolicyIfKnown'],
    examples: [
      { problem: 'service-unavailable', detail: UNAVAILABLE_DETAIL },
      {
        problem: 'service-unavailable',
        detail:
          'This API key is not active yet: a new key takes a few seconds. Retry after the `Retry-After` delay.',
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
