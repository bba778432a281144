/** What can happen to a resource, as webhook endpoints subscribe to it. */
export const EVENT_TYPES = [
  'person.created',
  'person.updated',
  'person.deleted',
  'company.created',
  'company.updated',
  'company.deleted',
  'call_list.created',
  'call_list.updated',
  'call_list.deleted',
  'call_list.locked',
  'call_list.unlocked',
  'call_list_entry.created',
  'call_list_entry.updated',
  'call_list_entry.deleted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

type Resource = EventType extends `${infer R}.${string}` ? R : never;

/** What an endpoint subscribes to: everything, all events of one resource, or one type of event. */
export type EventPattern = '*' | `${Resource}.*` | EventType;

/** Of the event that tries out an endpoint. It goes to that endpoint alone, so nobody can subscribe to it. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Every event that an endpoint can receive. */
export const DELIVERED_TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const;

export type DeliveredType = (typeof DELIVERED_TYPES)[number];

const isEventType = (text: string): text is EventType => (EVENT_TYPES as readonly string[]).includes(text);

/** `call_list.*` for `call_list.created`: up to the full stop, so that it is not `call_list_entry`'s too. */
const resourcePatternOf = (type: string): string => `${type.slice(0, type.indexOf('.'))}.*`;

/** Every pattern that an endpoint can subscribe to, to be shown where one was refused. */
export const EVENT_PATTERNS: readonly string[] = [
  '*',
  ...new Set(EVENT_TYPES.map(resourcePatternOf)),
  ...EVENT_TYPES,
];

export const isEventPattern = (text: string): text is EventPattern => EVENT_PATTERNS.includes(text);

/** Whether an endpoint with these patterns receives an event. What is no known event type matches nothing. */
export const matchesEvent = (patterns: readonly string[], type: string): boolean =>
  isEventType(type) &&
  (patterns.includes('*') || patterns.includes(type) || patterns.includes(resourcePatternOf(type)));
