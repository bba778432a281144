import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { emptyValueOf } from '../../../kinds/derive/empty-value.ts';
import type { Fields as DeclaredFields } from '../../../kinds/fields.ts';
import { KINDS } from '../../../kinds/kinds.ts';
import { type ExternalId, type RecordDraft, rawNameOf, type TypedValues } from '../drafts/record-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const typeOf = (value: unknown): string | null => {
  const type = isObject(value) ? value['type'] : null;
  return typeof type === 'string' ? type : null;
};

/**
 * Phones of a row with the `doNotCall` of the same stored number, unless the row itself gives it. One that
 * could not be read is recognized by its text.
 *
 * @param isGiven whether a `doNotCall` that is not null is the row's own
 */
const keepDoNotCall = (
  stored: readonly unknown[],
  phones: readonly unknown[],
  isGiven: boolean,
): unknown[] => {
  const identityOf = ({ number, raw }: Fields) => JSON.stringify([number, number === null ? raw : null]);
  const blocked = new Set(
    stored
      .filter(isObject)
      .filter((phone) => phone['doNotCall'] === true)
      .map(identityOf),
  );
  return phones.map((phone) => {
    if (!isObject(phone) || (isGiven && (phone['doNotCall'] ?? null) !== null)) return phone;
    if (blocked.has(identityOf(phone))) return { ...phone, doNotCall: true };
    return phone['doNotCall'] === null ? { ...phone, doNotCall: false } : phone;
  });
};

/**
 * The file's values replace the stored ones of the same types, in place, so that files with one type each do
 * not reorder each other's values.
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

/** The declared fields of objects, and of the items of lists, by the name of the field that has them. */
const within = (is: 'object' | 'list'): Readonly<Record<string, DeclaredFields>> =>
  Object.fromEntries(
    Object.values(KINDS).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => {
        const declared = field.is === 'list' ? field.of : field;
        return field.is === is && declared.is === 'object' ? [[name, declared.fields]] : [];
      }),
    ),
  );
const GROUPS = within('object');

/** A group is null as a whole without any value besides choices, and without one that it must have. */
const mergeGroup = (name: string, stored: unknown, parts: Fields): Fields | null => {
  const merged: Record<string, unknown> = { ...(isObject(stored) ? stored : {}), ...parts };
  let isNull = true;
  for (const [part, field] of Object.entries(GROUPS[name] ?? {})) {
    merged[part] ??= emptyValueOf(field) ?? null;
    if (field.is === 'choice') continue;
    if (merged[part] !== null) isNull = false;
    else if (field.isNullable !== true) return null;
  }
  return isNull ? null : merged;
};

/** A field that this file has a column for loses the raw text that an earlier file left. */
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
    const source = sourceKeyOf(externalId.source);
    const at = merged.findIndex(
      (other) => isObject(other) && sourceKeyOf(String(other['source'])) === source,
    );
    // A source keeps the spelling that it was first imported with.
    if (at === -1) merged.push(externalId);
    else merged[at] = { ...Object(merged[at]), id: externalId.id };
  }
  return merged;
};

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const withValues = <T>(fields: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)));

/** A draft without the blank cells of its row: it empties nothing. */
export const withoutBlanks = (draft: RecordDraft): RecordDraft => ({
  ...draft,
  values: withValues(draft.values),
  parts: Object.fromEntries(Object.entries(draft.parts).map(([group, parts]) => [group, withValues(parts)])),
  typed: Object.fromEntries(
    Object.entries(draft.typed).flatMap(([field, { types, values }]) => {
      if (values.length === 0) return [];
      return [[field, { types: types === 'all' ? types : new Set(values.map(typeOf)), values }]];
    }),
  ) as RecordDraft['typed'],
  customFields: new Map([...draft.customFields].filter(([, value]) => !isBlank(value))),
});

/** Values of which one has a blank in the place of the other's. */
const emptiedIn = (before: Fields, after: Fields): number =>
  Object.entries(before).filter(([name, value]) => !isBlank(value) && isBlank(after[name])).length;

