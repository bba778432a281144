import { isIP } from 'node:net';
import { type AddressPolicy, isLoopbackAddress, isPublicAddress } from './address-policy.ts';

/** RFC 1035 section 2.3.4, with the underscore that some real names have. */
const DNS_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_NAME_LENGTH = 253;

/** Names of this machine (RFC 6761), of the local network (RFC 6762), and of private use (ICANN, 2024). */
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|internal)$/;

/** The address that the host of a URL is, or `undefined` if it is a name. */
const addressOf = (hostname: string): string | undefined => {
  const text = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(text) === 0 ? undefined : text;
};

/** Whether a host is this machine by its very name or address. */
export const isLoopbackHost = (hostname: string): boolean => {
  const address = addressOf(hostname);
  return address === undefined ? /(?:^|\.)localhost$/.test(hostname) : isLoopbackAddress(address);
};

const nameProblem = (name: string): string | undefined => {
  if (name.endsWith('.')) return 'must not have a trailing dot in its host name';
  if (name.length > MAX_NAME_LENGTH || !name.split('.').every((label) => DNS_LABEL.test(label))) {
    return 'must have a valid DNS name as its host, such as hooks.example.com';
  }
  if (INTERNAL_NAME.test(name) || !name.includes('.')) {
    return `must not point to ${name}: localhost, single-label names and names under .localhost, .local and .internal are not public; use a public host name`;
  }
  return undefined;
};

/**
 * What is wrong with the host of an endpoint, as far as can be told without looking it up.
 *
 * @param hostname as the WHATWG URL parser gives it, which turns every notation of an IPv4 address (decimal,
 *   octal, hexadecimal, short, with other digits) into dotted decimal
 */
export const hostProblem = (hostname: string, policy: AddressPolicy): string | undefined => {
  if (policy.allowsLoopback === true && isLoopbackHost(hostname)) return undefined;
  const address = addressOf(hostname);
  if (address === undefined) return nameProblem(hostname);
  return isPublicAddress(address, policy)
    ? undefined
    : `must not point to ${address}: only public addresses are allowed, not private, loopback, link-local, metadata, multicast or other special-purpose ones, nor IPv6 forms of IPv4 addresses`;
};
