import { isDeepStrictEqual } from 'node:util';
import { isContactField } from '../domain/contact-field.ts';
import type { CallListEntry } from './call-list-entry.ts';
import { type EventKind, kindOfEvent } from './event-kinds.ts';
import type { Location } from './location-fields.ts';
import type { Person } from './person.ts';

/** How a field is shown: as it is, or as another value. */
type Rule = 'shown' | ((value: unknown) => unknown);

/** The rule of each field. A field without one does not compile, and is not shown in an event. */
type Rules<T> = Readonly<Record<keyof T, Rule>>;

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

const OF_PERSON: Rules<Person> = {
  id: 'shown',
  firstName: 'shown',
  lastName: 'shown',
  title: 'shown',
  emails: empty,
  phones: empty,
  companyId: 'shown',
  timezone: 'shown',
  location: withoutAddress,
  linkedinUrl: none,
  websiteUrl: 'shown',
  doNotCall: 'shown',
  ownerId: 'shown',
  tags: 'shown',
  externalIds: 'shown',
  customFields: withoutContactFields,
  createdAt: 'shown',
  updatedAt: 'shown',
  changedAt: 'shown',
};

const OF_ENTRY: Rules<CallListEntry> = {
  id: 'shown',
  callListId: 'shown',
  position: 'shown',
  personId: 'shown',
  companyId: 'shown',
  phone: none,
  status: 'shown',
  attempts: 'shown',
  lastCalledAt: 'shown',
  lastDisposition: 'shown',
  nextCallAt: 'shown',
  note: 'shown',
  addedAt: 'shown',
  updatedAt: 'shown',
  changedAt: 'shown',
};

/** The rules of the data of events. `shown`: a kind without contact details of people. */
const OF_EVENTS: Readonly<Record<EventKind, 'shown' | Readonly<Record<string, Rule>>>> = {
  person: OF_PERSON,
  company: 'shown',
  call_list: 'shown',
  call_list_entry: OF_ENTRY,
  webhook_endpoint: 'shown',
  import: 'shown',
  export: 'shown',
};

/** Of an undeclared kind, no field is shown but the id. */
const OF_UNDECLARED: Readonly<Record<string, Rule>> = { id: 'shown' };

const rulesOfEvent = (type: string) => {
  const kind = kindOfEvent(type);
  return kind === undefined ? OF_UNDECLARED : OF_EVENTS[kind];
};

/** Whether events of a type can hold contact details. */
export const hasContactDetails = (eventType: string): boolean => rulesOfEvent(eventType) !== 'shown';

/** The fields that have another value, so that most fields of a record cost nothing. */
const replacedIn = (rules: Readonly<Record<string, Rule>>) =>
  Object.entries(rules).flatMap(([name, rule]) => (rule === 'shown' ? [] : [[name, rule] as const]));

const REPLACED_IN_PERSON = replacedIn(OF_PERSON);
const REPLACED_IN_ENTRY = replacedIn(OF_ENTRY);

/** A copy of a record without contact details, in the same order. */
const without = <T extends object>(replaced: ReturnType<typeof replacedIn>, record: T): T => {
  const shown = { ...record } as Record<string, unknown>;
  for (const [field, replace] of replaced) shown[field] = replace(shown[field]);
  return shown as T;
};

/** The fields of an event's record that have a rule, without contact details. It may be a reference. */
const shownIn = (rules: Readonly<Record<string, Rule>>, record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined) return [];
      return [[name, rule === 'shown' ? value : rule(value)]];
    }),
  );

/**
 * Hides contact details in `data` and `previous`. A field that looks the same in both is removed from
 * `previous`, which would otherwise tell that it changed.
 */
const eventWithout = (type: string, json: string): string => {
  const rules = rulesOfEvent(type);
  if (rules === 'shown') return json;
  const event = JSON.parse(json);
  const data = shownIn(rules, event.data);
  const previous = shownIn(rules, event.previous);
  for (const field of Object.keys(previous)) {
    if (rules[field] !== 'shown' && isDeepStrictEqual(previous[field], data[field])) delete previous[field];
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
  person: (person) => without(REPLACED_IN_PERSON, person),
  entry: (entry) => without(REPLACED_IN_ENTRY, entry),
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
