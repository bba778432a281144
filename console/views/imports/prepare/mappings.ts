import type { ImportSettings, PreviewedColumn } from '../../../api/types.ts';

export type Mappings = ImportSettings['mappings'];

export const mappedPath = (mappings: Mappings, column: string): string =>
  mappings.find((mapping) => mapping.column.toLowerCase() === column.toLowerCase())?.path ?? '';

/** @param path empty to let the column be recognized by its name */
export const withMapping = (mappings: Mappings, column: string, path: string): Mappings => {
  const others = mappings.filter((mapping) => mapping.column.toLowerCase() !== column.toLowerCase());
  return path === '' ? others : [...others, { column, path }];
};

/** What becomes of a column that is not mapped. */
const unmappedLabel = ({ field, as }: PreviewedColumn, isMapped: boolean): string => {
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
 */
export const choicesFor = (
  column: PreviewedColumn,
  paths: readonly string[],
  previewed: Mappings,
  chosen: string,
): Readonly<Record<string, string>> => {
  // A path with a name of the user's choice is chosen in a profile.
  const fields = paths.filter((path) => !path.includes('<'));
  const known = chosen === '' || fields.includes(chosen) ? fields : [...fields, chosen];
  return {
    '': unmappedLabel(column, mappedPath(previewed, column.name) !== ''),
    ...Object.fromEntries(known.map((path) => [path, path])),
  };
};
