import type { ExportFormat } from '../../contract/exports/export-limits.ts';
import type { RecordField } from '../../contract/records/record-columns.ts';
import { recordCsv } from '../../contract/records/record-csv.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../runtime/own-csv.ts';
import { createLineWriter, type FileWriter } from './file-writer.ts';

/** What a file is made with. */
export interface FileFields {
  readonly fields: readonly RecordField[];
  /** The names of the custom fields that have a column in CSV files. */
  readonly customFields: readonly string[];
  /** Whether records have all of their custom fields. */
  readonly hasAllCustomFields: boolean;
}

/** How files of a format are written. */
export interface FileFormat {
  readonly contentType: string;
  create(fields: FileFields): Promise<FileWriter>;
}

export const FILE_FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  jsonl: {
    contentType: 'application/jsonl',
    // Some readers refuse a file without a line.
    create: async () => createLineWriter('', (record) => `${JSON.stringify(record)}\n`, '\n'),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    async create({ fields, customFields, hasAllCustomFields }) {
      const { header, cellsOf } = recordCsv(fields, customFields, hasAllCustomFields);
      return createLineWriter(BYTE_ORDER_MARK + csvLine(header), (record) => csvLine(cellsOf(record)));
    },
  },
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    async create({ fields }) {
      const { createParquetWriter } = await import('./parquet.ts');
      return createParquetWriter(fields);
    },
  },
};
