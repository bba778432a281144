import {
  EVENT_TYPES,
  type EventPattern,
  type EventType,
} from '../../../../shared/contract/events/event-types.ts';

/** The events of one kind of resource. */
export interface EventGroup {
  readonly title: string;
  /** Matches all of them, including types added later. */
  readonly pattern: EventPattern;
  readonly types: readonly EventType[];
}

const RESOURCES = [
  ['People', 'person'],
  ['Companies', 'company'],
  ['Call lists', 'call_list'],
  ['Entries of call lists', 'call_list_entry'],
  ['Calls', 'call'],
  ['Webhook endpoints', 'webhook_endpoint'],
  ['Imports', 'import'],
  ['Exports', 'export'],
] as const;

export const EVENT_GROUPS: readonly EventGroup[] = RESOURCES.map(([title, resource]) => ({
  title,
  pattern: `${resource}.*`,
  types: EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`)),
}));

/** Adds or removes a single type, or a whole group, which replaces its single types. Sorts by group. */
export const withEvent = (
  events: readonly EventPattern[],
  event: EventPattern,
  isChosen: boolean,
): readonly EventPattern[] =>
  EVENT_GROUPS.flatMap(({ pattern, types }) => [pattern, ...types.filter(() => event !== pattern)]).filter(
    (each) => (each === event ? isChosen : events.includes(each)),
  );
