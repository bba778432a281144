import * as z from 'zod/mini';
import { SINGLE_LINE_RULE } from '../../domain/single-line.ts';
import { textField } from '../body-fields.ts';
import {
  IMPORT_DATE_ORDERS,
  IMPORT_KINDS,
  MAX_COLUMN_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_MAPPINGS,
  MAX_PATH_LENGTH,
  MAX_SOURCE_LENGTH,
  MAX_UPLOAD_BYTES,
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
