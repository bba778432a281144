import type { LoggedRequest } from '../../../api/types.ts';
import { isUnknownPath, problemNameOf } from './problem-name.ts';

/** What was wrong with a request, and what to do about it. */
export interface Explanation {
  readonly problem: string;
  readonly remedy: string;
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

const REASONS: Readonly<Record<NonNullable<LoggedRequest['reason']>, Explanation>> = {
  revoked: {
    problem: 'The key was revoked.',
    remedy: 'A system still sends it: the address and user agent say which. Give it an active key.',
  },
  expired: {
    problem: 'The key had expired. A rotated key expires at the end of its grace period.',
    remedy:
      'A system still sends it: the address and user agent say which. ' +
      'Give it the successor, or another active key.',
  },
  'token-expired': {
    problem: 'The access token of the app had expired.',
    remedy: 'Apps renew it every hour. If this one does not, connect it again.',
  },
  'wrong-secret': {
    problem: 'The id of the key is right, but its secret is not.',
    remedy:
      'Copy the key again, or rotate it if its value is lost. If you do not know the address, an ' +
      'attacker may be guessing: the key itself stays safe.',
  },
};

const forbidden = ({ missingPermissions }: LoggedRequest): Explanation =>
  missingPermissions === null
    ? {
        problem: 'The key lacks a permission that this request requires.',
        remedy: 'Compare the key with the requirements of the operation in the API reference.',
      }
    : {
        problem: `The key lacks the permission ${quoted(missingPermissions)}.`,
        remedy: 'Ask an admin to grant it: open the key and choose Edit. It applies to the next request.',
      };

const invalid = ({ invalidParameters }: LoggedRequest): Explanation => ({
  problem:
    invalidParameters === null
      ? 'A parameter, a field or the id in the path is invalid.'
      : `Invalid: ${quoted(invalidParameters)}.`,
  remedy:
    'The response says in “errors” what each may be, and so does the API reference. Retrying does not help.',
});

const RETRY = 'Retry after the delay in the “Retry-After” header of the response.';

/** By the last part of the type. */
const PROBLEMS: Readonly<Record<string, Explanation>> = {
  'address-not-allowed': {
    problem: 'The key must not be used from this address.',
    remedy: 'Add the address to the allowed addresses of the key, or send the request from an allowed one.',
  },
  'not-found': {
    problem: 'Nothing with this id exists in your organization.',
    remedy: 'The record may have been deleted. Look it up by another value, or remove it from your copy.',
  },
  'cursor-expired': {
    problem: 'The cursor is older than the events that are kept, or from before a restore of the service.',
    remedy: 'Read the collections again, then follow the feed from the new cursor.',
  },
  'idempotency-mismatch': {
    problem: 'The idempotency key was used with another body in the last 24 hours.',
    remedy: 'Use a new idempotency key for each new request.',
  },
  'rate-limit-exceeded': {
    problem: 'The key sent more requests per second than its plan allows.',
    remedy: `${RETRY} Read larger pages, spread requests, or ask an admin for another plan.`,
  },
  'quota-exceeded': {
    problem: 'The daily quota of the key was used up.',
    remedy: 'It starts again at midnight UTC. Ask an admin for another plan if this happens often.',
  },
  'service-unavailable': {
    problem: 'The service, or a key that was created seconds before, was not available.',
    remedy: RETRY,
  },
  'internal-error': {
    problem: 'The service failed.',
    remedy: `${RETRY} If it happens again, report the request id to the operator.`,
  },
  timeout: { problem: 'The service did not respond in time.', remedy: RETRY },
};

const UNKNOWN: Explanation = {
  problem: 'The API has no such path.',
  remedy: 'Compare it with the operations in the API reference: paths start with /v1/ and are singular.',
};

/** Explains a request; nothing for one that succeeded. */
export const explain = (request: LoggedRequest): Explanation | undefined => {
  const { problemType, reason } = request;
  if (problemType === null) return undefined;
  if (reason !== null) return REASONS[reason];
  const name = problemNameOf(problemType);
  if (name === 'forbidden') return forbidden(request);
  if (name === 'invalid-request') return invalid(request);
  if (isUnknownPath(request)) return UNKNOWN;
  return (
    PROBLEMS[name] ?? {
      problem: `The response was “${name}”.`,
      remedy: 'The guide on errors says what that means and what to do.',
    }
  );
};
