import { isIP } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { readAddressRange } from '../../../shared/domain/address-range.ts';
import { exercise } from '../../support/exercise.ts';

describe('reading an address range', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    [' 192.0.2.7\t', '192.0.2.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:c000:207', '192.0.2.7/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('normalizes %j to %s', (text, range) => {
    expect(readAddressRange(text)).toEqual({ range });
  });

  it.each([
    ['', 'is no IPv4 or IPv6 address'],
    ['/24', 'is no IPv4 or IPv6 address'],
    ['example.com', 'is no IPv4 or IPv6 address'],
    ['127.1', 'is no IPv4 or IPv6 address'],
    ['010.0.0.1', 'is no IPv4 or IPv6 address'],
    ['0x7f.0.0.1', 'is no IPv4 or IPv6 address'],
    ['2130706433', 'is no IPv4 or IPv6 address'],
    ['fe80::1%eth0', 'is no IPv4 or IPv6 address'],
    ['::ffff:010.0.0.1', 'is no IPv4 or IPv6 address'],
    ['192.0.2.0/33', 'must have a prefix length from 0 to 32 after the slash'],
    ['192.0.2.0/', 'must have a prefix length from 0 to 32 after the slash'],
    ['192.0.2.0/024', 'must have a prefix length from 0 to 32 after the slash'],
    ['192.0.2.0/24/8', 'must have a prefix length from 0 to 32 after the slash'],
    ['192.0.2.0/255.255.255.0', 'must have a prefix length from 0 to 32 after the slash'],
    ['2001:db8::/129', 'must have a prefix length from 0 to 128 after the slash'],
    ['::ffff:0.0.0.0/95', 'must have a prefix length from 96 to 128'],
    ['192.0.2.7/24', 'has bits after its prefix: use 192.0.2.0/24 for the range, or 192.0.2.7/32'],
    ['::ffff:192.0.2.7/120', 'use 192.0.2.0/24 for the range, or 192.0.2.7/32'],
    ['2001:db8::1/32', 'use 2001:db8::/32 for the range, or 2001:db8::1/128'],
  ])('rejects %j', (text, problem) => {
    expect(readAddressRange(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('accepts exactly the addresses that Node.js does, except with zone ids', () => {
    const count = exercise('addresses', 'others');
    const characters = fc.constantFrom(...'0123456789abcF:::...%/x '.split(''));
    const mutated = fc
      .tuple(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('::ffff:192.0.2.7')), fc.nat(40), characters)
      .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), mutated), (text) => {
        fc.pre(!text.includes('/'));
        const isAddress = isIP(text.trim()) !== 0 && !text.includes('%');
        count(isAddress ? 'addresses' : 'others');
        expect('range' in readAddressRange(text)).toBe(isAddress);
      }),
      { numRuns: 2_000 },
    );
  });

  it('suggests the network that ipaddr.js computes', () => {
    const count = exercise('suggested', 'exact');
    const cidr = fc.oneof(
      fc.tuple(fc.ipV4(), fc.nat(32)),
      fc.tuple(
        fc.ipV6().filter((text) => !ipaddr.IPv6.parse(text).isIPv4MappedAddress()),
        fc.nat(128),
      ),
    );
    fc.assert(
      fc.property(cidr, ([address, prefix]) => {
        const kind = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
        const range = `${kind.networkAddressFromCIDR(`${address}/${prefix}`).toString()}/${prefix}`;
        expect(readAddressRange(range)).toEqual({ range });
        const read = readAddressRange(`${address}/${prefix}`);
        count('problem' in read ? 'suggested' : 'exact');
        if ('problem' in read) expect(read.problem).toContain(`use ${range} for the range`);
        else expect(read).toEqual({ range });
      }),
      { numRuns: 1_000 },
    );
  });
});
