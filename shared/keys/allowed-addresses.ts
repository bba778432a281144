import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (address.includes(':') ? 'ipv6' : 'ipv4');

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), familyOf(network));
  }
  return list;
};

const ALL_IPV4 = listOf(['0.0.0.0/0']);

/**
 * Whether an address is in one of these ranges. IPv4-mapped IPv6 addresses are compared as IPv4.
 *
 * @param ranges canonical CIDRs, from `readAddressRange`
 */
export const isInRanges = (ranges: readonly string[], address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const written = familyOf(address);
  // Matches mapped addresses, too. A `BlockList` also finds IPv4 addresses in IPv6 ranges, such as ::/0.
  const family = ALL_IPV4.check(address, written) ? 'ipv4' : 'ipv6';
  return listOf(ranges.filter((range) => familyOf(range) === family)).check(address, written);
};
