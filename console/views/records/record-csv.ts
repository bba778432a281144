import { recordFields } from '../../../shared/contract/records/record-columns.ts';
import { recordCsv } from '../../../shared/contract/records/record-csv.ts';
import type { KindName } from '../../../shared/kinds/names.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../shared/runtime/own-csv.ts';

/** A CSV file of records with the columns of exports, which can be imported again. */
export const recordsCsvOf =
  (resource: KindName) =>
  (records: readonly object[]): string => {
    const customFields = new Set(
      records.flatMap((record) => ('customFields' in record ? Object.keys(Object(record.customFields)) : [])),
    );
    const { header, cellsOf } = recordCsv(recordFields(resource, null), [...customFields].toSorted(), true);
    return BYTE_ORDER_MARK + [header, ...records.map(cellsOf)].map(csvLine).join('');
  };
