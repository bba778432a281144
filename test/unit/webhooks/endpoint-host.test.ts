import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEndpointUrl } from '../../../shared/webhooks/endpoints/endpoint-url.ts';

const detailOf = (text: string): string | undefined => {
  const checked = checkEndpointUrl(text);
  return 'detail' in checked ? checked.detail : undefined;
};

describe('a URL of an internal host', () => {
  it.each([
    // Two addresses, in every notation that some parser accepts.
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://0x7F.0.0.0x1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://１２７．０．０．１/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    // Other addresses.
    'https://0/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://10.0.0.1:8443/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[2001:db8::1]/',
  ])('rejects an address with the reason: %s', (url) => {
    expect(detailOf(url)).toMatch(/^must not point to [\d.a-f:]+: private, loopback, link-local and other/);
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://loc%61lhost:8443/',
    'https://hooks.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://ip-10-0-0-1.eu-central-1.compute.internal/',
    'https://intranet/',
    'https://internal/',
  ])('rejects a name with the reason: %s', (url) => {
    expect(detailOf(url)).toMatch(/^must not point to [\w.-]+: localhost, names without a dot/);
  });

  it.each([
    'https://localhost./',
    'https://metadata.google.internal./',
    'https://[fe80::1%25eth0]/',
    'https://[::1%25lo]/',
    'https://127.0.0.1.1/',
    'https://256.0.0.1/',
    'https://[127.0.0.1]/',
  ])('rejects a URL for its form: %s', (url) => {
    expect(detailOf(url)).toBeDefined();
  });

  it('rejects any private IPv4 address in any notation', () => {
    const privateAddress = fc.oneof(
      ...[
        [0x0a_00_00_00, 8],
        [0x7f_00_00_00, 8],
        [0xac_10_00_00, 12],
        [0xc0_a8_00_00, 16],
        [0xa9_fe_00_00, 16],
        [0x64_40_00_00, 10],
      ].map(([base = 0, prefix = 0]) => fc.nat(2 ** (32 - prefix) - 1).map((offset) => base + offset)),
    );
    /** The first parts are single bytes; the last part combines the remaining ones. */
    const partsOf = (value: number, count: number): number[] => [
      ...[24, 16, 8].slice(0, count - 1).map((shift) => (value >>> shift) & 0xff),
      value % 2 ** (8 * (5 - count)),
    ];
    const notation = fc.constantFrom(
      (part: number) => part.toString(10),
      (part: number) => `0${part.toString(8)}`,
      (part: number) => `000${part.toString(8)}`,
      (part: number) => `0x${part.toString(16)}`,
      (part: number) => `0X${part.toString(16).toUpperCase()}`,
      (part: number) =>
        part.toString(10).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    );
    const notations = fc.tuple(notation, notation, notation, notation);
    fc.assert(
      fc.property(
        privateAddress,
        fc.integer({ min: 1, max: 4 }),
        notations,
        fc.constantFrom('', '.'),
        (value, count, writers, end) => {
          const host = partsOf(value, count).map((part, index) => writers[index]?.(part) ?? '');
          expect(detailOf(`https://${host.join('.')}${end}/`), host.join('.')).toMatch(
            /addresses are blocked/,
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('rejects any IPv4 address embedded in an IPv6 one', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'),
        (address, prefix) => {
          expect(detailOf(`https://[${prefix}${address}]/`)).toMatch(/addresses are blocked/);
        },
      ),
    );
  });
});
