import { contactFieldsOf } from '../../kinds/contact-details.ts';
import { ANY_FIELD, type FieldTree } from '../../kinds/derive/field-tree.ts';
import { KINDS } from '../../kinds/kinds.ts';
import { byKind, type KindName } from '../../kinds/names.ts';
import { RESOURCE_FIELDS, type ResourceWithFields } from './resource-fields.ts';

/** What `fields` selects of a resource: whole fields (`null`), or a selection of their own fields. */
export type FieldSelection = ReadonlyMap<string, FieldSelection | null>;

/** Reads the values of a parameter `fields`, or says what is wrong with them. */
export type FieldsParser = (
  resource: ResourceWithFields,
  texts: readonly string[],
) => { readonly value: FieldSelection } | { readonly detail: string };

type MutableSelection = Map<string, MutableSelection | null>;

/** A path that a selection contains, down to a whole field. */
type Path = readonly string[];

/** Whether a part of a resource is a record, whose id is always returned. An external id is none. */
const isRecord = (tree: FieldTree): boolean => 'id' in tree && !('source' in tree);

/**
 * The fields of the entries of a call list that `include` adds, which need not be prefixed with `entries`.
 */
const isInclusion = (name: string): boolean => ['person', 'company', 'callability'].includes(name);

/** Splits at commas that no backslash precedes: the name of a custom field may contain any character. */
const pathsOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split(/(?<!\\),/)).map((path) => path.replaceAll('\\,', ',').trim());

const firstOf = (path: string): readonly [string, string | undefined] => {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
};

/** Marks a path as selected. Returns what is wrong with it, if anything. */
const addPath = (
  selection: MutableSelection,
  tree: FieldTree,
  path: string,
  parent: string,
): string | undefined => {
  const [name, rest] = firstOf(path);
  const whole = parent + name;
  if (!Object.hasOwn(tree, name)) {
    const place = parent === '' ? '' : ` in \`${parent.slice(0, -1)}\``;
    return (
      `contains the unknown path \`${whole.slice(0, 64)}\`; ` +
      `allowed${place}: ${Object.keys(tree).join(', ')}`
    );
  }
  const fields = tree[name] ?? null;
  if (rest === undefined) {
    selection.set(name, null);
    return undefined;
  }
  if (fields === null) return `contains \`${whole}.${rest.slice(0, 64)}\`, but \`${whole}\` has no fields`;
  const selected = selection.get(name);
  const within: MutableSelection = selected ?? new Map();
  // Null if the whole field is selected already.
  if (selected === undefined) selection.set(name, within);
  if (fields !== ANY_FIELD) return addPath(within, fields, rest, `${whole}.`);
  if (rest === '') return `contains \`${whole}.\` without a name`;
  within.set(rest, null);
  return undefined;
};

/** Sorts a selection like the resource, so that the order of the parameter makes no difference. */
const inOrder = (selection: MutableSelection, fields: FieldTree | typeof ANY_FIELD): FieldSelection => {
  if (fields === ANY_FIELD) return new Map([...selection].sort(([a], [b]) => (a < b ? -1 : 1)));
  const names = Object.keys(fields).filter(
    (name) => selection.has(name) || (name === 'id' && isRecord(fields)),
  );
  return new Map(
    names.map((name) => {
      const within = selection.get(name) ?? null;
      return [name, within === null ? null : inOrder(within, fields[name] ?? ANY_FIELD)];
    }),
  );
};

/**
 * Parses the values of `fields`: comma-separated paths such as `emails,location.city,customFields.tier`.
 * Paths lead into the items of lists (`emails.address`). A comma in the name of a custom field is written
 * `\,`.
 */
export const parseFields: FieldsParser = (resource, texts) => {
  const tree: FieldTree = RESOURCE_FIELDS[resource];
  const selection: MutableSelection = new Map();
  for (const path of pathsOf(texts)) {
    if (path === '') return { detail: 'must be a comma-separated list of fields, none of them empty' };
    const isOfEntry = isInclusion(firstOf(path)[0]) && 'entries' in tree;
    const wrong = addPath(selection, tree, isOfEntry ? `entries.${path}` : path, '');
    if (wrong !== undefined) return { detail: wrong };
  }
  return { value: inOrder(selection, tree) };
};

const pathsIn = (selection: FieldSelection): readonly Path[] =>
  [...selection].flatMap(([name, within]) =>
    within === null ? [[name]] : pathsIn(within).map((path) => [name, ...path]),
  );

type IsContactDetail = (path: Path) => boolean;

const inRecord = (kind: KindName): IsContactDetail => {
  const isContactField = contactFieldsOf(KINDS[kind].fields);
  return (path) =>
    isContactField((path[0] === 'customFields' && path.length > 1 ? path.slice(1) : path).join('.'));
};

const IN_RECORD = byKind(inRecord);
const inEntry = IN_RECORD['call-list-entry'];

/** Whether a path in a resource is that of a contact detail of a person. */
const IS_CONTACT_DETAIL: Readonly<Record<ResourceWithFields, IsContactDetail>> = {
  ...IN_RECORD,
  personWithCallability: IN_RECORD.person,
  listedCallList: IN_RECORD['call-list'],
  callListWithEntries: ([first, second, ...rest]) =>
    first === 'entries' && (second === 'person' ? IN_RECORD.person(rest) : inEntry([second ?? '', ...rest])),
};

/** The first selected path of a contact detail of a person, if any. */
export const selectedContactDetail = (
  resource: ResourceWithFields,
  selection: FieldSelection,
): string | undefined => pathsIn(selection).find(IS_CONTACT_DETAIL[resource])?.join('.');

/** The first selected path that exists only with an inclusion that was not requested. */
export const missingInclusion = (
  selection: FieldSelection,
  include: ReadonlySet<string>,
): { readonly path: string; readonly inclusion: string } | undefined => {
  for (const path of pathsIn(selection)) {
    const [first, second = ''] = path;
    const mayBeIncluded = first === 'entries' || first === 'phones';
    if (mayBeIncluded && isInclusion(second) && !include.has(second)) {
      return { path: path.join('.'), inclusion: second };
    }
  }
  return undefined;
};

/** The selected part of a value. Absent custom fields are null. */
export const select = (value: unknown, selection: FieldSelection | null): unknown => {
  if (selection === null || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => select(each, selection));
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Array.from(selection, ([name, within]) => [
      name,
      Object.hasOwn(given, name) ? select(given[name], within) : null,
    ]),
  );
};
