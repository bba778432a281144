import { BlockList, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../shared/webhooks/endpoints/address-policy.ts';

/** IANA's special-purpose registries and the multicast blocks, as of October 2025. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const SPECIAL_IPV6 = [
  '::/128',
  '::1/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/3',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const BITS = { ipv4: 32, ipv6: 128 } as const;
type Family = keyof typeof BITS;

const write = (family: Family, value: bigint): string => {
  const width = family === 'ipv4' ? 8n : 16n;
  const parts: string[] = [];
  for (let shift = BigInt(BITS[family]) - width; shift >= 0n; shift -= width) {
    parts.push(((value >> shift) & ((1n << width) - 1n)).toString(family === 'ipv4' ? 10 : 16));
  }
  return parts.join(family === 'ipv4' ? '.' : ':');
};

const read = (text: string): bigint => {
  if (!isIPv6(text)) return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
  const [head = '', tail] = text.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array(8 - head.length - (tail?.length ?? 0)).fill('0'), ...(tail ?? [])];
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
};

const bounds = (family: Family, range: string): { readonly first: bigint; readonly last: bigint } => {
  const [address = '', prefix] = range.split('/');
  const first = read(address);
  return { first, last: first + (1n << BigInt(BITS[family] - Number(prefix))) - 1n };
};

/** The reference implementation: Node.js's BlockList. */
const blockListOf = (family: Family, ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const anywhere = (family: Family) => fc.bigInt({ min: 0n, max: (1n << BigInt(BITS[family])) - 1n });
const within = (family: Family, ranges: readonly string[]) =>
  fc.constantFrom(...ranges).chain((range) => {
    const { first, last } = bounds(family, range);
    return fc.oneof(
      fc.bigInt({ min: first, max: last }),
      fc
        .constantFrom(first, last, first - 1n, last + 1n)
        .filter((v) => v >= 0n && v >> BigInt(BITS[family]) === 0n),
    );
  });

describe('IPv4 addresses', () => {
  const special = blockListOf('ipv4', SPECIAL_IPV4);

  it('accepts IPv4 addresses unless IANA registered them for a special purpose', () => {
    fc.assert(
      fc.property(fc.oneof(anywhere('ipv4'), within('ipv4', SPECIAL_IPV4)), (value) => {
        const address = write('ipv4', value);
        expect(isPublicAddress(address), address).toBe(!special.check(address, 'ipv4'));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('IPv6 addresses', () => {
  const special = blockListOf('ipv6', SPECIAL_IPV6);
  const globalUnicast = blockListOf('ipv6', ['2000::/3']);

  it('accepts IPv6 addresses in assigned blocks that are registered for no special purpose', () => {
    const nearby = within('ipv6', [...SPECIAL_IPV6, '2000::/3']);
    fc.assert(
      fc.property(fc.oneof(anywhere('ipv6'), nearby), (value) => {
        const address = write('ipv6', value);
        const isPublic = globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
        expect(isPublicAddress(address), address).toBe(isPublic);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the loopback option', () => {
  it('admits no other special addresses', () => {
    const others = fc.oneof(
      within('ipv4', SPECIAL_IPV4).map((value) => write('ipv4', value)),
      within('ipv6', SPECIAL_IPV6).map((value) => write('ipv6', value)),
      fc.constantFrom(
        '::ffff:127.0.0.1',
        '::127.0.0.1',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
        '0.0.0.0',
        '::1%lo',
      ),
    );
    fc.assert(
      fc.property(others, (address) => {
        expect(isPublicAddress(address, { allowsLoopback: true }), address).toBe(
          isPublicAddress(address) || /^(127\.|0:0:0:0:0:0:0:1$)/.test(address),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
