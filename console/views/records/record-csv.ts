import type { FieldResource } from '../../../shared/contract/field-resources.ts';
import { EXPORTED_FIELDS, type RecordField } from '../../../shared/contract/record-columns.ts';
import { recordCsv } from '../../../shared/contract/record-csv.ts';
import { ANY_FIELD, type FieldTree, RESOURCE_FIELDS } from '../../../shared/contract/resource-fields.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../shared/runtime/own-csv.ts';

/** The fields of a tree. A CSV file needs no types: texts and lists are told apart by the values. */
const fieldsIn = (tree: FieldTree): readonly RecordField[] =>
  Object.entries(tree).map(([name, within]) => ({
    name,
    type: 'string',
    format: null,
    isList: false,
    fields: within === null || within === ANY_FIELD ? null : fieldsIn(within),
  }));

/** A CSV file of records with the columns of exports, which can be imported again. */
export const recordsCsvOf =
  (resource: FieldResource) =>
  (records: readonly object[]): string => {
    const customFields = new Set(
      records.flatMap((record) => ('customFields' in record ? Object.keys(Object(record.customFields)) : [])),
    );
    const fields = fieldsIn(RESOURCE_FIELDS[EXPORTED_FIELDS[resource]]);
    const { header, cellsOf } = recordCsv(fields, [...customFields].toSorted(), true);
    return BYTE_ORDER_MARK + [header, ...records.map(cellsOf)].map(csvLine).join('');
  };
