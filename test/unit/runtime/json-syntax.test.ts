import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonProblem } from '../../../shared/runtime/json-syntax.ts';
import { codePoint } from '../../support/values/code-points.ts';

const names = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.constantFrom('"', '\\', '\\"', '{', '},[', 'constructor'),
);

describe('a JSON text', () => {
  it('accepts unique names in each object', () => {
    const texts = fc.string({ unit: codePoint });
    const values = fc.anything({ key: names, values: [texts, fc.double(), fc.constant(null)], maxDepth: 5 });
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__'));
        expect(jsonProblem(text)).toBeUndefined();
        expect(jsonProblem(JSON.stringify(value, null, 1))).toBeUndefined();
      }),
    );
  });

  it('rejects a duplicate name in any object', () => {
    fc.assert(
      fc.property(names, fc.json({ maxDepth: 3 }), fc.json({ maxDepth: 3 }), (name, one, other) => {
        fc.pre(name !== '__proto__' && !`${one}${other}`.includes('__proto__'));
        const key = JSON.stringify(name);
        expect(jsonProblem(`[1, {${key}:${one}, ${key} : ${other}}]`)).toEqual({
          path: `1.${name}`,
          detail: 'is given twice',
        });
        expect(jsonProblem(`[{${key}:${one}}, {${key}:${other}}]`)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{"b":1},"c":[{}],"a":2}', 'a'],
    ['{"\\"":1,"\\"":2}', '"'],
    ['{"a":[[1,2],{"b":1,"c":[3,4],"b":2}]}', 'a.1.b'],
    ['{"":1,"":2}', ''],
  ])('rejects a duplicate name in any spelling: %s', (text, path) => {
    expect(jsonProblem(text)).toEqual({ path, detail: 'is given twice' });
  });

  it.each([
    '{"a":{"b":1},"b":2}',
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":2}]',
    '{"a\\\\":1,"a":2}',
    '"{"',
    '{}',
    '7',
  ])('accepts repeated names across objects, and repeated values: %s', (text) => {
    expect(jsonProblem(text)).toBeUndefined();
  });

  it.each(['{"__proto__":1}', '{"a":[{"\\u005f_proto__":1}]}'])('rejects the name __proto__: %s', (text) => {
    expect(jsonProblem(text)?.detail).toBe('is not allowed');
  });

  it('accepts at most 16 levels of nesting', () => {
    expect(jsonProblem('['.repeat(16) + ']'.repeat(16))).toBeUndefined();
    expect(jsonProblem('['.repeat(17) + ']'.repeat(17))?.detail).toContain('nested');
    expect(jsonProblem('['.repeat(1_000_000) + ']'.repeat(1_000_000))?.detail).toContain('nested');
  });
});
