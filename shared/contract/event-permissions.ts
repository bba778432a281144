import type { EventPattern } from './event-types.ts';
import type { Permission } from './permissions.ts';

/** The permissions of which one is enough to read the events of a resource. */
const READERS: Readonly<Record<string, readonly [Permission, ...Permission[]]>> = {
  person: ['person:read', 'person:list'],
  company: ['company:read', 'company:list'],
  call_list: ['call-list:read'],
  call_list_entry: ['call-list:read'],
};

const readersOf = (pattern: string) => READERS[pattern.slice(0, pattern.indexOf('.'))];

/**
 * The permission that a key lacks for the events of a type or pattern, besides `event:read`. Undefined if it lacks none,
 * and for `*`, which means all events that the key may read.
 */
export const missingForEvents = (
  pattern: EventPattern | (string & {}),
  permissions: ReadonlySet<Permission>,
): Permission | undefined => {
  const readers = pattern === '*' ? undefined : readersOf(pattern);
  return readers?.some((permission) => permissions.has(permission)) === false ? readers[0] : undefined;
};
