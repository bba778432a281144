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
  /** The columns of a file, with the custom fields that records have by now. */
  readonly read: () => Promise<FileFields>;
}

export const exportedFields = (
  reader: TableReader,
  { organizationId, resource, fields: paths }: Export,
): ExportedFields => {
  const parsed = paths === null ? undefined : readSelection(resource, paths);
  const selection = parsed !== undefined && 'selection' in parsed ? parsed.selection : null;
  const fields = recordFields(resource, selection);
  return {
    select: selectedBy(selection),
    async read() {
      const custom = selection?.get('customFields');
      if (custom) return { fields, customFields: [...custom.keys()], hasAllCustomFields: false };
      const known = hasCustomFields(resource) ? await readCustomFields(reader, organizationId, resource) : [];
      return { fields, customFields: known.map(({ name }) => name), hasAllCustomFields: true };
    },
  };
};
