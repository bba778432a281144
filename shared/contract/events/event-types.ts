import type { EventKind } from '../../kinds/event-kinds.ts';
import { eventTypesOf, KIND_NAMES, type RecordEventType } from '../../kinds/names.ts';

/** Events that are about no record. */
const OPERATIONAL_TYPES = [
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
  'import.completed',
  'import.failed',
  'export.completed',
  'export.failed',
] as const satisfies readonly `${EventKind}.${string}`[];

export type EventType = RecordEventType | (typeof OPERATIONAL_TYPES)[number];

/** The event types that webhook endpoints can subscribe to. */
export const EVENT_TYPES: readonly EventType[] = [...KIND_NAMES.flatMap(eventTypesOf), ...OPERATIONAL_TYPES];

/** A subscription: all events, all events of one resource, or one event type. */
export type EventPattern = '*' | `${EventKind}.*` | EventType;

/** The type of a test event. It is sent to one endpoint only, so it is not a subscription. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Every event that an endpoint can receive. */
export type DeliveredType = EventType | typeof TEST_EVENT_TYPE;

export const DELIVERED_TYPES: readonly DeliveredType[] = [...EVENT_TYPES, TEST_EVENT_TYPE];

const isEventType = (text: string): text is EventType => (EVENT_TYPES as readonly string[]).includes(text);

/** `call_list.*` for `call_list.created`. */
const resourcePatternOf = (type: string): string => `${type.slice(0, type.indexOf('.'))}.*`;

/** Every valid pattern, for error messages. */
export const EVENT_PATTERNS: readonly string[] = [
  '*',
  ...new Set(EVENT_TYPES.map(resourcePatternOf)),
  ...EVENT_TYPES,
];

export const isEventPattern = (text: string): text is EventPattern => EVENT_PATTERNS.includes(text);

/** Whether an endpoint with these patterns receives an event of `type`. Unknown types never match. */
export const matchesEvent = (patterns: readonly string[], type: string): boolean =>
  isEventType(type) &&
  (patterns.includes('*') || patterns.includes(type) || patterns.includes(resourcePatternOf(type)));
