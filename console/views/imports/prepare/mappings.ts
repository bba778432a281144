import type { ColumnNote, ImportSettings, PreviewedColumn } from '../../../api/types.ts';

export type Mappings = ImportSettings['mappings'];

/** What a check says of columns, by name. */
export type Notes = ReadonlyMap<string, ColumnNote>;

/** The field that the values of a column look like, of one that looks like contact details. */
export const suggestionFor = ({ name, suggestedField }: PreviewedColumn, notes: Notes): string | null =>
  notes.get(name)?.suggestedField ?? suggestedField;

export const mappedPath = (mappings: Mappings, column: string): string =>
  mappings.find((mapping) => mapping.column.toLowerCase() === column.toLowerCase())?.path ?? '';

/** @param path empty to let the column be recognized by its name */
export const withMapping = (mappings: Mappings, column: string, path: string): Mappings => {
  const others = mappings.filter((mapping) => mapping.column.toLowerCase() !== column.toLowerCase());
  return path === '' ? others : [...others, { column, path }];
};

/** The path that keeps a column as a custom field. */
const customFieldPath = (column: string): string => `customFields.${column}`;

/** What becomes of a column that is not mapped. */
const unmappedLabel = ({ field, as }: PreviewedColumn, isMapped: boolean, isAsked: boolean): string => {
  if (isAsked) return 'Choose …';
  // The preview knows only what becomes of it with its mapping.
  if (isMapped) return 'As recognized by its name';
  if (field !== null) return `${field} (recognized)`;
  return as === 'skipped' ? 'Not imported' : 'Custom field';
};

/**
 * The choices for a column, by path; the empty path is no mapping.
 *
 * @param paths of the fields
 * @param previewed the mappings that the preview was made with
 * @param chosen the present mapping
 * @param isAsked whether the column looks like contact details, so that the admin has to choose
 */
export const choicesFor = (
  column: PreviewedColumn,
  paths: readonly string[],
  previewed: Mappings,
  chosen: string,
  isAsked: boolean,
): Readonly<Record<string, string>> => {
  // A path with a name of the user's choice is chosen in a profile.
  const fields = paths.filter((path) => !path.includes('<'));
  const own =
    !isAsked && chosen !== customFieldPath(column.name)
      ? {}
      : { [customFieldPath(column.name)]: 'Custom field' };
  const known = chosen === '' || chosen in own || fields.includes(chosen) ? fields : [...fields, chosen];
  return {
    '': unmappedLabel(column, mappedPath(previewed, column.name) !== '', isAsked),
    ...own,
    ...Object.fromEntries(known.map((path) => [path, path])),
  };
};
