import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingToSubscribe, subscribersOf } from '../../../shared/contract/events/event-permissions.ts';
import { EVENT_PATTERNS, EVENT_TYPES, matchesEvent } from '../../../shared/contract/events/event-types.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';

describe('missingToSubscribe', () => {
  it('returns none exactly if the key may read every matching type', () => {
    fc.assert(
      fc.property(
        fc.subarray([...EVENT_PATTERNS], { minLength: 1 }),
        fc.subarray([...PERMISSIONS]),
        (patterns, held) => {
          const permissions = new Set(held);
          const readsAll = EVENT_TYPES.filter((type) => matchesEvent(patterns, type)).every((type) =>
            subscribersOf(type).some((permission) => permissions.has(permission)),
          );
          expect(missingToSubscribe(patterns, permissions).length === 0).toBe(readsAll);
        },
      ),
    );
  });

  it('returns one permission for each resource that the key may not read', () => {
    const missing = (patterns: readonly string[], ...held: readonly (typeof PERMISSIONS)[number][]) =>
      missingToSubscribe(patterns, new Set(held));
    const resources = ['person:read', 'company:read', 'call-list:read', 'call:read'] as const;
    expect(missing(['*'])).toEqual([...resources, 'webhook:manage', 'event:read']);
    expect(missing(['call_list.*', 'call_list_entry.created'])).toEqual(['call-list:read']);
    expect(missing(['person.*', 'company.created'], 'person:list')).toEqual(['company:read']);
    expect(missing(['webhook_endpoint.*'], 'event:read')).toEqual(['webhook:manage']);
    expect(missing(['import.failed'], 'person:read')).toEqual(['event:read']);
  });
});
