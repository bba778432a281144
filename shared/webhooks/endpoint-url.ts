import type { AddressPolicy } from './address-policy.ts';
import { hostProblem, isLoopbackHost } from './endpoint-host.ts';

/** The longest URL of an endpoint, in characters as it is sent. */
const MAX_LENGTH = 2_048;

/** Scheme and host as they are meant to be written: the URL parser would also make do with `https:host`. */
const ABSOLUTE = /^https?:\/\/[^/\\]/i;

/** Also finds empty user information (`https://@host/`), which the parser drops. */
const WITH_USER_INFORMATION = /^https?:\/\/[^/\\?#]*@/i;

const formProblem = (text: string): string | undefined => {
  // The parser drops tabs and line breaks, and reads \ as /: what was meant would be a guess.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain white space, control characters or backslashes';
  if (!ABSOLUTE.test(text) || !URL.canParse(text)) {
    return 'must be a complete and valid URL, such as https://hooks.example.com/sales';
  }
  if (WITH_USER_INFORMATION.test(text)) {
    return 'must not contain a user name or password: deliveries are signed instead';
  }
  return text.includes('#') ? 'must not contain a fragment (#...), which is never sent' : undefined;
};

const schemeProblem = (url: URL, policy: AddressPolicy): string | undefined => {
  if (url.protocol === 'https:') return undefined;
  if (policy.allowsLoopback !== true) return 'must start with https://';
  return isLoopbackHost(url.hostname)
    ? undefined
    : 'must start with https:// (http:// is allowed only for loopback addresses such as localhost)';
};

/**
 * Checks the URL of a webhook endpoint, as far as can be done without looking its host up: what the name stands
 * for is checked at every connection. Any port and any query string are allowed.
 *
 * @returns the URL as the WHATWG parser writes it, or what is wrong with it, to be read after "The URL"
 */
export const checkEndpointUrl = (
  text: string,
  policy: AddressPolicy = {},
): { readonly url: string } | { readonly detail: string } => {
  const problem = formProblem(text);
  if (problem !== undefined) return { detail: problem };
  const url = new URL(text);
  const detail =
    schemeProblem(url, policy) ??
    hostProblem(url.hostname, policy) ??
    (url.href.length > MAX_LENGTH
      ? `must be at most ${MAX_LENGTH.toLocaleString('en')} characters long, with percent-encoding`
      : undefined);
  return detail === undefined ? { url: url.href } : { detail };
};
