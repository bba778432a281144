import * as z from 'zod/mini';
import { SINGLE_LINE_RULE } from '../../domain/single-line.ts';
import { camelOf } from '../../kinds/names.ts';
import { textField } from '../body-fields.ts';
import {
  IMPORT_DATE_ORDERS,
  IMPORT_KINDS,
  MAX_COLUMN_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_INLINE_ROWS,
  MAX_MAPPINGS,
  MAX_PATH_LENGTH,
  MAX_SOURCE_LENGTH,
  MAX_UPLOAD_BYTES,
  RECEIVED_FORMATS,
  UPLOAD_CONTENT_TYPES,
} from './import-limits.ts';

const KIND_RULE = `must be one of: ${IMPORT_KINDS.join(', ')}`;
const SOURCE_RULE =
  `must be the name of the system that the file comes from: 1 to ${MAX_SOURCE_LENGTH} ` +
  `characters ${SINGLE_LINE_RULE}`;
const FILE_NAME_RULE =
  `must be a file name of 1 to ${MAX_FILE_NAME_LENGTH} characters without slashes and backslashes, ` +
  `and ${SINGLE_LINE_RULE}`;
const SIZE_RULE = `must be the size of the file in bytes, from 1 to ${MAX_UPLOAD_BYTES} (5 GB)`;
const TYPE_RULE = `must be one of: ${UPLOAD_CONTENT_TYPES.join(', ')}`;
const SHA256_RULE = 'must be the SHA-256 of the file, in 64 hexadecimal digits of lower case';
const FORMAT_RULE = `must be one of: ${RECEIVED_FORMATS.join(', ')}`;
const FILES_RULE = 'must be a list of at least one file, and at most one of each kind';
const ROW_RULE = 'must be an object';
const KIND_ROWS_RULE = `must be a list of objects: at most ${MAX_INLINE_ROWS} in all kinds together`;
const ROWS_RULE =
  `must have lists of 1 to ${MAX_INLINE_ROWS} rows in all, by kind: ` +
  IMPORT_KINDS.map((kind) => camelOf(kind)).join(', ');
const MAPPINGS_RULE = `must be a list of at most ${MAX_MAPPINGS} objects with \`column\` and \`path\``;
const COLUMN_RULE = `must be the name of a column, at most ${MAX_COLUMN_LENGTH} characters long`;
const PATH_RULE = `must be the path of a field, at most ${MAX_PATH_LENGTH} characters long`;
const REGION_RULE = 'must be null or an ISO 3166 code of two capital letters, such as US';
const DATE_ORDER_RULE = `must be null or one of: ${IMPORT_DATE_ORDERS.join(', ')}`;
const FLAG_RULE = 'must be true or false';
const COUNT_RULE = 'must be the number of deletions that the import shows';

const flag = z._default(z.boolean(FLAG_RULE), false);

const mapping = z.strictObject({
  column: z
    .string(COLUMN_RULE)
    .check(z.minLength(1, COLUMN_RULE), z.maxLength(MAX_COLUMN_LENGTH, COLUMN_RULE)),
  path: textField(PATH_RULE, MAX_PATH_LENGTH),
});

/** How a file is read and what is written. Omitted settings have their defaults. */
const settings = z.strictObject({
  mappings: z._default(
    z
      .array(mapping, MAPPINGS_RULE)
      .check(
        z.maxLength(MAX_MAPPINGS, MAPPINGS_RULE),
        z.refine(
          (all) => new Set(all.map(({ column }) => column)).size === all.length,
          'must not name a column twice',
        ),
      )
      .register(z.globalRegistry, { description: 'No two name the same column.' }),
    [],
  ),
  region: z._default(z.nullable(z.string(REGION_RULE).check(z.regex(/^[A-Z]{2}$/, REGION_RULE))), null),
  dateOrder: z._default(z.nullable(z.enum(IMPORT_DATE_ORDERS, DATE_ORDER_RULE)), null),
  isMergingRows: flag,
  isCreatingCompanies: flag,
  isStrict: flag,
  isKeepingBlank: flag,
  isSilent: flag,
  isDeletingMissing: flag,
});

