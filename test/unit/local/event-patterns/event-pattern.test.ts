import { describe, expect, it } from 'vitest';
import { readEventPattern } from '../../../../infra/local/event-patterns/event-pattern.ts';
import { STREAM_FILTERS } from '../../../../shared/events/stream-filters.ts';
import { SILENT_ATTRIBUTE } from '../../../../shared/table/schema.ts';

const matches = (pattern: unknown, event: unknown): boolean =>
  readEventPattern(pattern, 'The pattern')(event);

describe('an event pattern', () => {
  it.each([
    ['text', { a: ['x'] }, { a: 'x' }, { a: 'X' }],
    ['empty text', { a: [''] }, { a: '' }, { a: null }],
    ['a number', { a: [1] }, { a: 1 }, { a: '1' }],
    ['a Boolean', { a: [false] }, { a: false }, {}],
    ['null', { a: [null] }, { a: null }, {}],
    ['one of several values', { a: ['x', 'y'] }, { a: 'y' }, { a: 'z' }],
    ['a value in a list', { a: ['x'] }, { a: ['w', 'x'] }, { a: ['w'] }],
    [
      'a field in a list of objects',
      { a: { b: ['x'] } },
      { a: [{ b: 'w' }, { b: 'x' }] },
      { a: [{ b: 'w' }] },
    ],
    ['all fields', { a: ['x'], b: ['y'] }, { a: 'x', b: 'y', c: 1 }, { a: 'x', b: 'x' }],
    ['a prefix', { a: [{ prefix: 'ab' }] }, { a: 'abc' }, { a: 'cab' }],
    [
      'a prefix without case',
      { a: [{ prefix: { 'equals-ignore-case': 'AB' } }] },
      { a: 'abc' },
      { a: 'cab' },
    ],
    ['a suffix', { a: [{ suffix: '.png' }] }, { a: 'x.png' }, { a: '.png.x' }],
    ['text without case', { a: [{ 'equals-ignore-case': 'AbC' }] }, { a: 'aBc' }, { a: 'abcd' }],
    ['anything but a value', { a: [{ 'anything-but': 'x' }] }, { a: 'y' }, { a: 'x' }],
    ['anything but values', { a: [{ 'anything-but': ['x', 1] }] }, { a: 2 }, { a: 1 }],
    ['anything but a prefix', { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'yx' }, { a: 'xy' }],
    ['anything but suffixes', { a: [{ 'anything-but': { suffix: ['x', 'y'] } }] }, { a: 'z' }, { a: 'zy' }],
    ['anything but of a field that is there', { a: [{ 'anything-but': 'x' }] }, { a: 'y' }, {}],
    ['a field that exists', { a: { b: [{ exists: true }] } }, { a: { b: null } }, { a: {} }],
    ['a field that does not exist', { a: { b: [{ exists: false }] } }, { a: {} }, { a: { b: 1 } }],
    [
      'a field that does not exist in what is not there',
      { a: { b: [{ exists: false }] } },
      {},
      { a: { b: 1 } },
    ],
    ['no leaf as absent', { a: [{ exists: false }] }, { a: { b: 1 } }, { a: 1 }],
    ['an alternative', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, { a: 'y' }],
    [
      'an alternative besides a field',
      { c: [1], $or: [{ a: ['x'] }, { b: ['y'] }] },
      { c: 1, a: 'x' },
      { a: 'x' },
    ],
    [
      'an alternative further down',
      { a: { $or: [{ b: [1] }, { c: [1] }] } },
      { a: { c: 1 } },
      { a: { c: 2 } },
    ],
  ])('matches %s', (_, pattern, match, mismatch) => {
    expect(matches(pattern, match)).toBe(true);
    expect(matches(pattern, mismatch)).toBe(false);
  });

  it.each([
    ['an operator that is not known', { a: [{ wildcard: '*' }] }, 'The pattern.a[0] uses "wildcard"'],
    ['a name that objects inherit', { a: [{ constructor: 'x' }] }, 'The pattern.a[0] uses "constructor"'],
    ['an operator that is not known in another', { a: [{ 'anything-but': { cidr: 'x' } }] }, 'uses "cidr"'],
    [
      'two operators in one',
      { a: [{ prefix: 'a', suffix: 'b' }] },
      'The pattern.a[0] must be an object with one',
    ],
    ['a value without a list', { a: { b: 'x' } }, 'The pattern.a.b must be an object, or a list'],
    ['an empty list', { a: [] }, 'The pattern.a is empty'],
    ['an empty object', { a: {} }, 'The pattern.a is empty'],
    ['one alternative', { $or: [{ a: [1] }] }, 'The pattern.$or must be a list of at least two'],
    ['a prefix of several', { a: [{ prefix: ['x'] }] }, 'The pattern.a[0]: "prefix" needs text'],
    ['no pattern', [], 'The pattern must be an object'],
  ])('refuses %s', (_, pattern, message) => {
    expect(() => readEventPattern(pattern, 'The pattern')).toThrow(message);
  });

  it('tells changes of resources from silent writes and from other items', () => {
    const patterns = STREAM_FILTERS.map((filter) => readEventPattern(filter, 'The filter'));
    const passes = (sortKey: string, image: object): boolean =>
      patterns.some((matchesFilter) =>
        matchesFilter({ dynamodb: { Keys: { pk: { S: 'ORG#1' }, sk: { S: sortKey } }, ...image } }),
      );
    expect(passes('PERSON', { NewImage: { name: { S: 'A' } } })).toBe(true);
    expect(passes('PERSON', { NewImage: { [SILENT_ATTRIBUTE]: { BOOL: false } } })).toBe(true);
    expect(passes('PERSON', { NewImage: { [SILENT_ATTRIBUTE]: { BOOL: true } } })).toBe(false);
    expect(passes('ENTRY#7', {})).toBe(true);
    expect(passes('SETTINGS', {})).toBe(false);
  });
});
