import { type ExternalId, type RecordDraft, rawNameOf, type TypedValues } from './record-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const typeOf = (value: unknown): string | null => {
  const type = isObject(value) ? value['type'] : null;
  return typeof type === 'string' ? type : null;
};

/**
 * Values of the types that the file speaks of replace the stored ones of these types, in place, so that
 * files which each bring one type do not push each other's values to and fro.
 */
const mergeTyped = (stored: readonly unknown[], { types, values }: TypedValues): readonly unknown[] => {
  if (types === 'all' || stored.every((value) => types.has(typeOf(value)))) return values;
  const merged: unknown[] = [];
  const placed = new Set<string | null>();
  const place = (type: string | null): void => {
    if (placed.has(type)) return;
    placed.add(type);
    merged.push(...values.filter((value) => typeOf(value) === type));
  };
  for (const value of stored) {
    if (types.has(typeOf(value))) place(typeOf(value));
    else merged.push(value);
  }
  for (const value of values) place(typeOf(value));
  return merged;
};

/** What a group of fields is when none of it is known; without its `required` part it is null as a whole. */
const GROUPS: Readonly<Record<string, { readonly empty: Fields; readonly required?: string }>> = {
  location: { empty: { street: null, city: null, region: null, postalCode: null, country: null } },
  annualRevenue: { empty: { amount: null, currency: null }, required: 'amount' },
};

const mergeGroup = (name: string, stored: unknown, parts: Fields): Fields | null => {
  const { empty = {}, required } = GROUPS[name] ?? {};
  const merged = { ...empty, ...(isObject(stored) ? stored : {}), ...parts };
  const isNull =
    required === undefined
      ? Object.values(merged).every((value) => value === null)
      : merged[required] === null;
  return isNull ? null : merged;
};

/** What the columns of this file say of a field takes the place of what an earlier file could not say of it. */
const mergeCustomFields = (stored: unknown, { customFields, fields }: RecordDraft): Fields => {
  const merged = new Map(Object.entries(isObject(stored) ? stored : {}));
  for (const field of fields) merged.delete(rawNameOf(field));
  for (const [name, value] of customFields) {
    if (value === undefined) merged.delete(name);
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
};

const mergeExternalIds = (stored: unknown, given: readonly ExternalId[]): readonly unknown[] => {
  const merged = [...listOf(stored)];
  for (const externalId of given) {
    const at = merged.findIndex((other) => isObject(other) && other['source'] === externalId.source);
    if (at === -1) merged.push(externalId);
    else merged[at] = externalId;
  }
  return merged;
};

/**
 * The record that results from a row: what the row says, over what is stored. Not validated.
 *
 * - Fields that the row does not mention keep their stored value; a mentioned but blank one becomes empty.
 * - `location` and `annualRevenue` merge by part, custom fields by name, external ids by source.
 * - Phones and emails merge by type, unless the row gives the whole list.
 *
 * @param stored the stored record, or an empty one for a record that is new
 */
export const mergeDraft = (draft: RecordDraft, stored: Fields): Record<string, unknown> => {
  const merged: Record<string, unknown> = { ...stored, ...draft.values };
  for (const [name, parts] of Object.entries(draft.parts)) {
    merged[name] = mergeGroup(name, stored[name], parts);
  }
  for (const [name, typed] of Object.entries(draft.typed)) {
    merged[name] = mergeTyped(listOf(stored[name]), typed);
  }
  if (draft.customFields.size > 0 || draft.fields.size > 0) {
    merged['customFields'] = mergeCustomFields(stored['customFields'], draft);
  }
  if (draft.externalIds.length > 0) {
    merged['externalIds'] = mergeExternalIds(merged['externalIds'], draft.externalIds);
  }
  return merged;
};
