import type { EventType } from '../contract/event-types.ts';
import type { EventData } from '../contract/events.ts';
import { changedFields } from '../domain/changed-fields.ts';
import type { ChangeEvent, EventSource } from '../events/events-of-change.ts';
import { CorruptItemError, map, requiredNumber } from '../table/items/attributes.ts';
import type { Resource } from '../table/items/resource-key.ts';
import { EXPIRES_ATTRIBUTE, PREVIOUS_ATTRIBUTE, VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import { existing, isDeleted, isErased } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import { callListEntryFromItem } from './store/call-list-entry-items.ts';
import { callListFromItem } from './store/call-list-items.ts';
import { companyFromItem } from './store/company-items.ts';
import { personFromItem } from './store/person-items.ts';

/** A stored resource as the API returns it. Throws a CorruptItemError if the API could not return it. */
const viewOf = (resource: Resource, item: Item): EventData => {
  switch (resource.kind) {
    case 'person':
      return personFromItem(item);
    case 'company':
      return companyFromItem(item);
    case 'call_list':
      return callListFromItem(item);
    case 'call_list_entry':
      return callListEntryFromItem(item);
  }
};

const versionOf = (item: Item): number => requiredNumber(item, VERSION_ATTRIBUTE);

/** A call list that was locked or unlocked is also `updated`, but only if other fields changed. */
const updatesOf = (resource: Resource, previous: Readonly<Record<string, unknown>>): EventType[] => {
  const fields = Object.keys(previous);
  if (fields.length === 0) return [];
  if (resource.kind !== 'call_list' || !fields.includes('isLocked')) return [`${resource.kind}.updated`];
  const types: EventType[] = [previous['isLocked'] === true ? 'call_list.unlocked' : 'call_list.locked'];
  return fields.length > 1 ? [...types, 'call_list.updated'] : types;
};

/** Fields of an entry that hold data of its person. */
const PERSONAL_ENTRY_FIELDS = new Set(['phone', 'note']);

/** The previous values of an update, without those that the update erased. */
const shownPrevious = (
  previous: Readonly<Record<string, unknown>>,
  after: Item,
): Readonly<Record<string, unknown>> =>
  isErased(after)
    ? Object.fromEntries(Object.entries(previous).filter(([field]) => !PERSONAL_ENTRY_FIELDS.has(field)))
    : previous;

/** Entries expire unannounced, and call lists do not. */
const EXPIRING: Readonly<Record<Resource['kind'], EventType | null>> = {
  person: 'person.expiring',
  company: 'company.expiring',
  call_list: null,
  call_list_entry: null,
};

const event = (
  type: EventType,
  data: EventData,
  sequence: number,
  previous: Readonly<Record<string, unknown>> = {},
): ChangeEvent => ({ type, data, sequence, previous });

/**
 * The events of a change of a record: none if the API does not show it, such as a count of entries. An entry
 * that moved is `updated` at its new position; the removal of its old item still counts as `deleted` here,
 * because the change alone does not show the move (see `moved-entries.ts` of the events).
 */
export const recordEvents: EventSource<Resource> = (change) => {
  const { resource, after } = change;
  const before = existing(change.before);
  if (after === undefined) {
    if (before === undefined) return [];
    return [event(`${resource.kind}.deleted`, viewOf(resource, before), versionOf(before) + 1)];
  }
  const sequence = versionOf(after);
  if (isDeleted(after)) {
    if (isErased(after) && !isErased(change.before)) {
      return [event('person.erased', { id: resource.id }, sequence)];
    }
    if (before === undefined) return [];
    return [event(`${resource.kind}.deleted`, viewOf(resource, before), sequence)];
  }
  const data = viewOf(resource, after);
  const expiresAt = after[EXPIRES_ATTRIBUTE];
  if (typeof expiresAt === 'string' && expiresAt !== before?.[EXPIRES_ATTRIBUTE]) {
    const type = EXPIRING[resource.kind];
    if (type === null) throw new CorruptItemError(after, EXPIRES_ATTRIBUTE, 'known meaning');
    return [{ ...event(type, data, sequence), expiresAt }];
  }
  if (before !== undefined) {
    const previous = changedFields(viewOf(resource, before), data);
    return updatesOf(resource, previous).map((type) =>
      event(type, data, sequence, shownPrevious(previous, after)),
    );
  }
  const moved = resource.kind === 'call_list_entry' ? map<object>(after, PREVIOUS_ATTRIBUTE) : null;
  if (moved === null) return [event(`${resource.kind}.created`, data, sequence)];
  return [event('call_list_entry.updated', data, sequence, { ...moved })];
};
