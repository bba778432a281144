import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../../shared/table/signed-calls/parse-answer.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  // Mostly what must be escaped.
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '{', ',', 'é', 'a'), maxLength: 8 }),
);

const attributes = fc.letrec<{ map: Record<string, unknown>; value: unknown }>((tie) => ({
  map: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    tie('value'),
    { maxKeys: 4 },
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('map'),
  ),
})).map;

/** As DynamoDB sends it: with binary values in base64. */
const sent = (answer: unknown, indent: number): string =>
  JSON.stringify(
    answer,
    (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value),
    indent,
  );

describe('parseAnswer', () => {
  it('returns the values of any response, with and without whitespace', () => {
    fc.assert(
      fc.property(fc.array(attributes, { maxLength: 3 }), fc.constantFrom(0, 2), (items, indent) => {
        const marshalled = items.map((item) => marshall(item, { allowImpreciseNumbers: false }));
        const [first = {}] = marshalled;
        const answer = {
          ...{ Item: first, Items: marshalled, Count: items.length, LastEvaluatedKey: first },
          ...{ Responses: { table: marshalled, other: [] }, ScannedCount: -1.5e3, Unknown: null },
          UnprocessedKeys: { table: { Keys: marshalled, ConsistentRead: true } },
        };
        const [item = {}] = items;
        expect(parseAnswer(sent(answer, indent))).toEqual({
          ...answer,
          ...{ Item: item, Items: items, LastEvaluatedKey: item, Responses: { table: items, other: [] } },
          UnprocessedKeys: { table: { Keys: items, ConsistentRead: true } },
        });
      }),
    );
  });

  it('returns the items of a transaction', () => {
    fc.assert(
      fc.property(fc.array(attributes, { maxLength: 3 }), fc.constantFrom(0, 2), (items, indent) => {
        const answer = { Responses: [...items.map((item) => ({ Item: marshall(item) })), {}] };
        const responses = [...items.map((item) => ({ Item: item })), {}];
        expect(parseAnswer(sent(answer, indent))).toEqual({ Responses: responses });
      }),
    );
  });

  it('keeps an attribute that is named __proto__ like any other', () => {
    const { Item: item = {} } = parseAnswer('{"Item":{"__proto__":{"M":{"a":{"S":"b"}}}}}');
    expect(Object.keys(item)).toEqual(['__proto__']);
    expect(item['a']).toBeUndefined();
  });

  it('distinguishes names that differ in one character', () => {
    const names = [
      'abcdefgh',
      'xbcdefgh',
      'axcdefgh',
      'abcdxfgh',
      'abcdefxh',
      'abcdefgx',
      'abcdefghi',
      'a',
      'x',
    ];
    for (const name of [...names, ...names]) {
      expect(parseAnswer(`{"Item":{"${name}":{"N":"1"}}}`)).toEqual({ Item: { [name]: 1 } });
    }
  });

  it('throws a SyntaxError for every truncated response', () => {
    const complete = sent({ Count: 1, Items: [marshall({ a: 'x"y', b: [1, true, null], c: { d: {} } })] }, 0);
    expect(parseAnswer(complete)).toMatchObject({ Count: 1 });
    for (let length = 0; length < complete.length; length++) {
      expect(() => parseAnswer(complete.slice(0, length)), complete.slice(0, length)).toThrow(SyntaxError);
    }
  });

  it.each([
    '',
    'null',
    '[]',
    '{"Item":null}',
    '{"Item":{"a":{"SS":["b"]}}}',
    '{"Item":{"a":"b"}}',
    '{Count:1}',
  ])('throws a SyntaxError for %s', (response) => {
    expect(() => parseAnswer(response)).toThrow(SyntaxError);
  });
});
