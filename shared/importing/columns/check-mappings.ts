import { CALL_LIST_SCHEME } from '../cells/call-list-fields.ts';
import type { FileKind, OpenedFile } from '../files/source-file.ts';
import { COMPANIES, PEOPLE } from '../records/record-kinds.ts';
import { assertMappedFields, columnNames, mappingsIn } from './bind-columns.ts';
import { type ColumnMapping, ImportInputError } from './column-mapping.ts';

const SCHEMES = { companies: COMPANIES.scheme, people: PEOPLE.scheme, callLists: CALL_LIST_SCHEME };

const LABELS = { companies: 'companies', people: 'people', callLists: 'call lists' };

/** Throws an ImportInputError for a file without a header, and for a mapping of no column or to no field. */
export const checkMappings = (
  sources: readonly { readonly kind: FileKind; readonly name: string; readonly opened: OpenedFile }[],
  mappings: readonly ColumnMapping[],
): void => {
  const files = sources.flatMap(({ name, opened }) =>
    opened.format === 'csv' ? [{ name, header: opened.header, columns: columnNames(opened.header) }] : [],
  );
  const empty = files.find(({ header }) => header.length === 0);
  if (empty !== undefined) throw new ImportInputError(`${empty.name} is empty.`);
  assertMappedFields(mappings, new Map(sources.map(({ kind }) => [LABELS[kind], SCHEMES[kind].fields])));
  for (const mapping of mappings) {
    if (files.some(({ columns }) => mappingsIn(columns, [mapping]).length > 0)) continue;
    const found = files.map(({ name, columns }) => `The columns of ${name} are ${columns.join(', ')}.`);
    throw new ImportInputError(
      `--map: no file has a column "${mapping.column}". ${found.join(' ') || 'JSON Lines have no columns to map.'}`,
    );
  }
};
