import { describe, expect, it } from 'vitest';
import { compileEventPattern } from '../../../shared/domain/event-pattern.ts';

const matches = (pattern: unknown, event: unknown): boolean => compileEventPattern(pattern)(event);

/** Whether an array of a pattern matches a value. */
const fits = (list: unknown, value: unknown): boolean => matches({ field: list }, { field: value });

/** An event of EC2, after the example of EventBridge's documentation. */
const EC2 = {
  'detail-type': 'EC2 Instance State-change Notification',
  source: 'aws.ec2',
  time: '2017-10-02T16:24:49Z',
  resources: ['arn:aws:ec2:us-east-1:123456789012:instance/i-000000aaaaaa00000'],
  detail: { 'c-count': 5, 'd-count': 3, 'x-limit': 301.8, 'source-ip': '10.0.0.33', state: 'running' },
};

describe('an event pattern', () => {
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html: each of its
  // operators, with values that match and values that do not.
  it.each<[pattern: readonly unknown[], fitting: readonly unknown[], others: readonly unknown[]]>([
    [
      ['a', 'b'],
      ['a', 'b'],
      ['c', 'A', null, 1, {}],
    ],
    [[1], [1, 1.0], ['1', 2, true]],
    [
      [true, null],
      [true, null],
      [false, 'true', 'null', undefined],
    ],
    [[''], [''], [null, undefined, ' ']],
    [[null], [null], ['', undefined, 0]],
    [[{ prefix: 'us-' }], ['us-east-1', 'us-'], ['eu-us-', 'US-east-1', 1, null]],
    [
      [{ prefix: { 'equals-ignore-case': 'eventb' } }],
      ['eventbridge', 'EventBridge'],
      ['event', 'my-eventb'],
    ],
    [[{ suffix: '.png' }], ['a.png', '.png'], ['a.PNG', 'a.png.txt', null]],
    [[{ suffix: { 'equals-ignore-case': 'tbridge' } }], ['EVENTBRIDGE', 'tbridge'], ['bridges']],
    [[{ 'equals-ignore-case': 'alice' }], ['Alice', 'ALICE'], ['Alic', 'alice ', null]],
    [[{ wildcard: 'dir/*.png' }], ['dir/a.png', 'dir/.png', 'dir/x/y.png'], ['a.png', 'dir/a.pn', 'dir/png']],
    [[{ wildcard: '*ab*ab' }], ['abab', 'xabyab'], ['ab', 'abxab.']],
    [[{ wildcard: 'a\\*b\\\\c' }], ['a*b\\c'], ['axb\\c']],
    [[{ wildcard: 'plain' }], ['plain'], ['plainer']],
    [[{ numeric: ['=', 3.018e2] }], [301.8], [301, '301.8']],
    [[{ numeric: ['<', 10] }], [9, -1], [10, null]],
    [[{ numeric: ['>', 0, '<=', 5] }], [1, 5], [0, 6, '1']],
    [[{ numeric: ['>=', 0, '<', 5] }], [0, 4.9], [-1, 5]],
    [[{ cidr: '10.0.0.0/24' }], ['10.0.0.0', '10.0.0.255'], ['10.0.1.0', 'x', '::a00:1', 10]],
    [[{ cidr: '2001:db8::/32' }], ['2001:db8::1'], ['2001:db9::1', '10.0.0.1']],
    [[{ exists: true }], [1, null, '', false, ['a']], [undefined, {}, { inner: 1 }, []]],
    [[{ exists: false }], [undefined, { inner: 1 }, []], [null, '', 0]],
    [[{ 'anything-but': 'initializing' }], ['running', '', 1, null], ['initializing', undefined, {}]],
    [[{ 'anything-but': 123 }], [124, '123'], [123]],
    [[{ 'anything-but': ['stopped', 'overloaded'] }], ['running'], ['stopped', 'overloaded']],
    [[{ 'anything-but': [100, 200] }], [300], [100, 200]],
    [[{ 'anything-but': { prefix: 'init' } }], ['running', 1], ['initializing']],
    [[{ 'anything-but': { suffix: ['.png', '.jpg'] } }], ['a.gif'], ['a.png', 'a.jpg']],
    [[{ 'anything-but': { 'equals-ignore-case': 'initializing' } }], ['running'], ['INITIALIZING']],
    [[{ 'anything-but': { wildcard: '*/lib/*' } }], ['/bin/a'], ['/usr/lib/a']],
    [
      [{ prefix: 'a' }, 'x'],
      ['ab', 'x'],
      ['y', undefined, {}],
    ],
    // The items of a list, of which one has to match.
    [
      ['b', 'c'],
      [['a', 'b'], [['c']]],
      [[], ['a'], [{ b: 'b' }]],
    ],
    [[{ 'anything-but': 'a' }], [['a', 'b']], [['a'], []]],
  ])('matches exactly the values of %j', (list, fitting, others) => {
    expect(fitting.filter((value) => !fits(list, value))).toEqual([]);
    expect(others.filter((value) => fits(list, value))).toEqual([]);
  });

  it.each([
    [{ time: [{ prefix: '2017-10-02' }], detail: { state: [{ 'anything-but': 'initializing' }] } }, true],
    [{ resources: EC2.resources, detail: { state: ['initializing', 'running'] } }, true],
    [
      { detail: { 'c-count': [{ numeric: ['>', 0, '<=', 5] }], 'source-ip': [{ cidr: '10.0.0.0/8' }] } },
      true,
    ],
    [{ detail: { 'c-count': [{ exists: false }] } }, false],
    [{ detail: { missing: { inner: [{ exists: false }] } } }, true],
    [{ source: ['aws.ec2'], $or: [{ detail: { state: ['stopped'] } }, { 'detail-type': ['x'] }] }, false],
    [{ source: ['aws.ec2'], $or: [{ detail: { state: ['running'] } }, { 'detail-type': ['x'] }] }, true],
    [
      { detail: { $or: [{ state: ['x'] }, { 'd-count': [3], $or: [{ a: [1] }, { 'c-count': [5] }] }] } },
      true,
    ],
    [{ constructor: { name: ['Object'] } }, false],
  ])('decides %j', (pattern, isMatch) => {
    expect(matches(pattern, EC2)).toBe(isMatch);
  });

  it('matches fields of one and the same object of a list', () => {
    const event = {
      emails: [
        { address: 'a@x.com', type: 'work' },
        { address: 'b@y.com', type: 'home' },
      ],
    };
    expect(matches({ emails: { address: [{ suffix: '@x.com' }], type: ['work'] } }, event)).toBe(true);
    expect(matches({ emails: { address: [{ suffix: '@x.com' }], type: ['home'] } }, event)).toBe(false);
  });

  it('decides hostile wildcards within milliseconds', () => {
    const pattern = { a: [{ wildcard: `${'*a'.repeat(1_000)}*b` }] };
    const start = performance.now();
    expect(matches(pattern, { a: 'a'.repeat(1_000_000) })).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it.each([
    [{ a: [{ toString: 'a' }] }, 'unsupported operator {"toString":"a"} at a'],
    [{ detail: { a: [{ prefix: 'a', suffix: 'b' }] } }, 'unsupported operator'],
    [{ a: [{ prefix: 1 }] }, 'unsupported operator {"prefix":1} at a'],
    [{ a: [{ wildcard: 'a**b' }] }, 'unsupported operator {"wildcard":"a**b"} at a'],
    [{ a: [{ wildcard: 'a\\b' }] }, 'unsupported operator'],
    [{ a: [{ numeric: ['<', 5, '>', 1] }] }, 'unsupported operator'],
    [{ a: [{ numeric: ['>', 5, '<', 1] }] }, 'unsupported operator'],
    [{ a: [{ numeric: ['=', 6e9] }] }, 'unsupported operator'],
    [{ a: [{ cidr: '10.0.0.0/33' }] }, 'unsupported operator'],
    [{ a: [{ exists: 'yes' }] }, 'unsupported operator'],
    [{ a: [{ 'anything-but': ['a', 1] }] }, 'unsupported operator'],
    [{ a: [{ 'anything-but': { numeric: ['=', 1] } }] }, 'unsupported operator'],
    [{ a: [['b']] }, 'unsupported operator ["b"] at a'],
    [{ $or: [{ a: [1] }] }, '`$or` needs a list of two or more objects at the top level'],
    [{ a: [] }, 'expected a non-empty array or object at a'],
    [{ a: 'b' }, 'expected a non-empty array or object at a'],
    [{ a: { b: {} } }, 'expected a non-empty array or object at a.b'],
    [{}, 'expected a non-empty array or object at the top level'],
    ['text', 'expected a non-empty array or object at the top level'],
  ])('rejects %j', (pattern, message) => {
    expect(() => compileEventPattern(pattern)).toThrow(message);
  });

  it('names the fields that an event has', () => {
    const options = { fields: ['data', 'type'] };
    const nested = { $or: [{ data: { dat: [1] } }, { dat: [1] }] };
    expect(() => compileEventPattern(nested, options)).toThrow(
      'unknown field "dat" (allowed: data, type) at the top level',
    );
  });
});
