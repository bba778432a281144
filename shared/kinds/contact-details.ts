import type { Field, Fields, RecordOf } from './fields.ts';

type Values = Readonly<Record<string, unknown>>;
/** What is shown instead of a value. */
type View = (value: unknown) => unknown;

/** The paths of the contact details among declared fields. */
export const contactPaths = (fields: Fields, parent = ''): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.isContact === true) return [parent + name];
    return field.is === 'object' ? contactPaths(field.fields, `${parent}${name}.`) : [];
  });

/**
 * Tells whether a path, or the name of a custom field, is that of a contact detail. The importer names custom
 * fields after the field whose value they hold: `linkedinUrl (2)`, `emails.workRaw`.
 */
export const contactFieldsOf = (fields: Fields): ((name: string) => boolean) => {
  const paths = contactPaths(fields).map((path) => path.replace('.', '\\.'));
  if (paths.length === 0) return () => false;
  const pattern = new RegExp(`^(?:${paths.join('|')})(?:$|\\.|Raw| \\()`);
  return (name) => pattern.test(name);
};

const EMPTY: Readonly<Partial<Record<Field['is'], View>>> = { list: () => [] };

/** Replaces the values of an object. One whose values are all null then is null, as if there were none. */
const viewOfObject =
  (views: readonly (readonly [string, View])[]): View =>
  (value) => {
    if (value === null) return null;
    const shown = replaced(views, value as Values);
    return Object.values(shown).every((each) => each === null) ? null : shown;
  };

const viewOfCustomFields =
  (isContact: (name: string) => boolean): View =>
  (value) => {
    const all = Object.entries(Object(value));
    const shown = all.filter(([name]) => !isContact(name));
    return shown.length === all.length ? value : Object.fromEntries(shown);
  };

/**
 * The fields of a record that look different without contact details. Most look the same and cost nothing.
 */
export const contactViews = (fields: Fields, all = fields): readonly (readonly [string, View])[] => {
  if (contactPaths(fields).length === 0) return [];
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.isContact === true) return [[name, EMPTY[field.is] ?? (() => null)] as const];
    if (field.is === 'custom-fields') return [[name, viewOfCustomFields(contactFieldsOf(all))] as const];
    const within = field.is === 'object' ? contactViews(field.fields, all) : [];
    return within.length === 0 ? [] : [[name, viewOfObject(within)] as const];
  });
};

const replaced = (views: readonly (readonly [string, View])[], record: Values): Values => {
  const shown: Record<string, unknown> = { ...record };
  for (const [name, view] of views) shown[name] = view(shown[name]);
  return shown;
};

/**
 * The one rule on contact details: how a reader sees records of declared fields with or without them. Every
 * field keeps its place and type, but for custom fields that hold contact details, which are omitted. Free
 * text (names, titles, notes, tags, external ids and other custom fields) is never changed, whatever it
 * contains.
 *
 * @param includesContactDetails whether the reader may see them: if so, nothing is copied
 */
export const viewOf = <F extends Fields>(
  fields: F,
  includesContactDetails: boolean,
): ((record: RecordOf<F>) => RecordOf<F>) => {
  const views = includesContactDetails ? [] : contactViews(fields);
  if (views.length === 0) return (record) => record;
  return (record) => replaced(views, record) as RecordOf<F>;
};
