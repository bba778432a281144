import { EVENT_TYPES, type EventPattern, type EventType } from '../../../../shared/contract/event-types.ts';

/** The events of one kind of resource. */
export interface EventGroup {
  readonly title: string;
  /** Matches all of them, including types added later. */
  readonly pattern: EventPattern;
  readonly types: readonly EventType[];
}

const TITLES = {
  person: 'People',
  company: 'Companies',
  call_list: 'Call lists',
  call_list_entry: 'Entries of call lists',
} as const;

type Resource = keyof typeof TITLES;

const isOf = (resource: Resource, type: EventType): boolean => type.startsWith(`${resource}.`);

const RESOURCES: readonly Resource[] = ['person', 'company', 'call_list', 'call_list_entry'];

export const EVENT_GROUPS: readonly EventGroup[] = RESOURCES.map((resource) => ({
  title: TITLES[resource],
  pattern: `${resource}.*`,
  types: EVENT_TYPES.filter((type) => isOf(resource, type)),
}));

/** Sorts the choice by group, so that equal choices look the same. */
const inOrder = (chosen: ReadonlySet<EventPattern>): readonly EventPattern[] =>
  EVENT_GROUPS.flatMap(({ pattern, types }) => [pattern, ...types]).filter((each) => chosen.has(each));

/** Adds or removes a whole group, which replaces its single types. */
export const withGroup = (
  events: readonly EventPattern[],
  { pattern, types }: EventGroup,
  isChosen: boolean,
): readonly EventPattern[] => {
  const chosen = new Set<EventPattern>(events);
  for (const type of types) chosen.delete(type);
  if (isChosen) chosen.add(pattern);
  else chosen.delete(pattern);
  return inOrder(chosen);
};

/** Adds or removes a single type. */
export const withType = (
  events: readonly EventPattern[],
  type: EventType,
  isChosen: boolean,
): readonly EventPattern[] => {
  const chosen = new Set<EventPattern>(events);
  if (isChosen) chosen.add(type);
  else chosen.delete(type);
  return inOrder(chosen);
};
