import { EVENT_TYPES, type EventType } from '../contract/events/event-types.ts';
import type { EventData } from '../contract/events/events.ts';
import { changedFields } from '../domain/changed-fields.ts';
import type { ChangeEvent, EventSource } from '../events/events-of-change.ts';
import { nameOfRecordKind } from '../kinds/event-kinds.ts';
import { KINDS } from '../kinds/kinds.ts';
import { KIND_NAMES, type KindName } from '../kinds/names.ts';
import { CorruptItemError, map, requiredNumber } from '../table/items/attributes.ts';
import type { Resource } from '../table/items/resource-key.ts';
import { EXPIRES_ATTRIBUTE, PREVIOUS_ATTRIBUTE, VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import { existing, isDeleted, isErased } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import { recordReader } from './store/record-reader.ts';

const READERS = new Map(KIND_NAMES.map((name) => [name, recordReader(KINDS[name].fields)]));

/**
 * A stored record of a kind as the API returns it. Throws a CorruptItemError if the API could not return it.
 */
const readRecord = (name: KindName, item: Item): Readonly<Record<string, unknown>> => {
  const read = READERS.get(name);
  if (read === undefined) throw new Error(`The kind ${name} is not declared.`);
  return read(item);
};

const declared = ({ kind }: Resource) => KINDS[nameOfRecordKind(kind)];

const viewOf = ({ kind }: Resource, item: Item) => readRecord(nameOfRecordKind(kind), item) as EventData;

const versionOf = (item: Item): number => requiredNumber(item, VERSION_ATTRIBUTE);

/** A call list that was locked or unlocked is also `updated`, but only if other fields changed. */
const updatesOf = (resource: Resource, previous: Readonly<Record<string, unknown>>): EventType[] => {
  const fields = Object.keys(previous);
  if (fields.length === 0) return [];
  if (resource.kind !== 'call_list' || !fields.includes('isLocked')) return [`${resource.kind}.updated`];
  const types: EventType[] = [previous['isLocked'] === true ? 'call_list.unlocked' : 'call_list.locked'];
  return fields.length > 1 ? [...types, 'call_list.updated'] : types;
};

/** The previous values of an update, without those that the update erased. */
const shownPrevious = (
  resource: Resource,
  previous: Readonly<Record<string, unknown>>,
  after: Item,
): Readonly<Record<string, unknown>> => {
  const { personal } = declared(resource);
  if (!isErased(after) || personal === null || personal === 'whole') return previous;
  return Object.fromEntries(Object.entries(previous).filter(([field]) => !personal.clears.includes(field)));
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
    const type = EVENT_TYPES.find((each) => each === `${resource.kind}.expiring`);
    if (type === undefined) throw new CorruptItemError(after, EXPIRES_ATTRIBUTE, 'known meaning');
    return [{ ...event(type, data, sequence), expiresAt }];
  }
  if (before !== undefined) {
    const previous = changedFields(viewOf(resource, before), data);
    return updatesOf(resource, previous).map((type) =>
      event(type, data, sequence, shownPrevious(resource, previous, after)),
    );
  }
  const moved = resource.kind === 'call_list_entry' ? map<object>(after, PREVIOUS_ATTRIBUTE) : null;
  if (moved === null) return [event(`${resource.kind}.created`, data, sequence)];
  return [event('call_list_entry.updated', data, sequence, { ...moved })];
};
