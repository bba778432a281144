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
export const MAX_SHORT_TEXT = 500;
export const MAX_LONG_TEXT = 10_000;
/** The maximum number of custom fields of a record. */
export const MAX_CUSTOM_FIELDS = 500;
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

export const shortTextSchema = wellFormed(z.string().min(1).max(MAX_SHORT_TEXT));
export const longTextSchema = wellFormed(z.string().min(1).max(MAX_LONG_TEXT));

export const webAddressSchema = shortTextSchema
  .refine(isWebAddress, 'must be an http or https address such as https://nowhere.example')
  .describe('An `http` or `https` address, possibly without its scheme.');

export const emailAddressSchema = shortTextSchema.refine(
  isEmailAddress,
  'must be an email address such as nora@nowhere.example',
);

export const phoneNumberSchema = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, 'must be an E.164 number such as +12025550143');

export const phoneExtensionSchema = wellFormed(z.string().min(1).max(20));

export const currencySchema = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD');

/**
 * DynamoDB stores numbers with a magnitude of at least 1e-130
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html). The AWS SDK rejects
 * numbers beyond JavaScript's safe range, which would lose precision.
 */
const isStorable = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 1e-130 && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

const NUMBER_RULE = `must be 0 or a number of a magnitude between 1e-130 and ${Number.MAX_SAFE_INTEGER}`;

export const numberSchema = z.number(NUMBER_RULE).refine(isStorable, NUMBER_RULE);

const CUSTOM_FIELD_RULE =
  `must be text of at most ${MAX_LONG_TEXT} characters, a number of a magnitude of at most ` +
  `${Number.MAX_SAFE_INTEGER}, true, false or null`;
const CUSTOM_FIELD_NAME_RULE = 'its name must be text of 1 to 255 characters, without lone surrogates';

export const customFieldsSchema = z
  .record(
    wellFormed(z.string().min(1).max(255)),
    z.union(
      [wellFormed(z.string().max(MAX_LONG_TEXT)), numberSchema, z.boolean(), z.null()],
      CUSTOM_FIELD_RULE,
    ),
    { error: ({ code }) => (code === 'invalid_key' ? CUSTOM_FIELD_NAME_RULE : undefined) },
  )
  .refine((fields) => Object.keys(fields).length <= MAX_CUSTOM_FIELDS, {
    error: `must contain at most ${MAX_CUSTOM_FIELDS} fields`,
  })
  .describe(
    'Source fields that no other field covers, by their name in the source: text, numbers, booleans or null.',
  );

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
