import type { FieldRules } from '../cells/field-rules.ts';
import type { OpenedFile } from '../files/source-file.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';
import { columnIndex, nameColumns } from './name-columns.ts';

interface MappedFile {
  readonly name: string;
  readonly opened: OpenedFile;
  /** What the file holds. */
  readonly label: string;
  readonly fields: Pick<FieldRules<never>, 'paths' | 'ruleOf'>;
}

/** Throws an ImportInputError for a file without a header, and for a mapping of no column or to no field. */
export const checkMappings = (sources: readonly MappedFile[], mappings: readonly ColumnMapping[]): void => {
  const files = sources.flatMap(({ name, opened }) =>
    opened.format === 'csv'
      ? [{ name, columns: nameColumns(opened.header).map((column) => column.name) }]
      : [],
  );
  const empty = files.find(({ columns }) => columns.length === 0);
  if (empty !== undefined) throw new ImportInputError(`${empty.name} is empty.`);
  for (const { column, path } of mappings) {
    if (sources.every(({ fields }) => fields.ruleOf(path) === undefined)) {
      const allowed = sources.map(({ label, fields }) => `${label}: ${fields.paths.join(', ')}`);
      throw new ImportInputError(
        `--map: "${column}" is mapped to "${path}", which is not a field. The fields are, for ${allowed.join('; for ')}.`,
      );
    }
    if (files.some(({ columns }) => columnIndex(columns, column) !== -1)) continue;
    const found = files.map(({ name, columns }) => `The columns of ${name} are ${columns.join(', ')}.`);
    throw new ImportInputError(
      `--map: no file has a column "${column}". ${found.join(' ') || 'JSON Lines have no columns to map.'}`,
    );
  }
};
