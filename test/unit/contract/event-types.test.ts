import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EVENT_PATTERNS,
  EVENT_TYPES,
  isEventPattern,
  matchesEvent,
  TEST_EVENT_TYPE,
} from '../../../shared/contract/events/event-types.ts';

const matchedBy = (...patterns: string[]) => EVENT_TYPES.filter((type) => matchesEvent(patterns, type));

describe('event types', () => {
  it('lists the event types of the contract', () => {
    expect(EVENT_TYPES).toEqual([
      ...['person.created', 'person.updated', 'person.expiring', 'person.deleted', 'person.erased'],
      ...['company.created', 'company.updated', 'company.expiring', 'company.deleted'],
      ...['call_list.created', 'call_list.updated', 'call_list.deleted'],
      ...['call_list.locked', 'call_list.unlocked'],
      ...['call_list_entry.created', 'call_list_entry.updated', 'call_list_entry.deleted'],
      ...['call.created', 'call.updated', 'call.deleted'],
      ...['webhook_endpoint.failing', 'webhook_endpoint.disabled'],
      ...['import.completed', 'import.failed'],
      ...['export.completed', 'export.failed'],
    ]);
  });
});

describe('event patterns', () => {
  it('lists all events, all events of a resource, and each type', () => {
    expect(EVENT_PATTERNS).toEqual([
      '*',
      'person.*',
      'company.*',
      'call_list.*',
      'call_list_entry.*',
      'call.*',
      'webhook_endpoint.*',
      'import.*',
      'export.*',
      ...EVENT_TYPES,
    ]);
    for (const pattern of EVENT_PATTERNS) expect(isEventPattern(pattern)).toBe(true);
  });

  it.each([
    '',
    '**',
    'person',
    'person.',
    '*.created',
    'person.*.*',
    'person.locked',
    'call_list*',
    'call*.*',
    'Person.*',
    ' person.*',
    'person.*,company.*',
    'webhook.*',
    TEST_EVENT_TYPE,
    'toString',
    '__proto__.*',
  ])('excludes "%s"', (text) => {
    expect(isEventPattern(text)).toBe(false);
    expect(matchedBy(text)).toEqual([]);
  });

  it('matches every type if patterns include *', () => {
    expect(matchedBy('*')).toEqual(EVENT_TYPES);
  });

  it('matches a single resource, even if its name is a prefix of another', () => {
    expect(matchedBy('call_list.*')).toEqual([
      'call_list.created',
      'call_list.updated',
      'call_list.deleted',
      'call_list.locked',
      'call_list.unlocked',
    ]);
    expect(matchedBy('call_list_entry.*')).toEqual([
      'call_list_entry.created',
      'call_list_entry.updated',
      'call_list_entry.deleted',
    ]);
  });

  it("matches the union of the patterns' events", () => {
    fc.assert(
      fc.property(fc.subarray([...EVENT_PATTERNS]), (patterns) => {
        const alone = new Set(patterns.flatMap((pattern) => matchedBy(pattern)));
        expect(new Set(matchedBy(...patterns))).toEqual(alone);
      }),
    );
  });

  it('matches neither test events nor unknown types', () => {
    for (const type of [TEST_EVENT_TYPE, 'person.renamed', 'person', '', '*', 'person.*']) {
      expect(matchesEvent([...EVENT_PATTERNS, type], type)).toBe(false);
    }
  });
});
