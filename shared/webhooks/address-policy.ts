import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which addresses may be called. */
export interface AddressPolicy {
  /** Also admits 127.0.0.0/8 and ::1, for trying things out on one machine. Default: false. */
  readonly allowsLoopback?: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * IANA assigns global unicast addresses from here alone
 * (https://www.iana.org/assignments/ipv6-address-space). What lies outside is either special or not in use yet,
 * among it what ipaddr.js takes for unicast: IPv4-compatible addresses (::a.b.c.d), 100:0:0:1::/64, 4000::/3.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** `undefined` for all but the standard notations: what is not understood must not be judged. */
const parse = (text: string): Address | undefined => {
  // A zone id picks a network interface of this machine, which no public address needs.
  if (isIP(text) === 0 || text.includes('%') || !ipaddr.isValid(text)) return undefined;
  return ipaddr.parse(text);
};

const isGlobalUnicast = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));

/** Whether `text` is in 127.0.0.0/8 or is ::1. Mapped forms such as ::ffff:127.0.0.1 are neither. */
export const isLoopbackAddress = (text: string): boolean => parse(text)?.range() === 'loopback';

/**
 * Whether an address is one of a host on the public internet: globally reachable unicast, over IPv4 or IPv6.
 * Nothing in IANA's special-purpose registries is
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and .../iana-ipv6-special-registry), and neither
 * are multicast addresses, nor IPv6 addresses that hold an IPv4 one (mapped, NAT64, 6to4, Teredo): where those
 * lead is decided by machines that this policy does not see.
 *
 * @param text in dotted decimal or RFC 4291 notation; anything else, zone ids included, is not public
 */
export const isPublicAddress = (text: string, { allowsLoopback = false }: AddressPolicy = {}): boolean => {
  const address = parse(text);
  if (address === undefined) return false;
  return isGlobalUnicast(address) || (allowsLoopback && address.range() === 'loopback');
};