/** How many values a record has no more, each part and custom field counted by itself. */
export const countEmptied = (before: Fields, after: Fields): number =>
  ['location', 'annualRevenue', 'customFields'].reduce(
    (sum, group) => {
      const [one, other] = [before[group], after[group]];
      return isObject(one) && isObject(other) ? sum + emptiedIn(one, other) : sum;
    },
    emptiedIn(before, after),
  );

/** The defaults of what a list of an export has no column for. */
const DEFAULTS: Readonly<Record<string, Fields>> = Object.fromEntries(
  Object.entries(within('list')).map(([name, fields]) => [
    name,
    Object.fromEntries(
      Object.entries(fields).flatMap(([leaf, field]) => {
        // Whether a number may be called is what is stored of it.
        const value = field.is === 'boolean' ? null : emptyValueOf(field);
        return value === undefined ? [] : [[leaf, value]];
      }),
    ),
  ]),
);

/**
 * What a spreadsheet takes from a text when it opens and saves a file: the sign or the zeros before a number,
 * the seconds of a time, white space at its ends.
 */
const savedText = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):.*Z$/, '$1')
    .replace(/^\+?0*(?=\d+$)/, '');

/** A value of an export keeps its stored form, if it differs only by what a spreadsheet changes. */
const keptValue = (stored: unknown, given: unknown): unknown => {
  if (typeof stored === 'string' && typeof given === 'string') {
    return savedText(stored) === savedText(given) ? stored : given;
  }
  if (Array.isArray(given)) return given.map((each, index) => keptValue(listOf(stored)[index], each));
  return isObject(given) ? keptValues(Object(stored), given) : given;
};

const keptValues = (stored: Fields, given: Fields): Fields =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, keptValue(stored[name], value)]));

/** Items of an export keep what it has no column for. */
const completedItems = (name: string, stored: readonly unknown[], items: readonly unknown[]): unknown[] =>
  items.map((item, index) => {
    if (!isObject(item)) return item;
    const key = ['number', 'address', 'source', 'raw'].find((each) => (item[each] ?? null) !== null);
    const isSame = (each: unknown): boolean =>
      key === undefined || (isObject(each) && savedText(String(each[key])) === savedText(String(item[key])));
    const same = [stored[index], ...stored].find((each) => each !== undefined && isSame(each));
    return { ...DEFAULTS[name], ...Object(same), ...keptValues(Object(same), item) };
  });

/**
 * Merges a row into a stored record. The result is not validated.
 *
 * - Fields that the row does not mention keep their stored value; a blank one becomes empty.
 * - `location` and `annualRevenue` merge by part, custom fields by name, external ids by source.
 * - Phones and emails merge by type, unless the row gives the whole list. Phones keep their `doNotCall`,
 * unless the row gives it.
 *
 * @param record the stored one, or an empty one for a record that is new
 */
export const mergeDraft = (draft: RecordDraft, record: object): Record<string, unknown> => {
  const stored: Fields = { ...record };
  const kept = (before: unknown, given: Fields): Fields =>
    draft.isOwn ? keptValues(Object(before), given) : given;
  const merged: Record<string, unknown> = { ...stored, ...kept(stored, draft.values) };
  for (const [name, parts] of Object.entries(draft.parts)) {
    merged[name] = mergeGroup(name, stored[name], kept(stored[name], parts));
  }
  for (const [name, typed] of Object.entries(draft.typed)) {
    const before = listOf(stored[name]);
    const given = draft.isOwn ? completedItems(name, before, typed.values) : typed.values;
    const values = name === 'phones' ? keepDoNotCall(before, given, typed.types === 'all') : given;
    merged[name] = mergeTyped(before, { ...typed, values });
  }
  if ('customFields' in stored && (draft.customFields.size > 0 || draft.fields.size > 0)) {
    const given = mergeCustomFields(stored['customFields'], draft);
    merged['customFields'] = kept(stored['customFields'], given);
  }
  if (draft.externalIds.length > 0) {
    merged['externalIds'] = mergeExternalIds(merged['externalIds'], draft.externalIds);
  }
  return merged;
};
