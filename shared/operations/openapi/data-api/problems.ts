import {
  addressNotAllowedDetail,
  missingPermissionsDetail,
  UNAVAILABLE_DETAIL,
} from '../../../contract/problems.ts';
import { COMMON_PROBLEM_RESPONSES, type ProblemResponses } from '../problem-response.ts';

/** An error after authentication has the limits of the key. */
const headers = ['RateLimitPolicyIfKnown'] as const;

/** Every error response of the data API, by component name. */
export const PROBLEM_RESPONSES = {
  BadRequest: {
    description:
      'The request has an unknown, repeated or malformed parameter or field, a cursor of another ' +
      'collection, or an id that is not a UUID. `errors` lists each one. Correct the request.',
    headers,
    problems: { 'invalid-request': '`limit` must be an integer from 1 to 200.' },
    extensions: {
      'invalid-request': { errors: [{ parameter: 'limit', detail: 'must be an integer from 1 to 200' }] },
    },
  },
  Unauthorized: {
    description:
      'The request has no key, more than one key, or a malformed, unknown, revoked or expired key. ' +
      'The response does not say which.',
    headers: ['WwwAuthenticate'],
    problems: {
      unauthorized:
        'Missing or invalid API key. Send one key in the `X-Api-Key` header, with no surrounding ' +
        'characters. Only `/v1/mcp` also accepts `Authorization: Bearer`.',
    },
  },
  Forbidden: {
    description:
      'The key lacks the permissions in `missingPermissions` (`forbidden`), or must not be used from ' +
      'the address in `addresses` (`address-not-allowed`). Ask an admin of your organization to grant ' +
      'or allow them.',
    headers,
    problems: {
      forbidden: missingPermissionsDetail(['person:read'], 'this operation'),
      'address-not-allowed': addressNotAllowedDetail('203.0.113.7'),
    },
    extensions: {
      forbidden: { missingPermissions: ['person:read'] },
      'address-not-allowed': { addresses: ['203.0.113.7'] },
    },
  },
  NotFound: {
    description:
      'Your organization has no record with this id. A record of another organization returns the same ' +
      'response.',
    headers: ['RateLimitPolicy'],
    problems: { 'not-found': 'There is no person with this id.' },
  },
  Gone: {
    description:
      'Events after this cursor are no longer kept, or the service was restored to an earlier moment: ' +
      '`detail` says which. Read the collections again, and continue with their `eventCursor`.',
    headers: ['RateLimitPolicy'],
    problems: {
      'cursor-expired':
        'The events at this `cursor` are no longer kept. Read the collections again, and continue with ' +
        'the `eventCursor` of their last pages.',
    },
  },
  Conflict: {
    description:
      'The organization already has the maximum number of webhook endpoints or waiting exports, the ' +
      'webhook endpoint exists already or was deleted since, or the key was modified concurrently. ' +
      '`detail` says which.',
    headers: ['RateLimitPolicy'],
    problems: {
      conflict: 'Your organization already has 1,000 webhook endpoints, the maximum. Delete one first.',
    },
  },
  IdempotencyMismatch: {
    description: 'The `Idempotency-Key` was used for another body within 24 hours. Send a new one.',
    headers: ['RateLimitPolicy'],
    problems: {
      'idempotency-mismatch':
        'This `Idempotency-Key` was used for another request within 24 hours. ' +
        'Send a new one, or the same body.',
    },
  },
  UnsupportedMediaType: {
    description: 'The body is not declared as JSON.',
    headers: ['RateLimitPolicy'],
    problems: {
      'unsupported-media-type': 'Unsupported media type. Send JSON with `Content-Type: application/json`.',
    },
  },
  UnknownPath: {
    description: 'The path does not exist. Returned with or without a key.',
    problems: {
      'not-found': 'Unknown path. Paths start with /v1/; see the documentation for all operations.',
    },
  },
  MethodNotAllowed: {
    ...COMMON_PROBLEM_RESPONSES.MethodNotAllowed,
    description:
      'The path does not support this method; `Allow` lists the supported methods. ' +
      'Returned with or without a key.',
  },
  ContentTooLarge: {
    ...COMMON_PROBLEM_RESPONSES.ContentTooLarge,
    description:
      'The JSON of the request exceeds 100,000 characters. Beyond 10 MB, the response is plain text. ' +
      'Operations that read take no body: omit it.',
    headers,
  },
  TooManyRequests: {
    description:
      'A limit was exceeded: requests per second (`rate-limit-exceeded`) or requests per day ' +
      '(`quota-exceeded`). Retry after `Retry-After` seconds.',
    headers: ['RetryAfter', ...headers],
    problems: {
      'rate-limit-exceeded': 'Too many requests per second. Retry after 1 second.',
      'quota-exceeded':
        'The daily quota of this API key is used up. Retry after 3600 seconds, at midnight UTC.',
    },
  },
  InternalServerError: {
    ...COMMON_PROBLEM_RESPONSES.InternalServerError,
    headers: ['RetryAfter', ...headers],
  },
  ServiceUnavailable: {
    description:
      'The service is temporarily unavailable, or the key is only seconds old. ' +
      'Retry after `Retry-After` seconds.',
    headers: ['RetryAfter', ...headers],
    problems: {
      'service-unavailable': [
        UNAVAILABLE_DETAIL,
        'This API key is not active yet: a new key takes a few seconds. Retry after 5 seconds.',
      ],
    },
  },
  GatewayTimeout: { ...COMMON_PROBLEM_RESPONSES.GatewayTimeout, headers: ['RetryAfter', ...headers] },
} as const satisfies ProblemResponses;
