import { isDeepStrictEqual } from 'node:util';
import { contactViews } from './contact-details.ts';
import { type EventKind, kindOfEvent } from './event-kinds.ts';
import { KINDS } from './kinds.ts';
import { KIND_NAMES, snakeOf } from './names.ts';

type Values = Readonly<Record<string, unknown>>;
/** The fields that an event shows, with what it shows instead of their values. */
type Rules = ReadonlyMap<string, (value: unknown) => unknown>;

const asItIs = (value: unknown): unknown => value;

/** Undefined for a kind without contact details of people. */
const rulesOf = (name: (typeof KIND_NAMES)[number]): Rules | undefined => {
  const { fields } = KINDS[name];
  const views = contactViews(fields);
  if (views.length === 0) return undefined;
  return new Map([...Object.keys(fields).map((field) => [field, asItIs] as const), ...views]);
};

const RULES: ReadonlyMap<EventKind, Rules | undefined> = new Map([
  ...KIND_NAMES.map((name) => [snakeOf(name), rulesOf(name)] as const),
  ['webhook_endpoint', undefined],
  ['import', undefined],
  ['export', undefined],
]);

/** Of an undeclared kind, no field is shown but the id. */
const UNDECLARED: Rules = new Map([['id', asItIs]]);

const rulesOfEvent = (type: string): Rules | undefined => {
  const kind = kindOfEvent(type);
  return kind !== undefined && RULES.has(kind) ? RULES.get(kind) : UNDECLARED;
};

/** Whether events of a type can hold contact details. */
export const hasContactDetails = (eventType: string): boolean => rulesOfEvent(eventType) !== undefined;

/** Only declared fields, without contact details. The record may be a reference. */
const shownIn = (rules: Rules, record: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const view = rules.get(name);
      return view === undefined ? [] : [[name, view(value)]];
    }),
  );

interface ShownEvent {
  readonly data: Values;
  readonly previous: Values;
}

/**
 * Hides contact details in `data` and `previous`. A field that looks the same in both is removed from
 * `previous`, which would otherwise tell that it changed.
 */
export const hideContactDetails = <E extends ShownEvent>(type: string, event: E): E => {
  const rules = rulesOfEvent(type);
  if (rules === undefined) return event;
  const data = shownIn(rules, event.data);
  const previous = shownIn(rules, event.previous);
  for (const field of Object.keys(previous)) {
    if (rules.get(field) !== asItIs && isDeepStrictEqual(previous[field], data[field]))
      delete previous[field];
  }
  return { ...event, data, previous };
};

const withoutContactDetails = (type: string, json: string): string =>
  hasContactDetails(type) ? JSON.stringify(hideContactDetails(type, JSON.parse(json))) : json;

/**
 * How a reader sees the JSON of an event of a type.
 *
 * @param includesContactDetails whether the reader may see them: if so, nothing is parsed
 */
export const eventView = (includesContactDetails: boolean): ((type: string, json: string) => string) =>
  includesContactDetails ? (_, json) => json : withoutContactDetails;
