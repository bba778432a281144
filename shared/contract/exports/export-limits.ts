/** The formats of the files of an export. */
export const EXPORT_FORMATS = ['jsonl', 'csv', 'parquet'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `expired`: its files are deleted. */
export const EXPORT_STATES = ['queued', 'running', 'completed', 'failed', 'expired'] as const;

export type ExportState = (typeof EXPORT_STATES)[number];

/** The longest list of selected fields. */
export const MAX_EXPORT_FIELDS = 500;

/** Exports of an organization that may wait or run at a time. */
export const MAX_QUEUED_EXPORTS = 10;

/** How long files are kept. */
export const EXPORT_DAYS = 7;
