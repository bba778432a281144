import * as z from 'zod';
import {
  emailsSchema,
  locationSchema,
  phonesSchema,
  recordFields,
  shortTextSchema,
  timeZoneSchema,
  uuidSchema,
  webAddressSchema,
} from './fields.ts';

/** A person, exactly as `GET /v1/person/{id}` returns one. Absent values are `null`, never missing. */
export const personSchema = z.strictObject({
  id: uuidSchema,
  firstName: shortTextSchema.nullable(),
  lastName: shortTextSchema.nullable(),
  title: shortTextSchema.nullable().describe('Job title.'),
  emails: emailsSchema,
  phones: phonesSchema,
  companyId: uuidSchema.nullable(),
  timezone: timeZoneSchema.nullable(),
  location: locationSchema.nullable(),
  linkedinUrl: webAddressSchema.nullable(),
  websiteUrl: webAddressSchema.nullable(),
  ...recordFields,
});

export type Person = z.infer<typeof personSchema>;
