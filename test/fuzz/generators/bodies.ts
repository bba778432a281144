import fc from 'fast-check';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { utf8 } from '../attack.ts';
import type { FuzzTarget } from '../target.ts';
import { forgedCursor } from './queries.ts';
import type { Operation } from './targets.ts';
import { bytes, nastyText } from './texts.ts';

/** Bytes with their declared media type. */
export interface Body {
  readonly content: string;
  readonly type: string | undefined;
}

const anything = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    nastyText(),
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, [], {}, [[]], [null], { a: { b: [] } }),
  );

/** Picks the usual value eight times out of nine; otherwise few documents would pass the first check. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd });

const moment = fc.constantFrom(
  '2020-01-01T00:00:00.000Z',
  '2026-06-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
);

/** Valid, nearly valid and rarely valid values of each field. */
const FIELDS = (target: FuzzTarget): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  name: mostly(fc.constant('A key'), nastyText()),
  permissions: fc.constantFrom<unknown>(
    [],
    ['person:read'],
    ['person:read', 'person:read'],
    ['x'],
    'person:read',
  ),
  plan: mostly(
    fc.constantFrom('standard', 'high-volume'),
    fc.oneof(fc.constantFrom('__proto__', 'constructor'), nastyText()),
  ),
  expiresAt: mostly(fc.oneof(moment, fc.constant(null)), nastyText()),
  graceSeconds: fc.constantFrom<unknown>(0, 1, -1, 2_592_000, 2_592_001, 1.5, '0', 1e308),
  url: fc.oneof(
    nastyText(),
    nastyText().map((text) => `https://hooks.example/${text}`),
    nastyText().map((text) => `https://${text}/`),
    fc.constantFrom(
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'https://0x7f.1/',
      'file:///etc',
    ),
    fc.constantFrom(
      'https://u:p@hooks.example/',
      'https://hooks.example:0/',
      'https://xn--a.example/',
      'https://a..b/',
    ),
  ),
  events: mostly<unknown>(
    fc.constantFrom(['*'], ['person.*']),
    fc.constantFrom<unknown>([], ['*', '*'], ['toString'], '*', { 0: '*' }),
  ),
  eventTypes: mostly<unknown>(
    fc.constantFrom(['*'], ['person.*'], ['import.failed']),
    fc.constantFrom<unknown>([], ['*', '*'], ['toString'], '*', { 0: '*' }),
  ),
  description: mostly(fc.constant(null), nastyText()),
  includesContactDetails: fc.constantFrom<unknown>(true, false, 1, 'true'),
  isEnabled: fc.constantFrom<unknown>(true, false, 1, 'true'),
  after: fc.oneof(moment, fc.constant('2020-01-01T00:00:00.000Z')),
  before: moment,
  states: fc.constantFrom<unknown>(['failed'], ['succeeded', 'missed'], [], ['x']),
  cursor: fc.oneof(forgedCursor(target), nastyText()),
  operation: fc.constantFrom(...Object.keys(ROUTES), 'toString', '__proto__'),
  id: mostly(fc.constantFrom(...target.ids), nastyText()),
  query: fc.oneof(
    fc.dictionary(fc.constantFrom('limit', 'cursor', 'isLocked', '__proto__', 'x'), nastyText(), {
      maxKeys: 3,
    }),
    anything(),
  ),
  apiKey: mostly(fc.constant(target.apiKey), nastyText()),
});

/** Usually the operation's fields; sometimes fewer, more, or those of another operation. */
const document = ({ fields: own }: Operation, target: FuzzTarget): fc.Arbitrary<string> => {
  const fields = FIELDS(target);
  const names = mostly(fc.constant(own), fc.shuffledSubarray(Object.keys(fields)));
  return fc.tuple(names, mostly(fc.constant(true), fc.constant(false))).chain(([names, isWhole]) => {
    const values = Object.fromEntries(names.map((name) => [name, fields[name] ?? anything()]));
    return fc
      .tuple(
        isWhole ? fc.record(values) : fc.record(values, { requiredKeys: [] }),
        fc.oneof(
          fc.constant({}),
          fc
            .tuple(fc.constantFrom('name', ...names), nastyText())
            .map(([name, text]) => (names.includes(name) ? { [name]: text } : {})),
        ),
        fc.oneof(
          { weight: 20, arbitrary: fc.constant('') },
          {
            weight: 1,
            arbitrary: fc
              .tuple(fc.constantFrom('__proto__', 'constructor', 'organizationId', ...names), anything())
              .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
          },
        ),
      )
      .map(([values, odd, extra]) => {
        const text = JSON.stringify({ ...values, ...odd });
        // Written as text, because an object cannot have duplicate keys.
        return extra === '' ? text : `${text.slice(0, -1)}${text === '{}' ? '' : ','}${extra}}`;
      });
  });
};

const JSON_TYPE = 'application/json';

/** Any body, usually one that the operation might accept. */
export const body = (operation: Operation, target: FuzzTarget): fc.Arbitrary<Body> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: document(operation, target).map((text) => ({ content: utf8(text), type: JSON_TYPE })),
    },
    {
      weight: 1,
      arbitrary: anything().map((value) => ({ content: utf8(JSON.stringify(value)), type: JSON_TYPE })),
    },
    { weight: 1, arbitrary: bytes(100).map((content) => ({ content, type: JSON_TYPE })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('[', '{"a":', '[{"a":'), fc.constantFrom(10, 1_000, 10_000, 30_000))
        .map(([open, depth]) => ({ content: open.repeat(depth), type: JSON_TYPE })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(10, 1_000, 10_000, 49_000)
        .map((depth) => ({ content: `${'['.repeat(depth)}${']'.repeat(depth)}`, type: JSON_TYPE })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          document(operation, target),
          fc.constantFrom(
            'text/plain',
            undefined,
            'application/json; charset=utf-16',
            'application/json;',
            '\xff',
            '',
          ),
          fc.constantFrom<'utf8' | 'utf16le' | 'bom'>('utf8', 'utf16le', 'bom'),
        )
        .map(([text, type, encoding]) => ({
          content:
            encoding === 'bom' ? utf8(`\ufeff${text}`) : Buffer.from(text, encoding).toString('latin1'),
          type,
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(99_990, 100_001, 1_000_000)
        .map((length) => ({ content: `{"name":"${'a'.repeat(length)}"}`, type: JSON_TYPE })),
    },
  );
