import { describe, expect, it } from 'vitest';
import { compileEventPattern } from '../../../../infra/local/event-patterns/event-pattern.ts';

const matches = (pattern: unknown, event: unknown): boolean =>
  compileEventPattern(pattern, 'The rule')(event);

/** Whether an array of a pattern matches a value. */
const fits = (list: unknown, value: unknown): boolean => matches({ field: list }, { field: value });

describe('an event pattern', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
      ['c', 'A', null, 1, {}],
    ],
    [[1], [1, 1.0], ['1', 2, true]],
    [
      [true, null],
      [true, null],
      [false, 'true', 'null'],
    ],
    [[{ prefix: 'ab' }], ['abc', 'ab'], ['cab', 'ABc', 1, null]],
    [
      [{ prefix: 'a' }, 'x'],
      ['ab', 'x'],
      ['y', undefined, {}],
    ],
  ])('matches exactly the values of %j', (list, fitting, others) => {
    expect(fitting.filter((value) => !fits(list, value))).toEqual([]);
    expect(others.filter((value) => fits(list, value))).toEqual([]);
  });

  it('matches when all of its fields do, at any depth', () => {
    const pattern = { source: ['s'], detail: { data: { id: ['1'] }, kind: [{ prefix: 'y' }] } };
    const event = { source: 's', detail: { data: { id: '1', more: true }, kind: 'y' }, account: '0' };
    expect(matches(pattern, event)).toBe(true);
    expect(matches(pattern, { ...event, source: 'other' })).toBe(false);
    expect(matches(pattern, { ...event, detail: { ...event.detail, data: { id: '2' } } })).toBe(false);
    expect(matches(pattern, { ...event, detail: 'text' })).toBe(false);
    expect(matches(pattern, null)).toBe(false);
  });

  it('treats a missing object as empty, and rejects an array', () => {
    const pattern = { item: { a: [1] } };
    expect(matches(pattern, {})).toBe(false);
    expect(() => matches(pattern, { item: [{ a: 1 }] })).toThrow('does not support arrays, such as item.');
    expect(() => matches(pattern, { item: { a: [1] } })).toThrow('does not support arrays, such as a.');
  });

  it('ignores inherited properties', () => {
    expect(matches({ constructor: { name: ['Object'] } }, {})).toBe(false);
  });

  it.each([
    [
      { detail: { ip: [{ cidr: '10.0.0.0/24' }] } },
      'The rule: unsupported operator {"cidr":"10.0.0.0/24"} at detail.ip.',
    ],
    [{ a: [{ 'anything-but': 'b' }] }, 'unsupported operator {"anything-but":"b"} at a.'],
    [{ a: [{ toString: 'a' }] }, 'unsupported operator {"toString":"a"} at a.'],
    [{ a: [{ prefix: 'a', suffix: 'b' }] }, 'unsupported operator {"prefix":"a","suffix":"b"} at a.'],
    [{ a: [{ prefix: 1 }] }, 'unsupported operator {"prefix":1} at a.'],
    [{ a: [{ exists: false }] }, 'unsupported operator {"exists":false} at a.'],
    [{ a: [['b']] }, 'unsupported operator ["b"] at a.'],
    [{ $or: [{ a: [1] }] }, 'The rule: unsupported operator "$or" at the top level.'],
    [{ a: [] }, 'The rule: expected a non-empty array or object at a.'],
    [{ a: 'b' }, 'The rule: expected a non-empty array or object at a.'],
    [{ a: {} }, 'The rule: expected a non-empty array or object at a.'],
    [{}, 'The rule: expected a non-empty array or object at the top level.'],
    ['text', 'The rule: expected a non-empty array or object at the top level.'],
  ])('rejects %j', (pattern, message) => {
    expect(() => compileEventPattern(pattern, 'The rule')).toThrow(message);
  });
});
