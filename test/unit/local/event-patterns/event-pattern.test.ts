import { describe, expect, it } from 'vitest';
import { compileEventPattern } from '../../../../infra/local/event-patterns/event-pattern.ts';

const matches = (pattern: unknown, event: unknown): boolean =>
  compileEventPattern(pattern, 'The rule')(event);

/** Whether a list of a pattern fits a value. */
const fits = (list: unknown, value: unknown): boolean => matches({ field: list }, { field: value });

describe('an event pattern', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b', ['x', 'b']],
      ['c', 'A', null, 1, ['x'], {}],
    ],
    [[1], [1, 1.0, [2, 1]], ['1', 2, true]],
    [
      [true, null],
      [true, null],
      [false, 'true', 'null', []],
    ],
    [[{ prefix: 'ab' }], ['abc', 'ab'], ['cab', 'ABc', 1, null]],
    [[{ prefix: { 'equals-ignore-case': 'aB' } }], ['ABc', 'abc'], ['cab']],
    [[{ suffix: '.png' }], ['a.png', ['b.gif', 'c.png']], ['a.PNG', 'png', 5]],
    [[{ suffix: { 'equals-ignore-case': '.png' } }], ['a.PNG'], ['a.PNGs']],
    [[{ 'equals-ignore-case': 'Alice' }], ['ALICE', 'alice'], ['alic', 1]],
    [[{ wildcard: 'a*c' }], ['ac', 'abc', 'a\nc'], ['abcd', 'xabc', 1]],
    [[{ wildcard: 'a\\*.*' }], ['a*.b', 'a*.'], ['ax.b', 'a*xb', 'a\\*.b']],
    [[{ numeric: ['>', 0, '<=', 5] }], [5, 0.1, [9, 3]], [0, 5.1, '3']],
    [[{ numeric: ['=', 3] }], [3], [4]],
    [[{ numeric: ['>=', 3] }], [3, 4], [2]],
    [[{ numeric: ['<', 3] }], [2], [3]],
    [[{ 'anything-but': 'a' }], ['b', 1, null, ['a', 'b']], ['a', ['a']]],
    [[{ 'anything-but': ['a', 'b'] }], ['c'], ['a', 'b']],
    [[{ 'anything-but': [1, 2] }], [3, '1'], [1, 2]],
    [[{ 'anything-but': { prefix: 'ab' } }], ['b'], ['abc']],
    [[{ 'anything-but': { suffix: ['x', 'y'] } }], ['xz'], ['zx', 'zy']],
    [[{ 'anything-but': { 'equals-ignore-case': 'a' } }], ['b'], ['A']],
    [[{ 'anything-but': { wildcard: '*/a/*' } }], ['/b/'], ['/a/', 'x/a/y']],
    [[{ exists: true }], ['', 0, null, false, ['a']], [undefined, [], {}, { inner: 1 }]],
    [[{ exists: false }], [undefined, [], { inner: 1 }], ['', null]],
    [[{ prefix: 'a' }, 'x', { exists: false }], ['ab', 'x', undefined], ['y']],
  ])('%j', (list, fitting, others) => {
    expect(fitting.filter((value) => !fits(list, value))).toEqual([]);
    expect(others.filter((value) => fits(list, value))).toEqual([]);
  });

  it('matches when all of its fields do, however deep', () => {
    const pattern = { source: ['s'], detail: { data: { id: ['1'] }, kind: [{ 'anything-but': 'x' }] } };
    const event = { source: 's', detail: { data: { id: '1', more: true }, kind: 'y' }, account: '0' };
    expect(matches(pattern, event)).toBe(true);
    expect(matches(pattern, { ...event, source: 'other' })).toBe(false);
    expect(matches(pattern, { ...event, detail: { ...event.detail, data: { id: '2' } } })).toBe(false);
    expect(matches(pattern, { ...event, detail: 'text' })).toBe(false);
    expect(matches(pattern, null)).toBe(false);
  });

  it('needs one element of a list of objects to match all of a nested object', () => {
    const pattern = { items: { a: [1], b: [2] } };
    expect(matches(pattern, { items: [{ a: 0 }, { a: 1, b: 2 }] })).toBe(true);
    expect(matches(pattern, { items: [{ a: 1 }, { b: 2 }] })).toBe(false);
    expect(matches({ items: { a: [{ exists: false }] } }, { items: [] })).toBe(true);
    expect(matches({ items: { a: [{ exists: false }] } }, {})).toBe(true);
  });

  it('takes any of several patterns with $or, besides the fields next to it', () => {
    const pattern = { kind: ['k'], $or: [{ a: [1] }, { b: { c: [{ prefix: 'x' }] } }] };
    expect(matches(pattern, { kind: 'k', a: 1 })).toBe(true);
    expect(matches(pattern, { kind: 'k', b: { c: 'xy' } })).toBe(true);
    expect(matches(pattern, { kind: 'k', a: 2, b: { c: 'y' } })).toBe(false);
    expect(matches(pattern, { a: 1 })).toBe(false);
  });

  it('does not take what every object has for a field of the event', () => {
    expect(matches({ constructor: [{ exists: true }], toString: [{ exists: true }] }, {})).toBe(false);
    expect(matches({ constructor: { name: ['Object'] } }, {})).toBe(false);
  });

  it.each([
    [
      { detail: { ip: [{ cidr: '10.0.0.0/24' }] } },
      'The rule has at detail.ip the operator "cidr", which the local runner does not know.',
    ],
    [
      { a: [{ 'anything-but': { numeric: ['=', 1] } }] },
      'The rule has at a anything-but {"numeric":["=",1]}, which the local runner does not know.',
    ],
    [{ a: [{ toString: 'a' }] }, 'The rule has at a the operator "toString"'],
    [{ a: [{ prefix: 'a', suffix: 'b' }] }, 'several operators'],
    [{ a: [{ prefix: 1 }] }, '1 where a text belongs'],
    [{ a: [{ prefix: {} }] }, '{} where a text belongs'],
    [{ a: [{ exists: 'yes' }] }, 'true or false'],
    [{ a: [{ numeric: ['>', '0'] }] }, '"0" where a number belongs'],
    [{ a: [{ numeric: ['!=', 0] }] }, 'the unknown comparison "!="'],
    [{ a: [{ numeric: [] }] }, '[] where comparisons belong'],
    [{ a: [{ wildcard: 'a**' }] }, 'two wildcards'],
    [{ a: [{ wildcard: 'a\\b' }] }, 'a backslash'],
    [{ a: [['b']] }, 'at a the operator ""'],
    [{ a: [] }, 'The rule has at a an empty list'],
    [{ a: 'b' }, 'The rule has at a neither a list of values nor an object.'],
    [{ a: {} }, 'The rule has at a an empty object.'],
    [{ $or: { a: [1] } }, 'The rule has at $or no list of patterns.'],
    [{}, 'The rule has at its top an empty object.'],
    ['text', 'The rule has at its top neither a list'],
  ])('refuses %j', (pattern, message) => {
    expect(() => compileEventPattern(pattern, 'The rule')).toThrow(message);
  });
});
