import {
  EVENT_TYPES,
  type EventPattern,
  type EventType,
} from '../../../../shared/contract/events/event-types.ts';
import { EVENT_KINDS, type EventKind, nameOfEventKind } from '../../../../shared/kinds/event-kinds.ts';
import { capitalized } from '../../../../shared/kinds/names.ts';
import { RESOURCES } from '../../../words.ts';

/** The events of one kind of resource. */
export interface EventGroup {
  readonly title: string;
  /** Matches all of them, including types added later. */
  readonly pattern: EventPattern;
  readonly types: readonly EventType[];
}

const titleOf = (kind: EventKind): string => {
  const name = nameOfEventKind(kind);
  return name === undefined ? `${capitalized(kind.replaceAll('_', ' '))}s` : RESOURCES[name];
};

export const EVENT_GROUPS: readonly EventGroup[] = EVENT_KINDS.map((kind) => ({
  title: titleOf(kind),
  pattern: `${kind}.*`,
  types: EVENT_TYPES.filter((type) => type.startsWith(`${kind}.`)),
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
