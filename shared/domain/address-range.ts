import ipaddr from 'ipaddr.js';

/** The canonical CIDR, or what is wrong with the text, phrased to follow it. */
export type ReadAddressRange = { readonly range: string } | { readonly problem: string };

const IPV4_BITS = 32;
const IPV6_BITS = 128;

const NO_ADDRESS = 'is no IPv4 or IPv6 address or CIDR, such as 192.0.2.0/24 or 2001:db8::/32';

const { IPv4, IPv6 } = ipaddr;

/** Standard notations only. `ipaddr.js` also reads others, such as those of `inet_aton`. */
const isAddress = (text: string): boolean => {
  if (IPv4.isValidFourPartDecimal(text)) return true;
  const isDotted = text.includes('.');
  const tail = text.slice(text.lastIndexOf(':') + 1);
  return !text.includes('%') && IPv6.isValid(text) && (!isDotted || IPv4.isValidFourPartDecimal(tail));
};

/** The address with the bits after the prefix set to zero. */
const networkOf = (address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string => {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(Math.max(prefix - index * 8, 0), 8)));
  return ipaddr.fromByteArray(bytes).toString();
};

/**
 * Reads an address or a range of addresses in CIDR notation. IPv4-mapped IPv6 addresses, such as
 * `::ffff:192.0.2.1`, become IPv4 addresses. Zone ids and the notations of `inet_aton`, such as `127.1`, are
 * no addresses here: readers disagree on them.
 */
export const readAddressRange = (text: string): ReadAddressRange => {
  const [, written = '', digits] = /^([^/]*)(?:\/(.*))?$/s.exec(text.trim()) ?? [];
  if (!isAddress(written)) return { problem: NO_ADDRESS };
  const parsed = ipaddr.parse(written);
  const isMapped = parsed instanceof IPv6 && parsed.isIPv4MappedAddress();
  const bits = parsed.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS;
  if (digits !== undefined && (!/^(?:0|[1-9]\d{0,2})$/.test(digits) || Number(digits) > bits)) {
    return { problem: `must have a prefix length from 0 to ${bits} after the slash` };
  }
  const mappedBits = isMapped ? IPV6_BITS - IPV4_BITS : 0;
  const prefix = (digits === undefined ? bits : Number(digits)) - mappedBits;
  if (prefix < 0) return { problem: `must have a prefix length from ${mappedBits} to ${bits}: it is IPv4` };
  const address = isMapped ? parsed.toIPv4Address() : parsed;
  const network = networkOf(address, prefix);
  if (network !== address.toString()) {
    const single = `${address.toString()}/${bits - mappedBits}`;
    return {
      problem:
        `has bits after its prefix: use ${network}/${prefix} for the range, or ${single} for the ` +
        'address',
    };
  }
  return { range: `${network}/${prefix}` };
};
