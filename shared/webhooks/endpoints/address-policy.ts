import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DestinationType } from '../../contract/webhooks/destinations.ts';

/** The addresses that webhooks may be sent to. */
export interface AddressPolicy {
  /** Also admits 127.0.0.0/8 and ::1, for trials on one machine. Default: false. */
  readonly allowsLoopback?: boolean;
  /** The destinations that the operator allows. Default: all. */
  readonly destinations?: readonly DestinationType[];
  /** An account whose queues, buses and roles are refused. Default: none. */
  readonly refusedAccount?: string;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * IANA assigns global unicast addresses only from this block
 * (https://www.iana.org/assignments/ipv6-address-space). Addresses outside are special or unassigned,
 * including some that ipaddr.js reports as unicast: IPv4-compatible addresses (::a.b.c.d), 100:0:0:1::/64,
 * 4000::/3.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * `undefined` unless the text is in a standard notation: a guess at its meaning could admit a private
 * address.
 */
const parse = (text: string): Address | undefined => {
  // A zone id selects a local network interface; public addresses never need one.
  if (isIP(text) === 0 || text.includes('%') || !ipaddr.isValid(text)) return undefined;
  return ipaddr.parse(text);
};

const isGlobalUnicast = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));

/** Whether `text` is in 127.0.0.0/8 or is ::1. Mapped forms such as ::ffff:127.0.0.1 are neither. */
export const isLoopbackAddress = (text: string): boolean => parse(text)?.range() === 'loopback';

/**
 * Whether an address is globally reachable unicast, over IPv4 or IPv6. This excludes all of IANA's
 * special-purpose registries (https://www.iana.org/assignments/iana-ipv4-special-registry and
 * .../iana-ipv6-special-registry), multicast, and IPv6 addresses that embed an IPv4 one (mapped, NAT64, 6to4,
 * Teredo): other machines, which this policy cannot see, decide where those lead.
 *
 * @param text in dotted decimal or RFC 4291 notation; anything else, including zone ids, is not public
 */
export const isPublicAddress = (text: string, { allowsLoopback = false }: AddressPolicy = {}): boolean => {
  const address = parse(text);
  if (address === undefined) return false;
  return isGlobalUnicast(address) || (allowsLoopback && address.range() === 'loopback');
};
