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
  it('offers everything that an endpoint can subscribe to', () => {
    const offered = ['*', ...EVENT_GROUPS.flatMap(({ pattern, types }) => [pattern, ...types])];
    expect(offered.sort()).toEqual([...EVENT_PATTERNS].sort());
  });

  it('keeps lists and their entries apart', () => {
    expect(groupOf('call_list.*').types).not.toContain('call_list_entry.created');
  });

  it('puts a whole group in the place of its types, and nothing in the place of a group', () => {
    const group = groupOf('person.*');
    const whole = withGroup(['company.created', 'person.created'], group, true);
    expect(whole).toEqual(['person.*', 'company.created']);
    expect(withGroup(whole, group, false)).toEqual(['company.created']);
  });

  it('takes and leaves single types, in one order whatever the way', () => {
    const chosen = withType(withType([], 'company.deleted', true), 'person.updated', true);
    expect(chosen).toEqual(['person.updated', 'company.deleted']);
    expect(withType(chosen, 'company.deleted', false)).toEqual(['person.updated']);
  });
});
