import { isDeepStrictEqual } from 'node:util';
import { isContactField } from '../domain/contact-field.ts';
import type { CallListEntry } from './call-list-entry.ts';
import type { Location } from './location-fields.ts';
import type { Person } from './person.ts';

/** The value that is shown instead of a field's own. */
type Hidden = ReadonlyMap<string, (value: unknown) => unknown>;

const none = () => null;
const empty = () => [];

/** A location with nothing but a street is shown as if there were none. */
const withoutAddress = (value: unknown): Location | null => {
  if (value === null) return null;
  const location = { ...(value as Location), street: null };
  return Object.values(location).every((each) => each === null) ? null : location;
};

const withoutContactFields = (value: unknown): unknown => {
  const all = Object.entries(Object(value));
  const shown = all.filter(([name]) => !isContactField(name));
  return shown.length === all.length ? value : Object.fromEntries(shown);
};

const OF_PERSON: Hidden = new Map<keyof Person, (value: unknown) => unknown>([
  ['emails', empty],
  ['phones', empty],
  ['location', withoutAddress],
  ['linkedinUrl', none],
  ['customFields', withoutContactFields],
]);

const OF_ENTRY: Hidden = new Map<keyof CallListEntry, (value: unknown) => unknown>([['phone', none]]);

/** Hidden fields by the resource in an event type. */
const OF_RESOURCE: ReadonlyMap<string, Hidden> = new Map([
  ['person', OF_PERSON],
  ['call_list_entry', OF_ENTRY],
]);

const hiddenInEvent = (type: string): Hidden | undefined => OF_RESOURCE.get(type.slice(0, type.indexOf('.')));

/** Whether events of a type can hold contact details. */
export const hasContactDetails = (eventType: string): boolean => hiddenInEvent(eventType) !== undefined;

/** A copy without contact details, which adds no field: the data of an event may be a reference. */
const without = <T extends object>(hidden: Hidden, record: T): T => {
  const shown = { ...record } as Record<string, unknown>;
  for (const [field, replace] of hidden) if (field in shown) shown[field] = replace(shown[field]);
  return shown as T;
};

/**
 * Hides contact details in `data` and `previous`. A field that looks the same in both is removed from
 * `previous`, which would otherwise tell that it changed.
 */
const eventWithout = (type: string, json: string): string => {
  const hidden = hiddenInEvent(type);
  if (hidden === undefined) return json;
  const event = JSON.parse(json);
  const data = without(hidden, event.data);
  const previous = without(hidden, event.previous);
  for (const field of hidden.keys()) {
    if (isDeepStrictEqual(previous[field], data[field])) delete previous[field];
  }
  return JSON.stringify({ ...event, data, previous });
};

/** How a reader sees records that hold contact details of people. */
export interface RecordViews {
  readonly person: (person: Person) => Person;
  readonly entry: (entry: CallListEntry) => CallListEntry;
  /** The JSON of an event of a type. */
  readonly event: (type: string, json: string) => string;
}

const COMPLETE: RecordViews = {
  person: (person) => person,
  entry: (entry) => entry,
  event: (_, json) => json,
};

const REDUCED: RecordViews = {
  person: (person) => without(OF_PERSON, person),
  entry: (entry) => without(OF_ENTRY, entry),
  event: eventWithout,
};

/**
 * The one rule on contact details: what a reader sees with or without them. Every field keeps its place and
 * type, but for custom fields that hold contact details, which are omitted. Free text (names, titles, notes,
 * tags, external ids and other custom fields) is never changed, whatever it contains.
 *
 * @param includesContactDetails whether the reader may see them: if so, nothing is copied or parsed
 */
export const recordViews = (includesContactDetails: boolean): RecordViews =>
  includesContactDetails ? COMPLETE : REDUCED;
