import { hasContactDetails } from '../kinds/contact-details.ts';
import { EVENT_TYPES, type EventPattern, matchesEvent } from './event-types.ts';
import type { Permission } from './permissions.ts';

/** Permissions of which one is enough. */
type Alternatives = readonly [Permission, ...Permission[]];

/** The permissions of which one is enough to read the events of a resource. */
const READERS: Readonly<Record<string, Alternatives>> = {
  person: ['person:read', 'person:list'],
  company: ['company:read', 'company:list'],
  call_list: ['call-list:read'],
  call_list_entry: ['call-list:read'],
  webhook_endpoint: ['webhook:manage'],
};

const readersOf = (pattern: string): Alternatives | undefined =>
  READERS[pattern.slice(0, pattern.indexOf('.'))];

/**
 * The permission that a key lacks for the events of a type or pattern, besides `event:read`. Undefined if it
 * lacks none, and for `*`, which means all events that the key may read.
 */
export const missingForEvents = (
  pattern: EventPattern | (string & {}),
  permissions: ReadonlySet<Permission>,
): Permission | undefined => {
  const readers = pattern === '*' ? undefined : readersOf(pattern);
  return readers?.some((permission) => permissions.has(permission)) === false ? readers[0] : undefined;
};

/**
 * Whether API keys may see an event at all. They see webhook endpoints that API keys created, and not those
 * of admins.
 *
 * @param dataOf returns the event's `data`; called only if it matters
 */
export const isShownToKeys = (type: string, dataOf: () => { readonly apiKeyId?: unknown }): boolean =>
  !type.startsWith('webhook_endpoint.') || typeof dataOf().apiKeyId === 'string';

/** Needed for events of imports and exports, which every key with `event:read` gets from the feed. */
const OF_FILES: Alternatives = ['event:read'];

/** The permissions of which one lets an API key subscribe a webhook endpoint to events of a type. */
export const subscribersOf = (type: string): Alternatives => readersOf(type) ?? OF_FILES;

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
