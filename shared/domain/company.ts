import * as z from 'zod';
import {
  locationSchema,
  longTextSchema,
  numberSchema,
  phonesSchema,
  recordFields,
  shortTextSchema,
  timeZoneSchema,
  uuidSchema,
  webAddressSchema,
} from './fields.ts';

const annualRevenueSchema = z.strictObject({
  amount: numberSchema,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD')
    .nullable()
    .describe('ISO 4217.'),
});

/** A company, exactly as `GET /v1/company/{id}` returns one. Absent values are `null`, never missing. */
export const companySchema = z.strictObject({
  id: uuidSchema,
  name: shortTextSchema.nullable(),
  domain: shortTextSchema.nullable(),
  websiteUrl: webAddressSchema.nullable(),
  industry: shortTextSchema.nullable(),
  employeeCount: z.int().min(0).nullable(),
  annualRevenue: annualRevenueSchema.nullable(),
  phones: phonesSchema,
  location: locationSchema.nullable(),
  timezone: timeZoneSchema.nullable(),
  linkedinUrl: webAddressSchema.nullable(),
  description: longTextSchema.nullable(),
  ...recordFields,
});

export type Company = z.infer<typeof companySchema>;
