import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import {
  byCountedKind,
  FILE_FORMATS,
  IMPORT_DATE_ORDERS,
  IMPORT_KINDS,
  IMPORT_STATUSES,
  SKIP_PATH,
} from './import-limits.ts';

const countSchema = z.int().min(0);
const kindSchema = z.enum(IMPORT_KINDS);

export const importSettingsSchema = z.strictObject({
  mappings: z
    .array(z.strictObject({ column: z.string(), path: z.string() }))
    .describe(
      'Columns that fill another field than the one they are recognized for. ' +
        `Those with the path \`${SKIP_PATH}\` are not imported.`,
    ),
  region: z
    .string()
    .nullable()
    .describe('ISO 3166 code of the country of phone numbers without a country code.'),
  dateOrder: z
    .enum(IMPORT_DATE_ORDERS)
    .nullable()
    .describe('The order of day and month in numeric dates. `null` detects it per column.'),
  isMergingRows: z.boolean().describe('Whether rows of one record are merged.'),
  isCreatingCompanies: z.boolean().describe('Whether companies that people name are created.'),
  isStrict: z.boolean().describe('Whether one unreadable cell rejects its row.'),
  isKeepingBlank: z.boolean().describe('Whether blank cells leave the stored values of their fields.'),
  isSilent: z.boolean().describe('Whether changes are marked as silent, so that webhooks receive nothing.'),
  isDeletingMissing: z
    .boolean()
    .describe('Whether to delete records of the source that are missing from the file. Not for call lists.'),
});

export const importRowCountsSchema = z.strictObject({
  read: countSchema.describe('The sum of the outcomes.'),
  created: countSchema,
  changed: countSchema,
  unchanged: countSchema.describe('With rows that delete records, which `deletions` of their file counts.'),
  merged: countSchema.describe('Rows that were merged into an earlier row of the same record.'),
  rejected: countSchema,
  warnings: countSchema.describe('Cells that could not be used, of rows that were imported without them.'),
});

const actorSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  from: z.string().nullable(),
});

export const importCountsSchema = z.strictObject({
  ...byCountedKind(() => importRowCountsSchema),
  companiesCreatedForPeople: countSchema,
  bansAdded: countSchema.describe('Numbers, addresses and identities that were put on the suppression list.'),
  bansLifted: countSchema.describe('Those that were taken from it, because their source allows calls.'),
  valuesEmptied: countSchema.describe('Stored values that blank cells have emptied.'),
});

export const importDeletionsSchema = z.strictObject({
  missing: countSchema.describe('Records that the file marks as deleted, or that are missing from it.'),
  deleted: countSchema,
  stopped: z.string().nullable().describe('Why they were not deleted; null if they were.'),
});

const importSchema = z.strictObject({
  id: uuidSchema,
  kind: kindSchema.describe('The kind of records in the file.'),
  source: z.string().min(1).describe('The system that the file comes from.'),
  fileName: z.string().min(1),
  objectKey: z.string().min(1).describe('The object in the import bucket.'),
  size: countSchema.describe('Bytes of the file.'),
  settings: importSettingsSchema,
  status: z.enum(IMPORT_STATUSES),
  isRepeat: z.boolean(),
  startedBy: actorSchema.describe('The user, or the AWS principal that dropped the file.'),
  createdAt: timestampSchema,
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
  counts: importCountsSchema
    .nullable()
    .describe('What became of the rows so far. Null until the first rows are stored.'),
  bytesRead: countSchema.describe('Bytes of the file that were imported.'),
  problem: z.string().nullable().describe('Why it failed.'),
  deletions: importDeletionsSchema.nullable(),
  sameAs: uuidSchema.nullable().describe('Of a skipped import: the earlier one with the same content.'),
  undo: z
    .strictObject({
      startedBy: actorSchema,
      startedAt: timestampSchema,
      finishedAt: timestampSchema.nullable(),
      deleted: countSchema.describe('Records that were deleted, of those that the import created.'),
      problem: z.string().nullable().describe('Why it stopped before all were deleted.'),
    })
    .nullable()
    .describe('The deletion of the records that the import created. Null if it was not undone.'),
});

const previewSchema = z.strictObject({
  format: z.enum(FILE_FORMATS).nullable().describe('Null if the file is in no format that is read.'),
  problem: z.string().nullable().describe('Why the file cannot be imported; null if it can.'),
  columns: z
    .array(
      z.strictObject({
        name: z.string(),
        field: z.string().nullable().describe('The path of the field that it fills; null for none.'),
        as: z.enum(['field', 'customField', 'skipped']),
        note: z.string().nullable().describe('Why, if it is not obvious.'),
        samples: z.array(z.string()).describe('The first different values, shortened.'),
        suggestedField: z
          .string()
          .nullable()
          .describe('The path of a field that its values resemble; only for unmapped columns.'),
      }),
    )
    .describe('The first 500 columns. Empty for JSON Lines.'),
  columnCount: countSchema,
  rows: z
    .array(
      z.strictObject({
        line: z.int().min(1),
        cells: z
          .array(z.string())
          .describe('In the order of the columns, shortened. For JSON Lines, the line alone.'),
        problem: z.string().nullable().describe('Why the row cannot be read.'),
      }),
    )
    .describe('The first ten rows.'),
  fields: z
    .array(
      z.strictObject({
        path: z.string().describe('With `<name>` or the like where any name may stand.'),
        label: z.string(),
        group: z.string().describe('Fields that belong together are in one group.'),
      }),
    )
    .describe('The fields that columns can fill.'),
  settings: importSettingsSchema.describe(
    'The settings of the import, or of the profile of its kind and source.',
  ),
});

