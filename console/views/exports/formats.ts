import type { Export } from '../../api/types.ts';

/** The formats of files, as users read them. */
export const FORMATS: Readonly<Record<Export['format'], string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
};
