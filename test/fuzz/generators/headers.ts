import fc from 'fast-check';
import { bytes } from './texts.ts';

type Header = readonly [string, string];

const KNOWN = [
  'Accept',
  'Accept-Encoding',
  'Cookie',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'User-Agent',
  'X-Amzn-Trace-Id',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'X-Original-URL',
  'X-Request-Id',
  '__proto__',
  'constructor',
];

const VALUES = [
  '',
  '*',
  'gzip;q=0.5, br',
  'gzip;q=NaN,*;q=1e9',
  'identity;q=0, *;q=0',
  'W/"x", "y',
  'bytes=0-1,5-',
  'DELETE',
  'https://evil.example',
  'a, b, c',
  '127.0.0.1, ::1, x',
  '/v1/person',
  '\xff\xfe',
  '\x01',
  '\x7f',
  '$context.requestId',
];

const SPECIAL: readonly (readonly Header[])[] = [
  [['Expect', '100-continue']],
  [['Expect', 'the unexpected']],
  [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ],
  [
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['Upgrade', 'h2c'],
  ],
  [['Connection', 'close']],
  [['Connection', 'keep-alive, X-Api-Key']],
  [['TE', 'trailers']],
  [['Host', 'elsewhere.example']],
  [['X'.repeat(300), 'y']],
  [['bad name', 'x']],
  [['', 'x']],
];

/** Headers that no operation requires. */
export const strayHeaders = (): fc.Arbitrary<readonly Header[]> =>
  fc.oneof(
    { weight: 25, arbitrary: fc.constant([]) },
    {
      weight: 5,
      arbitrary: fc.array(
        fc.tuple(fc.constantFrom(...KNOWN), fc.oneof(fc.constantFrom(...VALUES), bytes(40))),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(...SPECIAL) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...KNOWN), fc.constantFrom(5_000, 9_500, 10_300, 70_000, 300_000))
        .map(([name, length]): Header[] => [[name, 'a'.repeat(length)]]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...KNOWN), fc.constantFrom(50, 500, 2_500))
        .map(([name, count]): Header[] => Array(count).fill([name, 'a'])),
    },
  );
