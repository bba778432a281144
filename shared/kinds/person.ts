import type { Documentation } from './documentation.ts';
import * as EXAMPLE from './example-values.ts';
import {
  contact,
  described,
  list,
  nullable,
  object,
  type RecordOf,
  referenceTo,
  TEXT,
  TIME_ZONE,
  UUID,
  WEB_ADDRESS,
} from './fields.ts';
import { LOCATION_FIELDS } from './location-fields.ts';
import { EMAIL_LOOKUP, RECORD_LOOKUPS, UUID_LOOKUP } from './lookups.ts';
import { PHONE_FIELDS } from './phone-fields.ts';
import { RECORD_FIELDS } from './record-fields.ts';

const EMAIL_FIELDS = {
  address: { is: 'email-address' },
  type: described('As the source calls it, such as `work` or `personal`.', nullable(TEXT)),
} as const;

export const PERSON = {
  fields: {
    id: UUID,
    firstName: nullable(TEXT),
    lastName: nullable(TEXT),
    title: described('Job title.', nullable(TEXT)),
    emails: contact(list(object(EMAIL_FIELDS))),
    phones: contact(list(object(PHONE_FIELDS))),
    companyId: referenceTo('company'),
    timezone: nullable(TIME_ZONE),
    location: nullable(object({ ...LOCATION_FIELDS, street: contact(LOCATION_FIELDS.street) })),
    linkedinUrl: contact(nullable(WEB_ADDRESS)),
    websiteUrl: nullable(WEB_ADDRESS),
    ...RECORD_FIELDS,
  },
  listed: ['title', 'companyId', 'emails', 'phones'],
  identifiedBy: { email: ['emails.address'], linkedinUrl: ['linkedinUrl'] },
  personal: 'whole',
} as const;

/** The parameters by which both APIs look up people. */
export const PERSON_LOOKUPS = {
  ...RECORD_LOOKUPS,
  email: EMAIL_LOOKUP,
  companyId: UUID_LOOKUP,
  callListId: UUID_LOOKUP,
} as const;

/** A person, exactly as `GET /v1/person/{id}` returns one. Absent values are `null`, never missing. */
export type Person = RecordOf<typeof PERSON.fields>;

/** An example, with what an update of it had before. */
export const PERSON_EXAMPLE: readonly [Person, Partial<Person>] = [
  {
    id: EXAMPLE.PERSON_ID,
    firstName: 'Ada',
    lastName: 'Lovelace',
    title: 'Director of Engineering',
    emails: [{ address: 'ada@engines.example', type: 'work' }],
    phones: [
      {
        number: '+12025550143',
        type: 'mobile',
        extension: '12',
        raw: '(202) 555-0143 x12',
        doNotCall: false,
      },
      { number: null, type: 'other', extension: null, raw: 'ask at the desk', doNotCall: true },
    ],
    companyId: EXAMPLE.COMPANY_ID,
    timezone: 'America/New_York',
    location: EXAMPLE.ADDRESS,
    linkedinUrl: null,
    websiteUrl: null,
    doNotCall: false,
    ownerId: 'owner-17',
    tags: ['decision maker'],
    externalIds: [{ source: 'hubspot', id: '1001' }],
    customFields: { score: 87, newsletter: true },
    createdAt: EXAMPLE.CREATED_AT,
    updatedAt: EXAMPLE.UPDATED_AT,
    changedAt: EXAMPLE.CHANGED_AT,
  },
  { title: 'Engineer' },
];

/** What users read about them. */
export const documentPeople = (): Documentation<typeof PERSON_LOOKUPS> => ({
  text: 'The people your organization sells to.',
  parameters: {
    email:
      'The people with this email address, in any spelling: case, `mailto:` and the form of an IDN ' +
      'make no difference.',
    companyId: 'The people of the company with this id.',
    name:
      'The people whose last name, first name, or first and last name with a space between them start ' +
      'with this text. Case and accents make no difference. Chinese, Japanese and Korean names also ' +
      'match with the family name first.',
    callListId:
      'The people whom the entries of this call list call, each once. If they take several pages, ' +
      '`totalCount` includes people who were deleted while their entries stay, unless `count` is ' +
      '`exact`. It also requires the permission `call-list:read`.',
  },
  fields: ['id,firstName,emails.address,location.city', 'firstName,phones.number,phones.callability'],
  agents:
    'People are also called contacts or leads. Never propose to call a person or number with ' +
    '`doNotCall`: true.',
});
