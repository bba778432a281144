import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import { KIND_NAMES } from '../../kinds/names.ts';
import { MAX_CURSOR_LENGTH } from '../query-parameters.ts';
import { EXPORT_FORMATS, EXPORT_STATES } from './export-limits.ts';

const countSchema = z.int().min(0);

/** A file of an export. */
export const exportFileSchema = z.strictObject({
  url: z
    .url()
    .describe('Downloads the file without a key. It works for an hour: read the export again for another.'),
  name: z.string().min(1),
  bytes: countSchema,
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('The SHA-256 of the file, in hexadecimal.'),
  recordCount: countSchema,
});

/** An export. */
export const exportSchema = z.strictObject({
  id: uuidSchema,
  resource: z.enum(KIND_NAMES),
  format: z.enum(EXPORT_FORMATS),
  fields: z.array(z.string().min(1)).describe('The selected fields; empty for all.'),
  changedSince: timestampSchema.nullable(),
  callListId: uuidSchema.nullable(),
  state: z
    .enum(EXPORT_STATES)
    .describe('`queued` and `running` end as `completed` or `failed`. `expired`: the files are deleted.'),
  problem: z
    .string()
    .min(1)
    .nullable()
    .describe('Why it failed, or why its files were deleted early, and what to do.'),
  recordCount: countSchema.describe('The records that are written so far.'),
  totalCount: countSchema.nullable().describe('How many there were at its start. `null` until then.'),
  files: z
    .array(exportFileSchema)
    .describe('In order, once it has completed. Each record is in one of them, once.'),
  eventCursor: z
    .string()
    .min(1)
    .max(MAX_CURSOR_LENGTH)
    .nullable()
    .describe(
      'Send it as `cursor` to `GET /v1/event` to get all changes that the files may lack, without a ' +
        'gap. `null` until it has completed.',
    ),
  createdAt: timestampSchema,
  completedAt: timestampSchema.nullable(),
  expiresAt: timestampSchema.nullable().describe('When the files are deleted: 7 days after completion.'),
});

/**
 * An export that was just created. A schema of its own, because its response has other headers: ogen makes
 * one type of a schema and its headers.
 */
export const queuedExportSchema = exportSchema.extend({});

/** An export as the admin API shows it. */
export const adminExportSchema = exportSchema.extend({
  createdBy: z
    .strictObject({ id: z.string().min(1), name: z.string().min(1), from: z.string().nullable() })
    .describe('The user or API key that started it.'),
});

/** What events show of an export: no addresses of files. */
export const exportStateSchema = exportSchema.pick({
  id: true,
  resource: true,
  format: true,
  problem: true,
  recordCount: true,
  totalCount: true,
  createdAt: true,
  completedAt: true,
  expiresAt: true,
});
