import * as z from 'zod';
import { isEmailAddress } from './email-address.ts';
import { LOWER_CASE_UUID } from './uuid.ts';

/** Starts with a letter or digit: `//host` depends on the page that links to it. */
const WITHOUT_SCHEME = /^[\p{L}\p{N}]/u;

/**
 * Whether a text is a web address: with the scheme `http` or `https`, or a host name without a scheme
 * (`www.example.com/about`). Any other scheme, such as `javascript:`, could run code where the address
 * becomes a link.
 */
export const isWebAddress = (text: string): boolean => {
  // The URL parser drops some of these, so a browser could see another scheme.
  if (/[\s\p{Cc}\\]/u.test(text)) return false;
  if (/^https?:\/\//i.test(text)) return URL.canParse(text);
  if (!WITHOUT_SCHEME.test(text) || !URL.canParse(`https://${text}`)) return false;
  const { hostname, username, password } = new URL(`https://${text}`);
  // `mailto:ada@example.com` reads as user name, password and host.
  return hostname.includes('.') && username === '' && password === '';
};

/** The maximum in UTF-16 code units. The limits keep every record well below DynamoDB's 400 KB per item. */
const MAX_SHORT_TEXT = 500;
export const MAX_LONG_TEXT = 10_000;
/** The maximum number of items in a list field (phones, emails, tags, external ids). */
export const MAX_LIST_ITEMS = 100;

export const uuidSchema = z
  .string()
  .regex(LOWER_CASE_UUID, 'must be a lower-case UUID')
  .describe('A lower-case UUID.');

export const timestampSchema = z.iso
  .datetime({ precision: 3, error: 'must be an ISO 8601 timestamp in UTC with milliseconds' })
  .describe('ISO 8601, UTC, with milliseconds.');

/** Rejects lone surrogates, which UTF-8 and thus the table cannot store. */
const wellFormed = (schema: z.ZodString): z.ZodString =>
  schema.refine((text) => text.isWellFormed(), {
    error: 'must not contain a lone surrogate, which is half a character',
  });

export const changedAtSchema = timestampSchema.describe('When this service stored the last change.');

export const shortTextSchema = wellFormed(z.string().min(1).max(MAX_SHORT_TEXT));
export const longTextSchema = wellFormed(z.string().min(1).max(MAX_LONG_TEXT));

export const webAddressSchema = shortTextSchema
  .refine(isWebAddress, 'must be an http or https address such as https://nowhere.example')
  .describe('An `http` or `https` address, possibly without its scheme.');

const emailSchema = z.strictObject({
  address: shortTextSchema.refine(isEmailAddress, 'must be an email address such as nora@nowhere.example'),
  type: shortTextSchema.nullable().describe('As the source calls it, such as `work` or `personal`.'),
});

export const PHONE_TYPES = ['work', 'mobile', 'home', 'other'] as const;
export type PhoneType = (typeof PHONE_TYPES)[number];

export const phoneSchema = z.strictObject({
  number: z
    .string()
    .regex(/^\+[1-9]\d{1,14}$/, 'must be an E.164 number such as +12025550143')
    .nullable()
    .describe('E.164; null if `raw` could not be parsed.'),
  type: z.enum(PHONE_TYPES),
  extension: wellFormed(z.string().min(1).max(20)).nullable(),
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
  source: shortTextSchema.describe('The source system, such as `hubspot`.'),
  id: shortTextSchema,
});

export const emailsSchema = z.array(emailSchema).max(MAX_LIST_ITEMS);
export const phonesSchema = z.array(phoneSchema).max(MAX_LIST_ITEMS);

/**
 * DynamoDB stores numbers with a magnitude of at least 1e-130
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html). The AWS SDK rejects
 * numbers beyond JavaScript's safe range, which would lose precision.
 */
const isStorable = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 1e-130 && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

const NUMBER_RULE = `must be 0 or a number of a magnitude between 1e-130 and ${Number.MAX_SAFE_INTEGER}`;

export const numberSchema = z.number(NUMBER_RULE).refine(isStorable, NUMBER_RULE);

const CUSTOM_FIELD_RULE = `must be text of at most ${MAX_LONG_TEXT} characters, a number of a magnitude of at most ${Number.MAX_SAFE_INTEGER}, true, false or null`;
const CUSTOM_FIELD_NAME_RULE = 'its name must be text of 1 to 255 characters, without lone surrogates';

const customFieldsSchema = z
  .record(
    wellFormed(z.string().min(1).max(255)),
    z.union(
      [wellFormed(z.string().max(MAX_LONG_TEXT)), numberSchema, z.boolean(), z.null()],
      CUSTOM_FIELD_RULE,
    ),
    { error: ({ code }) => (code === 'invalid_key' ? CUSTOM_FIELD_NAME_RULE : undefined) },
  )
  .refine((fields) => Object.keys(fields).length <= 500, { error: 'must contain at most 500 fields' })
  .describe(
    'Source fields that no other field covers, by their name in the source: text, numbers, booleans or null.',
  );

/** The last fields of people and companies. */
export const recordFields = {
  doNotCall: z.boolean(),
  ownerId: shortTextSchema.nullable().describe('The user of the source system who owns the record.'),
  tags: z.array(shortTextSchema).max(MAX_LIST_ITEMS),
  externalIds: z.array(externalIdSchema).max(MAX_LIST_ITEMS),
  customFields: customFieldsSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema.describe('The date of the last change in the source.'),
  changedAt: changedAtSchema,
};

const IANA_TIME_ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC']);

/** Accepts canonical names and aliases (`US/Eastern`) of the runtime's time zone database. */
export const isTimeZone = (name: string): boolean => {
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