/** `POST /imports` */
export const createImportBody = z.strictObject({
  kind: z.enum(IMPORT_KINDS, KIND_RULE),
  source: textField(SOURCE_RULE, MAX_SOURCE_LENGTH),
  fileName: textField(FILE_NAME_RULE, MAX_FILE_NAME_LENGTH)
    .check(
      // Browsers resolve `.` and `..` in the address of an upload.
      z.refine((name) => /^(?!\.{1,2}$)[^/\\]*$/.test(name), FILE_NAME_RULE),
    )
    .register(z.globalRegistry, {
      pattern:
        '^[^/\\\\\\x00-\\x1f\\x7f-\\x9f]*[^/.\\\\\\x00-\\x20\\x7f-\\xa0][^/\\\\\\x00-\\x1f\\x7f-\\x9f]*$',
    }),
  size: z.int(SIZE_RULE).check(z.minimum(1, SIZE_RULE), z.maximum(MAX_UPLOAD_BYTES, SIZE_RULE)),
  contentType: z.enum(UPLOAD_CONTENT_TYPES, TYPE_RULE),
  settings: z.optional(settings).register(z.globalRegistry, {
    description: 'Those that the preview starts with. Default: those of the profile of the kind and source.',
  }),
});

const receivedFile = z.strictObject({
  kind: z.enum(IMPORT_KINDS, KIND_RULE),
  bytes: z.int(SIZE_RULE).check(z.minimum(1, SIZE_RULE), z.maximum(MAX_UPLOAD_BYTES, SIZE_RULE)),
  sha256: z
    .optional(z.string(SHA256_RULE).check(z.regex(/^[0-9a-f]{64}$/, SHA256_RULE)))
    .register(z.globalRegistry, { description: 'In hexadecimal. The upload of any other content fails.' }),
  format: z
    .optional(z.enum(RECEIVED_FORMATS, FORMAT_RULE))
    .register(z.globalRegistry, { description: 'Default: what the file looks like.' }),
});

const rowsOfKind = z.optional(
  z
    .array(z.record(z.string(), z.unknown(), ROW_RULE), KIND_ROWS_RULE)
    .check(z.maxLength(MAX_INLINE_ROWS, KIND_ROWS_RULE)),
);

const rowsOf = <const K extends string>(kinds: readonly K[]) =>
  z.strictObject(
    Object.fromEntries(kinds.map((kind) => [kind, rowsOfKind])) as Record<K, typeof rowsOfKind>,
    ROWS_RULE,
  );

/** `POST /v1/import` */
export const createKeyImportBody = z
  .strictObject({
    source: textField(SOURCE_RULE, MAX_SOURCE_LENGTH),
    files: z
      .optional(
        z.array(receivedFile, FILES_RULE).check(
          z.minLength(1, FILES_RULE),
          z.maxLength(IMPORT_KINDS.length, FILES_RULE),
          z.refine((files) => new Set(files.map(({ kind }) => kind)).size === files.length, FILES_RULE),
        ),
      )
      .register(z.globalRegistry, { description: 'Files to upload, at most one of each kind.' }),
    rows: z
      .optional(
        rowsOf(IMPORT_KINDS.map((kind) => camelOf(kind))).check(
          z.refine((rows) => {
            const count = Object.values(rows).reduce((sum, each) => sum + (each?.length ?? 0), 0);
            return count > 0 && count <= MAX_INLINE_ROWS;
          }, ROWS_RULE),
        ),
      )
      .register(z.globalRegistry, {
        description: `Up to ${MAX_INLINE_ROWS} objects in all, as lines of JSON Lines have them.`,
      }),
    settings: z.optional(settings).register(z.globalRegistry, {
      description: 'Default: those of the import profile of each kind and the source.',
    }),
  })
  .check(
    z.refine(
      ({ files, rows }) => (files === undefined) !== (rows === undefined),
      'must have either `files` or `rows`',
    ),
  );

/** `POST /imports/{id}/start` */
export const startImportBody = z.strictObject({ settings });

/** `POST /imports/{id}/repeat`: without settings, those of the import. */
export const repeatImportBody = z.strictObject({ settings: z.optional(settings) });

/** `POST /imports/{id}/confirm-deletions` */
export const confirmDeletionsBody = z.strictObject({
  count: z.int(COUNT_RULE).check(z.minimum(1, COUNT_RULE)),
});

/** `PUT /import-profiles` */
export const putImportProfileBody = z.strictObject({ settings });
