import { kindOfEvent, nameOfEventKind } from './event-kinds.ts';
import { KINDS } from './kinds.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether any of these fields of a record, or of the previous values of one, has a value. */
export const hasAnyOf = (fields: readonly string[], values: Values): boolean =>
  fields.some((field) => (values[field] ?? null) !== null);

/** The fields of an event that tell whose data it holds. */
export interface EventOfRecord {
  readonly type: string;
  readonly data: Values;
  readonly previous: Values;
}

/**
 * Whether an event holds data of a person: all fields of the person, or what an erasure clears in records
 * that refer or referred to the person. The id alone does not count, so the events of an erasure hold none.
 * An event of an undeclared kind counts as soon as it names the person.
 */
export const holdsDataOf = (personId: string, { type, data, previous }: EventOfRecord): boolean => {
  const kind = kindOfEvent(type);
  if (kind === undefined) return true;
  const name = nameOfEventKind(kind);
  const { personal } = name === undefined ? { personal: null } : KINDS[name];
  if (personal === null) return false;
  if (personal === 'whole') return data['id'] === personId && type !== 'person.erased';
  return (
    [data, previous].some((values) => values[personal.of] === personId) &&
    [data, previous].some((values) => hasAnyOf(personal.clears, values))
  );
};
