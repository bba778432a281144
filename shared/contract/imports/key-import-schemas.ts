import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import {
  BATCH_STATES,
  IMPORT_KINDS,
  IMPORT_STATUSES,
  RECEIVED_FORMATS,
  UPLOAD_HOURS,
} from './import-limits.ts';
import {
  importCountsSchema,
  importDeletionsSchema,
  importPlanSchema,
  importSettingsSchema,
  importWarningSchema,
} from './import-views.ts';

const countSchema = z.int().min(0);

const fileSchema = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  format: z.enum(RECEIVED_FORMATS).nullable().describe('`null` if it shows when the file is read.'),
  bytes: countSchema,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  state: z
    .enum(IMPORT_STATUSES)
    .describe(
      'What became of the file. `uploaded`: it waits for the others, or for those before it. ' +
        '`awaiting_confirmation`: an admin has to confirm its deletions. ' +
        '`skipped`: the last import of the kind and source had the same content.',
    ),
  uploadUrl: z
    .url()
    .nullable()
    .describe(
      'Send the file here with `PUT` and `uploadHeaders`, without a key. It works for an hour: read the ' +
        'import again for another. `null` once the file is there, and for rows.',
    ),
  uploadHeaders: z
    .array(z.strictObject({ name: z.string().min(1), value: z.string().min(1) }))
    .describe('The headers of the upload, besides its exact `Content-Length`. Empty without `uploadUrl`.'),
  bytesRead: countSchema.describe('Bytes that were imported.'),
  plan: importPlanSchema
    .nullable()
    .describe('What was decided before its rows were imported. `null` until then. Long lists are cut.'),
  warnings: z
    .array(importWarningSchema)
    .describe('Cells that were not imported as they are: the first 20 kinds.'),
  deletions: importDeletionsSchema.nullable(),
  problem: z.string().min(1).nullable().describe('Why its import failed, and what to do.'),
  rejectedUrl: z
    .url()
    .nullable()
    .describe(
      'Downloads the rejected rows, in the format of the file, with the `reason`, without a key ' +
        'for an hour. `null` if there are none, or the file is not done.',
    ),
  warningsUrl: z.url().nullable().describe('Downloads all warnings as CSV, in the same way.'),
});

/** An import by key, as lists show it. */
export const listedKeyImportSchema = z.strictObject({
  id: uuidSchema,
  source: z.string().min(1).describe('The system that the records come from.'),
  state: z
    .enum(BATCH_STATES)
    .describe(
      '`awaiting_files`, `queued` and `running` end as one of the others. ' +
        '`awaiting_confirmation`: imported, but an admin has to confirm deletions in the console. ' +
        `\`expired\`: files were not uploaded within ${UPLOAD_HOURS} hours.`,
    ),
  problem: z.string().min(1).nullable().describe('Why it failed, and what to do.'),
  settings: importSettingsSchema.nullable().describe('`null`: those of the import profiles.'),
  files: z
    .array(fileSchema)
    .describe('In the order in which they are imported. Rows are a file of their kind.'),
  counts: importCountsSchema
    .nullable()
    .describe(
      'What became of the rows of all files so far, without those of skipped files. `null` until the first ' +
        'rows are stored.',
    ),
  createdAt: timestampSchema,
  completedAt: timestampSchema.nullable().describe('When it ended.'),
});

/** An import by key. */
export const keyImportSchema = listedKeyImportSchema.extend({
  rejected: z
    .array(
      z.strictObject({
        kind: z.enum(IMPORT_KINDS),
        line: z.int().min(1).describe('Where the row starts in the file. The first row of `rows` is line 1.'),
        reason: z.string(),
      }),
    )
    .describe('The first rejected rows: of `rows` all of them, of each file 20.'),
});

/** A schema of its own, because its response has other headers: see `queuedExportSchema`. */
export const startedKeyImportSchema = keyImportSchema.extend({});
