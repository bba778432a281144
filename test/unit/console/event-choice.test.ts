import { describe, expect, it } from 'vitest';
import { EVENT_GROUPS, withEvent } from '../../../console/views/webhooks/endpoints/event-choice.ts';
import { EVENT_PATTERNS } from '../../../shared/contract/events/event-types.ts';

describe('the choice of events', () => {
  it('offers every event pattern', () => {
    const offered = ['*', ...EVENT_GROUPS.flatMap(({ pattern, types }) => [pattern, ...types])];
    expect(offered.sort()).toEqual([...EVENT_PATTERNS].sort());
  });

  it('separates call lists from their entries', () => {
    const group = EVENT_GROUPS.find(({ pattern }) => pattern === 'call_list.*');
    expect(group?.types).toEqual([
      'call_list.created',
      'call_list.updated',
      'call_list.deleted',
      'call_list.locked',
      'call_list.unlocked',
    ]);
  });

  it('replaces single types when their group is chosen, and removes a group as a whole', () => {
    const whole = withEvent(['company.created', 'person.created'], 'person.*', true);
    expect(whole).toEqual(['person.*', 'company.created']);
    expect(withEvent(whole, 'person.*', false)).toEqual(['company.created']);
  });

  it('adds and removes single types, in a fixed order', () => {
    const chosen = withEvent(withEvent([], 'company.deleted', true), 'person.updated', true);
    expect(chosen).toEqual(['person.updated', 'company.deleted']);
    expect(withEvent(chosen, 'company.deleted', false)).toEqual(['person.updated']);
  });
});
