import {
  described,
  INTEGER,
  LONG_TEXT,
  list,
  NUMBER,
  nullable,
  object,
  type RecordOf,
  TEXT,
  TIME_ZONE,
  UUID,
  WEB_ADDRESS,
} from './fields.ts';
import { LOCATION_FIELDS } from './location-fields.ts';
import { PHONE_FIELDS } from './phone-fields.ts';
import { RECORD_FIELDS } from './record-fields.ts';

const REVENUE_FIELDS = {
  amount: NUMBER,
  currency: described('ISO 4217.', nullable({ is: 'currency' })),
} as const;

export const COMPANY = {
  fields: {
    id: UUID,
    name: nullable(TEXT),
    domain: nullable(TEXT),
    websiteUrl: nullable(WEB_ADDRESS),
    industry: nullable(TEXT),
    employeeCount: nullable(INTEGER),
    annualRevenue: nullable(object(REVENUE_FIELDS)),
    phones: list(object(PHONE_FIELDS)),
    location: nullable(object(LOCATION_FIELDS)),
    timezone: nullable(TIME_ZONE),
    linkedinUrl: nullable(WEB_ADDRESS),
    description: nullable(LONG_TEXT),
    ...RECORD_FIELDS,
  },
  listed: ['domain', 'industry', 'phones'],
  personal: null,
} as const;

/** A company, exactly as `GET /v1/company/{id}` returns one. Absent values are `null`, never missing. */
export type Company = RecordOf<typeof COMPANY.fields>;