const rejectedSchema = z.strictObject({
  line: z.int().min(1).describe('Where the row starts in the file. The header of a CSV file is line 1.'),
  reason: z.string(),
});

export const importWarningSchema = z.strictObject({
  field: z.string(),
  reason: z.string(),
  count: z.int().min(1),
  line: z.int().min(1).describe('The first row with this warning.'),
  value: z.string().describe('Its cell, shortened.'),
});

export const importPlanSchema = z.strictObject({
  file: z.string(),
  format: z.enum(FILE_FORMATS),
  encoding: z.string().nullable().describe('Of text: `utf-8`, `utf-16le` or `utf-16be`. Null for Parquet.'),
  separator: z.string().nullable().describe('Of the cells of CSV. Null for other formats.'),
  region: z.string().nullable().describe('Whose national phone numbers are understood.'),
  identifiedBy: z.array(z.string()).describe('The columns that tell which record a row is of.'),
  bannedBy: z.array(z.string()).describe('The columns that forbid calls.'),
  deletedBy: z.array(z.string()).describe('The columns that mark deleted records.'),
  isDeletingMissing: z.boolean(),
  isKeepingBlank: z.boolean(),
  dateOrders: z
    .array(z.strictObject({ column: z.string(), order: z.enum(IMPORT_DATE_ORDERS) }))
    .describe('The order of day and month, of columns whose numeric dates show it.'),
});

const checkSchema = z.strictObject({
  problem: z
    .string()
    .nullable()
    .describe('Why the file cannot be imported with these settings; null if it can.'),
  isWholeFile: z.boolean().describe('False if only the first rows were read.'),
  counts: importCountsSchema.describe('What would become of the rows.'),
  plan: importPlanSchema
    .nullable()
    .describe('What is decided before rows are imported. Null if the file cannot be read.'),
  notes: z
    .array(
      z.strictObject({
        column: z.string(),
        note: z.string(),
        suggestedField: z
          .string()
          .nullable()
          .describe('The path of a field that its values resemble; only for unmapped columns.'),
      }),
    )
    .describe('What is worth knowing of columns.'),
  rejected: z.array(rejectedSchema).describe('The first 20 rows that would be rejected.'),
  warnings: z
    .array(importWarningSchema)
    .describe('Cells that would not be imported as they are: the first 50 kinds.'),
});

const linkSchema = z
  .strictObject({ fileName: z.string().min(1), url: z.url() })
  .nullable()
  .describe('Null if there is none (yet).');

const profileSchema = z.strictObject({
  kind: kindSchema,
  source: z.string().min(1),
  settings: importSettingsSchema,
  dropAddress: z.string().min(1).describe('Files that are uploaded below this address are imported.'),
  updatedAt: timestampSchema,
  updatedBy: actorSchema,
});

/** The success bodies of the operations on imports, by schema name. */
export const IMPORT_VIEWS = {
  FileImport: importSchema,
  ImportPage: z.strictObject({
    items: z.array(importSchema),
    nextCursor: z
      .string()
      .min(1)
      .optional()
      .describe('Send it as `cursor` to get the next page. Absent on the last page.'),
  }),
  CreatedImport: importSchema.extend({
    uploadUrl: z
      .url()
      .describe('Send the file here with `PUT`, and its `Content-Type` and `Content-Length` as requested.'),
    uploadExpiresAt: timestampSchema,
  }),
  ImportPreview: previewSchema,
  ImportCheck: checkSchema,
  ImportFiles: z.strictObject({
    expiresAt: timestampSchema.describe('Until then, the links work.'),
    report: linkSchema,
    rejects: linkSchema.describe(
      'The rejected rows, in the format of the file, with the `reason`. ' +
        'Correct them and import the file. Null if there are none (yet).',
    ),
    firstRejects: z.array(rejectedSchema).describe('The first 20 rejected rows, also while the import runs.'),
  }),
  ImportProfile: profileSchema,
  ImportProfileList: z.strictObject({
    items: z.array(profileSchema),
    dropAddress: z
      .string()
      .min(1)
      .describe('The address of the organization. Below it: `KIND/SOURCE/ANY-NAME.csv`.'),
    policy: z
      .string()
      .min(1)
      .describe('An IAM policy, as JSON, that allows a principal to drop files there.'),
    bucketStatement: z
      .string()
      .min(1)
      .describe(
        'The same as a statement of the bucket’s policy, for a principal of another AWS account. ' +
          'An operator adds it.',
      ),
  }),
} as const;
