import type { EventType } from '../contract/event-types.ts';
import type { ResourceEvent } from '../contract/events.ts';
import { changedFields } from '../domain/changed-fields.ts';
import { map, requiredNumber } from '../table/attributes.ts';
import type { Item } from '../table/reader.ts';
import { PREVIOUS_ATTRIBUTE, VERSION_ATTRIBUTE } from '../table/schema.ts';
import { eventIdOf } from './event-id.ts';
import { viewOf } from './resource-view.ts';
import type { TableChange } from './table-change.ts';

const versionOf = (item: Item): number => requiredNumber(item, VERSION_ATTRIBUTE);

/** A call list that was locked or unlocked is called updated, too, only if more than that changed. */
const updatesOf = ({ resource }: TableChange, previous: Readonly<Record<string, unknown>>): EventType[] => {
  const fields = Object.keys(previous);
  if (fields.length === 0) return [];
  if (resource.kind !== 'call_list' || !fields.includes('isLocked')) return [`${resource.kind}.updated`];
  const types: EventType[] = [previous['isLocked'] === true ? 'call_list.unlocked' : 'call_list.locked'];
  return fields.length > 1 ? [...types, 'call_list.updated'] : types;
};

/**
 * The events of a change: none if it shows nowhere in the API, such as a count of entries. An entry that moved is
 * updated where it stands now; that its old item was removed still counts as a deletion here, since the change
 * alone does not tell.
 *
 * Throws a CorruptItemError if an item cannot be shown.
 */
export const eventsOfChange = (change: TableChange): readonly ResourceEvent[] => {
  const { resource, before, after } = change;
  const event = (
    type: EventType,
    item: Item,
    sequence: number,
    previous: ResourceEvent['previous'] = {},
  ): ResourceEvent => ({
    id: eventIdOf(change.recordId, change.key, type),
    type,
    timestamp: change.at,
    sequence,
    data: viewOf(resource, item),
    previous,
  });

  if (after === undefined) {
    if (before === undefined) return [];
    return [event(`${resource.kind}.deleted`, before, versionOf(before) + 1)];
  }
  const sequence = versionOf(after);
  if (before !== undefined) {
    const previous = changedFields(viewOf(resource, before), viewOf(resource, after));
    return updatesOf(change, previous).map((type) => event(type, after, sequence, previous));
  }
  const moved = resource.kind === 'call_list_entry' ? map<object>(after, PREVIOUS_ATTRIBUTE) : null;
  if (moved === null) return [event(`${resource.kind}.created`, after, sequence)];
  return [event('call_list_entry.updated', after, sequence, { ...moved })];
};
