import { isIP } from 'node:net';
import { MAX_URL_LENGTH } from '../../contract/webhooks/webhook-limits.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import { type AddressPolicy, isLoopbackAddress, isPublicAddress } from './address-policy.ts';

/** Requires `//` and a host: the URL parser would also accept `https:host`. */
const ABSOLUTE = /^https?:\/\/[^/\\]/i;

/**
 * A URI (RFC 3986), as the API's schema requires. The URL parser also accepts other characters and encodes
 * them; brackets are for IPv6 addresses only.
 */
const URI = /^\w+:\/\/(?:\[[^\]]*\])?(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\da-f]{2})*$/i;

/** Matches user information, even if empty (`https://@host/`), which the parser drops. */
const WITH_USER_INFORMATION = /^https?:\/\/[^/\\?#]*@/i;

/** RFC 1035 section 2.3.4, plus the underscore that some real names have. */
const DNS_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_NAME_LENGTH = 253;

/** Names of this machine (RFC 6761), the local network (RFC 6762) and private use (ICANN, 2024). */
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|internal)$/;

const formProblem = (text: string): string | undefined => {
  // The parser drops tabs and line breaks, and reads \ as /: the intended URL would be a guess.
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain white space, control characters or backslashes';
  if (!ABSOLUTE.test(text) || !URL.canParse(text)) {
    return 'must be a complete and valid URL, such as https://hooks.example.com/sales';
  }
  if (WITH_USER_INFORMATION.test(text)) {
    return 'must not contain a user name or password: verify the signature of deliveries instead';
  }
  return text.includes('#') ? 'must not contain a fragment (#...), which is never sent' : undefined;
};

/** The address, if the host of a URL is one and not a name. */
const addressOf = (hostname: string): string | undefined => {
  const text = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(text) === 0 ? undefined : text;
};

const isLoopbackHost = (hostname: string): boolean => {
  const address = addressOf(hostname);
  return address === undefined ? /(?:^|\.)localhost$/.test(hostname) : isLoopbackAddress(address);
};

const schemeProblem = (url: URL, policy: AddressPolicy): string | undefined => {
  if (url.protocol === 'https:') return undefined;
  if (policy.allowsLoopback !== true) {
    return isLoopbackHost(url.hostname)
      ? 'must start with https:// and name a public host; start the service with ' +
          'WEBHOOKS_ALLOW_LOOPBACK=1 to ' +
          'send to its own machine'
      : 'must start with https://';
  }
  return isLoopbackHost(url.hostname)
    ? undefined
    : 'must start with https:// (http:// is only allowed for localhost and other loopback addresses)';
};

const nameProblem = (name: string): string | undefined => {
  if (name.endsWith('.')) return 'must not end its host name with a dot';
  if (name.length > MAX_NAME_LENGTH || !name.split('.').every((label) => DNS_LABEL.test(label))) {
    return 'must name its host by a valid DNS name, such as hooks.example.com';
  }
  if (INTERNAL_NAME.test(name) || !name.includes('.')) {
    return (
      `must not point to ${name}: localhost, names without a dot and names under .localhost, .local and ` +
      '.internal exist only inside a network; use a host name of the public internet'
    );
  }
  return undefined;
};

/**
 * @param hostname as the WHATWG URL parser returns it: every notation of an IPv4 address as dotted decimal
 */
const hostProblem = (hostname: string, policy: AddressPolicy): string | undefined => {
  if (policy.allowsLoopback === true && isLoopbackHost(hostname)) return undefined;
  const address = addressOf(hostname);
  if (address === undefined) return nameProblem(hostname);
  return isPublicAddress(address, policy)
    ? undefined
    : `must not point to ${address}: private, loopback, link-local and other special-purpose addresses ` +
        'are blocked';
};

/** @param href the URL as the parser writes it */
const schemaProblem = (text: string, href: string): string | undefined => {
  if (!URI.test(text)) {
    return (
      'must contain only the characters of a URI: percent-encode others, and write international host ' +
      'names in Punycode (xn--...)'
    );
  }
  return Math.max(text.length, href.length) > MAX_URL_LENGTH
    ? `must be at most ${withThousandsSeparators(MAX_URL_LENGTH)} characters long, with percent-encoding`
    : undefined;
};

/**
 * Validates the URL of a webhook endpoint without a DNS lookup: each connection checks the addresses of the
 * host (`sending/public-lookup.ts`). Any port and any query string are allowed.
 *
 * @returns the URL as the WHATWG parser writes it, or the problem, which completes "The URL …"
 */
export const checkEndpointUrl = (
  text: string,
  policy: AddressPolicy = {},
): { readonly url: string } | { readonly detail: string } => {
  const problem = formProblem(text);
  if (problem !== undefined) return { detail: problem };
  const url = new URL(text);
  const detail =
    schemeProblem(url, policy) ?? hostProblem(url.hostname, policy) ?? schemaProblem(text, url.href);
  return detail === undefined ? { url: url.href } : { detail };
};
