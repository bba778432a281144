import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { readAddressRange } from '../../../shared/domain/address-range.ts';
import { isInRanges } from '../../../shared/keys/allowed-addresses.ts';

describe('an address in ranges', () => {
  it.each([
    ['192.0.2.255', ['192.0.2.0/24'], true],
    ['192.0.3.0', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['::ffff:c000:207', ['192.0.2.7/32'], true],
    ['192.0.2.7', ['::/0'], false],
    ['::ffff:192.0.2.7', ['::/0'], false],
    ['::1', ['0.0.0.0/0'], false],
    ['2001:db8::7', ['192.0.2.0/24', '2001:db8::/32'], true],
    ['192.0.2.7', [], false],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['fe80::1%eth0', ['::/0'], false],
  ])('%j in %j: %s', (address, ranges, isIn) => {
    expect(isInRanges(ranges, address)).toBe(isIn);
  });

  it('decides as ipaddr.js does', () => {
    // Few distinct bytes, so that many addresses share a prefix with a range.
    const byte = fc.constantFrom(0, 1, 127, 128, 255);
    const bytes = fc.oneof(
      fc.array(byte, { minLength: 4, maxLength: 4 }),
      fc.array(byte, { minLength: 16, maxLength: 16 }),
      fc
        .array(byte, { minLength: 4, maxLength: 4 })
        .map((last) => [...Array<number>(10).fill(0), 255, 255, ...last]),
    );
    const address = bytes.map((each) => ipaddr.fromByteArray(each));
    const range = fc.tuple(address, fc.nat(128)).map(([each, bits]) => {
      const { length } = each.toByteArray();
      const least = length === 16 && ipaddr.IPv6.parse(each.toString()).isIPv4MappedAddress() ? 96 : 0;
      const prefix = Math.max(Math.min(bits, length * 8), least);
      const kind = length === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
      const network = kind.networkAddressFromCIDR(`${each.toString()}/${prefix}`);
      const read = readAddressRange(`${network.toString()}/${prefix}`);
      if ('problem' in read) throw new Error(read.problem);
      return read.range;
    });
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(address, fc.array(range, { maxLength: 20 }), (each, ranges) => {
        const plain = ipaddr.process(each.toString());
        const expected = ranges.some((text) => {
          const [network, prefix] = ipaddr.parseCIDR(text);
          return network.kind() === plain.kind() && plain.match([network, prefix] as never);
        });
        seen.add(expected);
        expect(isInRanges(ranges, each.toString())).toBe(expected);
        expect(isInRanges(ranges, each.toNormalizedString())).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(seen).toEqual(new Set([true, false]));
  });
});
