import { hasPersonalFields } from '../domain/personal-fields.ts';

/** The fields of a stored event that tell whose data it holds. */
interface StoredEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>>;
}

/**
 * Whether an event holds data of a person: all fields of the person, or the phone and note of an entry that
 * calls or called them. The id alone does not count, so the events of an erasure hold none.
 */
export const holdsDataOf = (personId: string, { type, data, previous }: StoredEvent): boolean => {
  if (type.startsWith('person.')) return data['id'] === personId && type !== 'person.erased';
  if (!type.startsWith('call_list_entry.')) return false;
  const isOfPerson = data['personId'] === personId || previous['personId'] === personId;
  return isOfPerson && (hasPersonalFields(data) || hasPersonalFields(previous));
};
