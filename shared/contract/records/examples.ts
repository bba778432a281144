import type { Callability } from '../../domain/callability.ts';
import type { Call } from '../../kinds/call.ts';
import type { CallList } from '../../kinds/call-list.ts';
import type { CallListEntry } from '../../kinds/call-list-entry.ts';
import type { Company } from '../../kinds/company.ts';
import type { RecordOfKind } from '../../kinds/kinds.ts';
import type { KindName } from '../../kinds/names.ts';
import type { Person } from '../../kinds/person.ts';

const PERSON_ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const COMPANY_ID = '0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02';
/** When the examples were created. */
export const CREATED_AT = '2026-01-12T08:15:00.000Z';
const UPDATED_AT = '2026-01-31T09:30:00.000Z';
const CHANGED_AT = '2026-01-31T10:02:17.482Z';

export const ORGANIZATION_ID = '9d3e2f4f-8f0f-4a11-b16f-1c1a527f0b4b';

const address = {
  street: '1 Sample Street',
  city: 'Washington',
  region: 'DC',
  postalCode: '20001',
  country: 'US',
};

export const EXAMPLE_COMPANY: Company = {
  id: COMPANY_ID,
  name: 'Analytical Engines, Inc.',
  domain: 'engines.example',
  websiteUrl: 'https://engines.example/',
  industry: 'Machinery',
  employeeCount: 250,
  annualRevenue: { amount: 12_500_000, currency: 'USD' },
  phones: [{ number: '+12025550100', type: 'work', extension: null, raw: '202-555-0100', doNotCall: false }],
  location: address,
  timezone: 'America/New_York',
  linkedinUrl: null,
  description: 'Makes engines that weave algebraical patterns.',
  doNotCall: false,
  ownerId: 'owner-17',
  tags: ['customer'],
  externalIds: [{ source: 'hubspot', id: '9001' }],
  customFields: { tier: 'gold' },
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  changedAt: CHANGED_AT,
};

export const EXAMPLE_PERSON: Person = {
  id: PERSON_ID,
  firstName: 'Ada',
  lastName: 'Lovelace',
  title: 'Director of Engineering',
  emails: [{ address: 'ada@engines.example', type: 'work' }],
  phones: [
    { number: '+12025550143', type: 'mobile', extension: '12', raw: '(202) 555-0143 x12', doNotCall: false },
    { number: null, type: 'other', extension: null, raw: 'ask at the desk', doNotCall: true },
  ],
  companyId: COMPANY_ID,
  timezone: 'America/New_York',
  location: address,
  linkedinUrl: null,
  websiteUrl: null,
  doNotCall: false,
  ownerId: 'owner-17',
  tags: ['decision maker'],
  externalIds: [{ source: 'hubspot', id: '1001' }],
  customFields: { score: 87, newsletter: true },
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  changedAt: CHANGED_AT,
};

export const LISTED_CALL_LIST = {
  id: 'b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90',
  name: 'Follow up in January',
  createdAt: CREATED_AT,
  isLocked: false,
};

export const EXAMPLE_CALL_LIST: CallList = { ...LISTED_CALL_LIST, changedAt: CHANGED_AT };

export const EXAMPLE_ENTRY: CallListEntry = {
  id: '3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21',
  callListId: LISTED_CALL_LIST.id,
  position: 1,
  personId: PERSON_ID,
  companyId: COMPANY_ID,
  phone: { number: '+12025550143', type: 'mobile' },
  status: 'callback',
  attempts: 2,
  lastCalledAt: UPDATED_AT,
  lastDisposition: 'no_answer',
  nextCallAt: '2026-02-02T15:00:00.000Z',
  note: 'Prefers mornings.',
  addedAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  changedAt: CHANGED_AT,
};

export const EXAMPLE_CALL: Call = {
  id: '5e0b7c94-2f6d-4a83-b1c7-9d4f0e6a8b32',
  personId: PERSON_ID,
  companyId: COMPANY_ID,
  callListId: LISTED_CALL_LIST.id,
  callListEntryId: EXAMPLE_ENTRY.id,
  phone: { number: '+12025550143', type: 'mobile' },
  direction: 'outbound',
  startedAt: '2026-01-31T09:24:10.000Z',
  durationSeconds: 312,
  disposition: 'Meeting booked',
  isConnected: true,
  agent: { id: 'owner-17', name: 'Grace Hopper', email: 'grace@sales.example' },
  recordingUrl: 'https://dialer.example/recordings/20431',
  note: 'Prefers mornings.',
  externalIds: [{ source: 'dialer', id: '20431' }],
  customFields: { campaign: 'winter' },
  createdAt: UPDATED_AT,
  updatedAt: UPDATED_AT,
  changedAt: CHANGED_AT,
};

/** An example of each kind, with what an update of it had before. */
export const RECORD_EXAMPLES: {
  readonly [N in KindName]: readonly [record: RecordOfKind<N>, previous: Partial<RecordOfKind<N>>];
} = {
  person: [EXAMPLE_PERSON, { title: 'Engineer' }],
  company: [EXAMPLE_COMPANY, { employeeCount: 240 }],
  'call-list': [EXAMPLE_CALL_LIST, { name: 'Follow up' }],
  'call-list-entry': [EXAMPLE_ENTRY, { status: 'pending', attempts: 1 }],
  call: [EXAMPLE_CALL, { disposition: null }],
};

export const EXAMPLE_CALLABILITY: Callability = {
  callableNow: false,
  nextCallableAt: '2026-01-31T14:00:00.000Z',
  callableUntil: null,
  timeZones: ['America/New_York'],
  timeZoneSource: 'timezone',
  regions: ['US-CT'],
  reasons: [
    {
      code: 'outside_hours',
      detail: 'Connecticut: outside the calling hours, Mon–Sun 09:00–20:00, in America/New_York.',
      field: null,
      region: 'US-CT',
      citation: 'Conn. Gen. Stat. § 42-288a (P.A. 23-98)',
      effectiveDate: '2023-10-01',
      checkedDate: '2026-11-23',
      until: '2026-01-31T14:00:00.000Z',
    },
  ],
};
