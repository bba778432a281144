import { CHANGED_AT, UPDATED_AT } from './dates.ts';
import {
  BOOLEAN,
  choiceOr,
  contact,
  described,
  LONG_TEXT,
  nullable,
  object,
  type RecordOf,
  referenceTo,
  SECONDS,
  TEXT,
  TIMESTAMP,
  UUID,
  WEB_ADDRESS,
} from './fields.ts';
import { CALLED_PHONE } from './phone-fields.ts';
import { CUSTOM_FIELDS, EXTERNAL_IDS } from './record-fields.ts';

const AGENT_FIELDS = {
  id: described('As the source calls the user.', nullable(TEXT)),
  name: nullable(TEXT),
  email: nullable({ is: 'email-address' }),
} as const;

export const CALL = {
  fields: {
    id: UUID,
    personId: referenceTo('person'),
    companyId: referenceTo('company'),
    callListId: referenceTo('call-list'),
    callListEntryId: referenceTo('call-list-entry'),
    phone: contact(described("The other party's number.", CALLED_PHONE)),
    direction: choiceOr('outbound', 'inbound', 'outbound'),
    startedAt: TIMESTAMP,
    durationSeconds: nullable(SECONDS),
    disposition: described('What came of it, as the source calls it.', nullable(TEXT)),
    isConnected: described('Whether somebody answered; null if the source does not say.', nullable(BOOLEAN)),
    agent: described('Who made or took the call.', nullable(object(AGENT_FIELDS))),
    recordingUrl: contact(nullable(WEB_ADDRESS)),
    note: contact(nullable(LONG_TEXT)),
    externalIds: EXTERNAL_IDS,
    customFields: CUSTOM_FIELDS,
    createdAt: TIMESTAMP,
    updatedAt: UPDATED_AT,
    changedAt: CHANGED_AT,
  },
  listed: ['personId', 'phone', 'disposition', 'durationSeconds', 'agent'],
  // Columns of a dialer that no field covers often name the person.
  personal: { of: 'personId', clears: ['phone', 'note', 'recordingUrl', 'personId', 'customFields'] },
} as const;

/** A call, exactly as `GET /v1/call/{id}` returns one. Absent values are `null`, never missing. */
export type Call = RecordOf<typeof CALL.fields>;
