/** The formats of files of rejected rows, by the extension of their names. */
export const REJECTS_FORMATS = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const;
export type RejectsFormat = keyof typeof REJECTS_FORMATS;

/** What the name of an imported file gets to name the file of its rejected rows, which stands next to it. */
export const rejectsSuffix = (format: RejectsFormat): string => `.rejects.${format}`;
