import { recordFields } from '../../contract/records/record-columns.ts';
import { hasCustomFields, readCustomFields } from '../../records/fields/custom-fields.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Export } from '../export.ts';
import { readSelection, selectedBy } from '../fields-of-export.ts';
import type { FileFields } from '../formats/formats.ts';

/** The fields that an export shows. */
export interface ExportedFields {
  /** The selected part of a record. */
  readonly select: (record: object) => object;
  /** The names of the custom fields that records have by now, if those with a column are not selected. */
  readonly readColumns: () => Promise<readonly string[]>;
  /** The columns of all files. @param columns what was read when the export started */
  readonly ofFiles: (columns: readonly string[]) => FileFields;
}

export const exportedFields = (
  reader: TableReader,
  { organizationId, resource, fields: paths }: Export,
): ExportedFields => {
  const parsed = paths === null ? undefined : readSelection(resource, paths);
  const selection = parsed !== undefined && 'selection' in parsed ? parsed.selection : null;
  const fields = recordFields(resource, selection);
  const custom = selection?.get('customFields');
  return {
    select: selectedBy(selection),
    async readColumns() {
      if (custom || !hasCustomFields(resource)) return [];
      return (await readCustomFields(reader, organizationId, resource)).map(({ name }) => name);
    },
    ofFiles: (columns) =>
      custom
        ? { fields, customFields: [...custom.keys()], hasAllCustomFields: false }
        : { fields, customFields: columns, hasAllCustomFields: true },
  };
};
