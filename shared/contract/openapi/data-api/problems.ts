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
        detail: 'The request is not valid: see errors for limit.',
        errors: [{ parameter: 'limit', detail: 'must be a whole number from 1 to 200' }],
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
        detail: 'Send a valid API key in the header X-Api-Key, exactly once and without anything around it.',
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
          'This API key lacks the permission person:read, which this operation needs. An admin of your organization can grant it.',
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
        detail: 'There is no such path. Paths start with /v1/; see the documentation for the operations.',
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
        detail: 'This path does not have this method: Allow says which it has.',
      },
    ],
  },
  ContentTooLarge: {
    description: 'The request is larger than 10 MB. Operations take no body: leave it out.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'content-too-large', detail: 'The request is larger than 10 MB.' }],
  },
  TooManyRequests: {
    description:
      'A limit was met; `type` says which: `rate-limit-exceeded` is that of requests a second, `quota-exceeded` that of requests a day. Try again after `Retry-After` seconds.',
    headers: ['RetryAfter', 'RateLimitPolicyIfKnown'],
    examples: [
      {
        problem: 'rate-limit-exceeded',
        detail: 'More requests a second than are allowed. Try again after the time in Retry-After.',
      },
      {
        problem: 'quota-exceeded',
        detail:
          'More requests a day than the usage plan of this API key allows. Try again after the time in Retry-After.',
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
        detail: 'This API key is not ready for use yet. Try again after the time in Retry-After.',
      },
    ],
  },
  GatewayTimeout: {
    description: 'The service took too long to answer. Try again.',
    headers: ['RateLimitPolicyIfKnown'],
    examples: [{ problem: 'timeout', detail: 'The service took too long to answer. Try again.' }],
  },
} as const satisfies Readonly<Record<string, ProblemResponse>>;

export type ProblemResponseName = keyof typeof PROBLEM_RESPONSES;
