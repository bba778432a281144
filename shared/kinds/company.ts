import type { Documentation } from './documentation.ts';
import * as EXAMPLE from './example-values.ts';
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
import { DOMAIN_LOOKUP, RECORD_LOOKUPS } from './lookups.ts';
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
  identifiedBy: { domain: ['domain'], name: ['name'] },
  personal: null,
} as const;

/** The parameters by which both APIs look up companies. */
export const COMPANY_LOOKUPS = { ...RECORD_LOOKUPS, domain: DOMAIN_LOOKUP } as const;

/** A company, exactly as `GET /v1/company/{id}` returns one. Absent values are `null`, never missing. */
export type Company = RecordOf<typeof COMPANY.fields>;

/** An example, with what an update of it had before. */
export const COMPANY_EXAMPLE: readonly [Company, Partial<Company>] = [
  {
    id: EXAMPLE.COMPANY_ID,
    name: 'Analytical Engines, Inc.',
    domain: 'engines.example',
    websiteUrl: 'https://engines.example/',
    industry: 'Machinery',
    employeeCount: 250,
    annualRevenue: { amount: 12_500_000, currency: 'USD' },
    phones: [
      { number: '+12025550100', type: 'work', extension: null, raw: '202-555-0100', doNotCall: false },
    ],
    location: EXAMPLE.ADDRESS,
    timezone: 'America/New_York',
    linkedinUrl: null,
    description: 'Makes engines that weave algebraical patterns.',
    doNotCall: false,
    ownerId: 'owner-17',
    tags: ['customer'],
    externalIds: [{ source: 'hubspot', id: '9001' }],
    customFields: { tier: 'gold' },
    createdAt: EXAMPLE.CREATED_AT,
    updatedAt: EXAMPLE.UPDATED_AT,
    changedAt: EXAMPLE.CHANGED_AT,
  },
  { employeeCount: 240 },
];

/** What users read about them. */
export const documentCompanies = (): Documentation<typeof COMPANY_LOOKUPS> => ({
  text: 'The companies these people work for.',
  parameters: {
    domain:
      'The companies with this domain, in any spelling: case, scheme, `www.`, path and the form of an ' +
      'IDN make no difference.',
    name: 'The companies whose name starts with this text. Case and accents make no difference.',
  },
  fields: ['name,domain,location.country', 'name,domain,location.country'],
  agents:
    'Companies are also called accounts. For the people of a company, call find_people with its `companyId`.',
});
