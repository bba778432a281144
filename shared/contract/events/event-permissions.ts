import { byEventKind, type EventKind, kindOfEvent } from '../../kinds/event-kinds.ts';
import { hasContactDetails } from '../../kinds/event-view.ts';
import { readersOf } from '../../kinds/names.ts';
import type { Permission } from '../keys/permissions.ts';
import { EVENT_TYPES, type EventPattern, matchesEvent } from './event-types.ts';

/** Permissions of which one is enough. */
type Alternatives = readonly [Permission, ...Permission[]];

/** What of an event decides whether API keys see it. */
type Shown = (dataOf: () => { readonly apiKeyId?: unknown }) => boolean;

interface Rule {
  readonly readers: Alternatives;
  readonly isShown: Shown;
}

const always: Shown = () => true;
const ifCreatedByKeys: Shown = (dataOf) => typeof dataOf().apiKeyId === 'string';

/**
 * The permissions of which one is enough, besides `event:read`, to read the events of a kind, and which of
 * them API keys see.
 */
const RULES: Readonly<Record<EventKind, Rule>> = {
  ...byEventKind((name): Rule => ({ readers: readersOf(name), isShown: always })),
  webhook_endpoint: { readers: ['webhook:manage'], isShown: ifCreatedByKeys },
  import: { readers: ['event:read'], isShown: always },
  export: { readers: ['event:read'], isShown: always },
};

const ruleOf = (type: string) => {
  const kind = kindOfEvent(type);
  return kind && RULES[kind];
};

/**
 * The permission that a key lacks for the events of a type or pattern. Undefined if it lacks none, and for
 * `*`, which means all events that the key may read.
 */
export const missingForEvents = (
  pattern: EventPattern,
  permissions: ReadonlySet<Permission>,
): Permission | undefined => {
  if (pattern === '*') return undefined;
  const readers = subscribersOf(pattern);
  return readers.some((permission) => permissions.has(permission)) ? undefined : readers[0];
};

/**
 * Whether API keys may see an event at all. They see webhook endpoints that API keys created, and not those
 * of admins, and nothing of an undeclared kind.
 *
 * @param dataOf returns the event's `data`; called only if it matters
 */
export const isShownToKeys = (type: string, dataOf: Parameters<Shown>[0]): boolean =>
  ruleOf(type)?.isShown(dataOf) === true;

/** The permissions of which one lets an API key subscribe a webhook endpoint to events of a type. */
export const subscribersOf = (type: Exclude<EventPattern, '*'>): Alternatives => {
  const rule = ruleOf(type);
  if (rule === undefined) throw new Error(`The events of ${type} have no rule.`);
  return rule.readers;
};

/** What an API key needs to subscribe to all of these types and patterns: one permission of each list. */
export const requiredToSubscribe = (patterns: readonly string[]): readonly Alternatives[] => [
  ...new Map(
    EVENT_TYPES.filter((type) => matchesEvent(patterns, type)).map((type) => {
      const alternatives = subscribersOf(type);
      return [alternatives.join(), alternatives];
    }),
  ).values(),
];

/** The permissions that a key lacks to subscribe to all of these types and patterns. */
export const missingToSubscribe = (
  patterns: readonly string[],
  permissions: ReadonlySet<Permission>,
): readonly Permission[] =>
  requiredToSubscribe(patterns).flatMap((alternatives) =>
    alternatives.some((permission) => permissions.has(permission)) ? [] : [alternatives[0]],
  );

/** Whether any of these types and patterns has events with contact details. */
export const showContactDetails = (patterns: readonly string[]): boolean =>
  EVENT_TYPES.some((type) => hasContactDetails(type) && matchesEvent(patterns, type));
