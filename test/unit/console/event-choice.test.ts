import { describe, expect, it } from 'vitest';
import {
  EVENT_GROUPS,
  type EventGroup,
  withGroup,
  withType,
} from '../../../console/views/webhooks/endpoints/event-choice.ts';
import { EVENT_PATTERNS } from '../../../shared/contract/event-types.ts';

const groupOf = (pattern: string): EventGroup => {
  const group = EVENT_GROUPS.find((each) => each.pattern === pattern);
  if (group === undefined) throw new Error(`There is no group ${pattern}.`);
  return group;
};

describe('the choice of events', () => {
  it('offers every event pattern', () => {
    const offered = ['*', ...EVENT_GROUPS.flatMap(({ pattern, types }) => [pattern, ...types])];
    expect(offered.sort()).toEqual([...EVENT_PATTERNS].sort());
  });

  it('separates call lists from their entries', () => {
    expect(groupOf('call_list.*').types).not.toContain('call_list_entry.created');
  });

  it('replaces single types when their group is chosen, and removes a group as a whole', () => {
    const group = groupOf('person.*');
    const whole = withGroup(['company.created', 'person.created'], group, true);
    expect(whole).toEqual(['person.*', 'company.created']);
    expect(withGroup(whole, group, false)).toEqual(['company.created']);
  });

  it('adds and removes single types, in a fixed order', () => {
    const chosen = withType(withType([], 'company.deleted', true), 'person.updated', true);
    expect(chosen).toEqual(['person.updated', 'company.deleted']);
    expect(withType(chosen, 'company.deleted', false)).toEqual(['person.updated']);
  });
});
