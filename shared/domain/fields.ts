import { z } from 'zod';
import { LOWER_CASE_UUID } from './uuid.ts';

/** Lengths that keep any record well below DynamoDB's 400 KB item limit. Units: UTF-16 code units. */
const MAX_SHORT_TEXT = 500;
const MAX_LONG_TEXT = 10_000;
/** Items in one list-valued field (phones, emails, tags, external ids). */
const MAX_LIST_ITEMS = 100;

export const uuidSchema = z
  .string()
  .regex(LOWER_CASE_UUID, 'must be a lower-case UUID')
  .describe('A lower-case UUID.');

export const timestampSchema = z.iso
  .datetime({ precision: 3, error: 'must be an ISO 8601 timestamp in UTC with milliseconds' })
  .describe('ISO 8601, UTC, with milliseconds.');

export const shortTextSchema = z.string().min(1).max(MAX_SHORT_TEXT);
export const longTextSchema = z.string().min(1).max(MAX_LONG_TEXT);

const emailSchema = z.strictObject({
  address: shortTextSchema,
  type: shortTextSchema.nullable().describe('As the source calls it, such as `work` or `personal`.'),
});

export const PHONE_TYPES = ['work', 'mobile', 'home', 'other'] as const;
export const phoneTypeSchema = z.enum(PHONE_TYPES);
export type PhoneType = z.infer<typeof phoneTypeSchema>;

export const phoneSchema = z.strictObject({
  number: z
    .string()
    .regex(/^\+[1-9]\d{1,14}$/, 'must be an E.164 number such as +12025550143')
    .nullable()
    .describe('E.164; null where `raw` could not be understood.'),
  type: phoneTypeSchema,
  extension: z.string().min(1).max(20).nullable(),
  raw: shortTextSchema.nullable().describe('As the source wrote it.'),
  doNotCall: z.boolean(),
});
export type Phone = z.infer<typeof phoneSchema>;

export const locationSchema = z.strictObject({
  street: shortTextSchema.nullable(),
  city: shortTextSchema.nullable(),
  region: shortTextSchema.nullable(),
  postalCode: shortTextSchema.nullable(),
  country: shortTextSchema.nullable(),
});
export type Location = z.infer<typeof locationSchema>;

const externalIdSchema = z.strictObject({
  source: shortTextSchema.describe('The system that the id is of, such as `hubspot`.'),
  id: shortTextSchema,
});

export const tagsSchema = z.array(shortTextSchema).max(MAX_LIST_ITEMS);
export const emailsSchema = z.array(emailSchema).max(MAX_LIST_ITEMS);
export const phonesSchema = z.array(phoneSchema).max(MAX_LIST_ITEMS);
export const externalIdsSchema = z.array(externalIdSchema).max(MAX_LIST_ITEMS);

/**
 * DynamoDB holds numbers of up to 38 digits and a magnitude between 1e-130 and 1e126
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
export const numberSchema = z
  .number()
  .refine((value) => value === 0 || (Math.abs(value) >= 1e-130 && Math.abs(value) < 1e126), {
    error: 'must be 0 or of a magnitude between 1e-130 and 1e126',
  });

export const customFieldsSchema = z
  .record(
    z.string().min(1).max(255),
    z.union([z.string().max(MAX_LONG_TEXT), numberSchema, z.boolean(), z.null()]),
  )
  .refine((fields) => Object.keys(fields).length <= 500, { error: 'must hold at most 500 fields' })
  .describe('Fields of the source that have no place of their own, by the name that the source gives them.');

const IANA_TIME_ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC']);

/** Accepts canonical names and the aliases that the runtime's time zone database knows (`US/Eastern`). */
const isTimeZone = (name: string): boolean => {
  if (IANA_TIME_ZONES.has(name)) return true;
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, { error: 'must be an IANA time zone name such as America/New_York' })
  .describe('An IANA time zone name.');
