import {
  type Camel,
  camelOf,
  type IDENTITIES,
  KIND_NAMES,
  OWN_KINDS,
  type OwnKind,
  pluralOf,
} from '../../kinds/names.ts';

/** What a file holds: also the part of its address in the bucket. */
export type ImportKind = (typeof IDENTITIES)[OwnKind]['plural'];
export const IMPORT_KINDS: readonly ImportKind[] = /* @__PURE__ */ OWN_KINDS.map((kind) => pluralOf(kind));

/** The kinds of records whose rows are counted apart: a file of call lists also holds their entries. */
export type CountedKind = Camel<(typeof IDENTITIES)[keyof typeof IDENTITIES]['plural']>;
export const COUNTED_KINDS: readonly CountedKind[] = /* @__PURE__ */ KIND_NAMES.map((kind) =>
  camelOf(pluralOf(kind)),
);

/** A table over the kinds of records in files. */
export const byCountedKind = <T>(entryOf: (kind: CountedKind) => T): Record<CountedKind, T> =>
  Object.fromEntries(COUNTED_KINDS.map((kind) => [kind, entryOf(kind)])) as Record<CountedKind, T>;

/** External ids name their source in a short text. */
export const MAX_SOURCE_LENGTH = 100;

/**
 * - `awaiting_upload`: created in the console; its file is not in the bucket yet.
 * - `uploaded`: its file is, but it was not started.
 * - `queued`: waits for an earlier import of the same kind.
 * - `awaiting_confirmation`: imported, but the deletion of what is missing needs a confirmation.
 * - `skipped`: the last import of the kind and source had the same content and settings.
 * - `undoing`: the records that it created are being deleted.
 * - `undone`: they were deleted.
 */
export const IMPORT_STATUSES = [
  'awaiting_upload',
  'uploaded',
  'queued',
  'running',
  'awaiting_confirmation',
  'completed',
  'failed',
  'skipped',
  'undoing',
  'undone',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The formats of files that API keys upload. */
export const RECEIVED_FORMATS = ['csv', 'jsonl'] as const;
export type ReceivedFormat = (typeof RECEIVED_FORMATS)[number];

/** How long after an import by key was created its files can be uploaded. */
export const UPLOAD_HOURS = 24;

/** Rows of one request. */
export const MAX_INLINE_ROWS = 500;

/** The maximum of a request with rows, in UTF-16 code units. */
export const MAX_INLINE_CHARACTERS = 2_000_000;

/** Imports of a kind and organization that may wait or run when further rows are sent. */
export const MAX_WAITING_IMPORTS = 20;

/**
 * States of an import by key.
 *
 * - `awaiting_files`: some of its files are not uploaded yet.
 * - `expired`: they were not uploaded in time.
 */
export const BATCH_STATES = [
  'awaiting_files',
  'queued',
  'running',
  'awaiting_confirmation',
  'completed',
  'failed',
  'expired',
  'undone',
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/**
 * The maximum in UTF-16 code units, so that the key of an uploaded object stays below the 1,024 bytes that S3
 * allows.
 */
export const MAX_FILE_NAME_LENGTH = 200;

/**
 * The maximum of one upload to S3
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html).
 */
export const MAX_UPLOAD_BYTES = 5 * 1024 ** 3;

export const UPLOAD_CONTENT_TYPES = [
  'text/csv',
  'application/x-ndjson',
  'application/json',
  'application/gzip',
  'application/vnd.apache.parquet',
] as const;
export type UploadContentType = (typeof UPLOAD_CONTENT_TYPES)[number];

/** A day is written before or after its month in numeric dates. */
export const IMPORT_DATE_ORDERS = ['dmy', 'mdy'] as const;

/** Columns that a profile or an import may map. */
export const MAX_MAPPINGS = 500;

/** The maximum in UTF-16 code units. */
export const MAX_COLUMN_LENGTH = 300;
export const MAX_PATH_LENGTH = 150;

/** What a file is read as. */
export const FILE_FORMATS = ['csv', 'json-lines', 'parquet'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The path of a mapped column that is not imported. */
export const SKIP_PATH = 'skip';

/** The settings without a profile: columns are recognized by their names. */
export const DEFAULT_SETTINGS = {
  mappings: [],
  region: null,
  dateOrder: null,
  isMergingRows: false,
  isCreatingCompanies: false,
  isStrict: false,
  isKeepingBlank: false,
  isSilent: false,
  isDeletingMissing: false,
} as const;
