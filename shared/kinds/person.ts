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
  personal: 'whole',
} as const;

/** A person, exactly as `GET /v1/person/{id}` returns one. Absent values are `null`, never missing. */
export type Person = RecordOf<typeof PERSON.fields>;
