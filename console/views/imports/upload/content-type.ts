import type { UploadContentType } from '../../../../shared/contract/imports/import-limits.ts';

const TYPES: Readonly<Record<string, UploadContentType>> = {
  gz: 'application/gzip',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

/** The extensions that the file dialog offers. */
export const ACCEPTED_FILES = '.csv,.tsv,.txt,.jsonl,.ndjson,.json,.parquet,.gz';

/** The type of a file by its name; the service looks at the content in any case. */
export const contentTypeOf = (fileName: string): UploadContentType =>
  TYPES[/\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''] ?? 'text/csv';
