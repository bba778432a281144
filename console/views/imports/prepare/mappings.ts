import { SKIP_PATH } from '../../../../shared/contract/imports/import-limits.ts';
import type {
  ColumnNote,
  ImportKind,
  ImportPreview,
  ImportSettings,
  PreviewedColumn,
} from '../../../api/types.ts';

export type Mappings = ImportSettings['mappings'];

/** What a check says of columns, by name. */
export type Notes = ReadonlyMap<string, ColumnNote>;

/** The field that the values of a column look like, of one that looks like contact details. */
export const suggestionFor = ({ name, suggestedField }: PreviewedColumn, notes: Notes): string | null =>
  notes.get(name)?.suggestedField ?? suggestedField;

/** Whether the admin has to say what becomes of a column that looks like a do-not-call column. */
const mayForbidCalls = ({ note, samples }: PreviewedColumn): boolean =>
  samples.length > 0 && note?.includes('do-not-call column') === true;

export const mappedPath = (mappings: Mappings, column: string): string =>
  mappings.find((mapping) => mapping.column.toLowerCase() === column.toLowerCase())?.path ?? '';

/** @param path empty to let the column be recognized by its name */
export const withMapping = (mappings: Mappings, column: string, path: string): Mappings => {
  const others = mappings.filter((mapping) => mapping.column.toLowerCase() !== column.toLowerCase());
  return path === '' ? others : [...others, { column, path }];
};

/** The fields that columns can fill. */
export type Fields = ImportPreview['fields'];

/** A field in words: `Work phone`, or `Custom field “tier”` of a path that ends in a name. */
export const labelOf = (fields: Fields, path: string): string => {
  const known = fields.find((field) => field.path === path);
  if (known !== undefined) return known.label;
  const [start = '', name] = path.split(/\.(.*)/s);
  const named = fields.find((field) => field.path.startsWith(`${start}.<`));
  return named === undefined || name === undefined ? path : `${named.label} “${name}”`;
};

/** Choices for a column: the path of each and its label. */
type Choices = readonly (readonly [path: string, label: string])[];

const SKIP_LABEL = 'Do not import';

/** The path that keeps a column as a custom field. */
const customFieldPath = (column: string): string => `customFields.${column}`;

/** Fields of people whose custom fields are hidden like themselves. */
const CONTACT_DETAILS = ['emails', 'phones', 'linkedinUrl'];

/** The path that keeps a column as a custom field which is hidden like contact details. */
const hiddenFieldPath = (column: string, suggestedField: string | null): string | undefined => {
  const detail = CONTACT_DETAILS.find((each) => `${suggestedField}.`.startsWith(`${each}.`));
  return detail === undefined ? undefined : `customFields.${detail} (${column})`;
};

/** What becomes of a column that is not mapped. */
const unmappedLabel = (
  fields: Fields,
  { field, as }: PreviewedColumn,
  isMapped: boolean,
  isAsked: boolean,
): string => {
  if (isAsked) return 'Choose …';
  // The preview knows only what becomes of it with its mapping.
  if (isMapped) return 'As recognized by its name';
  if (field !== null) return `${labelOf(fields, field)} (recognized)`;
  return as === 'skipped' ? SKIP_LABEL : 'Custom field';
};

/**
 * The choices for a column; the empty path is no mapping.
 *
 * @param fields those of the kind of file
 * @param previewed the mappings that the preview was made with
 * @param chosen the present mapping
 * @param suggestedField the field that the values look like, of a column that looks like contact details: the
 * admin has to choose
 * @returns those that are not fields, and the fields by the name of their group
 */
export const choicesFor = (
  kind: ImportKind,
  column: PreviewedColumn,
  {
    fields,
    previewed,
    chosen,
    suggestedField,
  }: {
    readonly fields: Fields;
    readonly previewed: Mappings;
    readonly chosen: string;
    readonly suggestedField: string | null;
  },
): { readonly others: Choices; readonly groups: readonly (readonly [string, Choices])[] } => {
  const { name } = column;
  const isAsked = suggestedField !== null || mayForbidCalls(column);
  const unmapped = unmappedLabel(fields, column, mappedPath(previewed, name) !== '', isAsked);
  const hidden = kind === 'people' ? hiddenFieldPath(name, suggestedField) : undefined;
  const custom: Choices =
    kind === 'call-lists'
      ? []
      : [
          [customFieldPath(name), hidden === undefined ? 'Custom field' : 'Custom field, shown to all keys'],
          ...(hidden === undefined ? [] : ([[hidden, 'Custom field, hidden like contact details']] as const)),
        ];
  const own: Choices = [[SKIP_PATH, SKIP_LABEL], ...custom].filter(
    (choice): choice is [string, string] => choice[1] !== unmapped,
  );
  const fixed = fields.filter(({ path }) => !path.includes('<'));
  const groups = [...new Set(fixed.map(({ group }) => group))].map((each) => {
    const ofGroup = fixed.filter(({ group }) => group === each);
    return [each, ofGroup.map(({ path, label }) => [path, label] as const)] as const;
  });
  const isKnown =
    chosen === '' || own.some(([path]) => path === chosen) || fixed.some(({ path }) => path === chosen);
  return {
    // A path with a name of the user's choice is chosen in a profile.
    others: [['', unmapped], ...own, ...(isKnown ? [] : ([[chosen, labelOf(fields, chosen)]] as const))],
    groups,
  };
};

/** A note with the words for fields. */
export const noteText = (fields: Fields, note: string): string =>
  note.replaceAll(/`([^`]+)`/g, (_, name: string) => labelOf(fields, name));
