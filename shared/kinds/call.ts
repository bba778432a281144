import { CHANGED_AT, UPDATED_AT } from './dates.ts';
import type { Documentation } from './documentation.ts';
import * as EXAMPLE from './example-values.ts';
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
import { COMMON_LOOKUPS, PAGE, TEXT_VALUE } from './lookups.ts';
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
    isConnected: described('Whether it was answered; null if the source does not say.', nullable(BOOLEAN)),
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
  // Of one person or number, two calls do not start at the same time.
  identifiedBy: {
    'startedAt and personId': ['startedAt', 'personId'],
    'startedAt and email': ['startedAt', 'email'],
    'startedAt and phone.number': ['startedAt', 'phone.number'],
  },
  // Columns of a dialer that no field covers often name the person.
  personal: { of: 'personId', clears: ['phone', 'note', 'recordingUrl', 'personId', 'customFields'] },
} as const;

const IN_TIME = { onlyWith: [...PAGE, 'startedSince', 'startedBefore'] } as const;
const TIMES_WITH = ['personId', 'companyId', 'callListId', 'agent', 'disposition'] as const;
const TIME = { kind: 'timestamp', onlyWith: [...IN_TIME.onlyWith, ...TIMES_WITH] } as const;

/** The parameters that look up calls: by one value, within a time, or both. */
export const CALL_LOOKUPS = {
  ...COMMON_LOOKUPS,
  personId: { kind: 'uuid', ...IN_TIME },
  companyId: { kind: 'uuid', ...IN_TIME },
  callListId: { kind: 'uuid', ...IN_TIME },
  agent: { ...TEXT_VALUE, ...IN_TIME },
  disposition: { ...TEXT_VALUE, ...IN_TIME },
  startedSince: TIME,
  startedBefore: TIME,
} as const;

/** A call, exactly as `GET /v1/call/{id}` returns one. Absent values are `null`, never missing. */
export type Call = RecordOf<typeof CALL.fields>;

/** An example, with what an update of it had before. */
export const CALL_EXAMPLE: readonly [Call, Partial<Call>] = [
  {
    id: '5e0b7c94-2f6d-4a83-b1c7-9d4f0e6a8b32',
    personId: EXAMPLE.PERSON_ID,
    companyId: EXAMPLE.COMPANY_ID,
    callListId: EXAMPLE.CALL_LIST_ID,
    callListEntryId: EXAMPLE.ENTRY_ID,
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
    createdAt: EXAMPLE.UPDATED_AT,
    updatedAt: EXAMPLE.UPDATED_AT,
    changedAt: EXAMPLE.CHANGED_AT,
  },
  { disposition: null },
];

/** What users read about them. */
export const documentCalls = (): Documentation<typeof CALL_LOOKUPS> => ({
  text: 'What happened on each call.',
  lookups:
    'A lookup returns the calls with a value: ' +
    'send one of `id`, `externalId`, `personId`, `companyId`, `callListId`, `agent` or `disposition`, ' +
    'alone or with `limit`, `cursor` and `count`. `startedSince` and `startedBefore` look up calls by ' +
    'time, alone or with one of the last five. Calls that are looked up are ordered by `startedAt`, ' +
    'latest first; by `id`, in the order of the ids. A change is found within a second or two, and a ' +
    'call that no longer matches is never returned.',
  parameters: {
    personId: 'The calls with this person.',
    companyId: 'The calls with this company or one of its people.',
    callListId: 'The calls that were made from this call list.',
    agent: 'The calls of the agent with this `id` or `email`, in any case.',
    disposition: 'The calls with this disposition, in any case.',
    startedSince: 'Calls that started at or after this RFC 3339 date-time, inclusive.',
    startedBefore: 'Calls that started before this RFC 3339 date-time, exclusive.',
  },
  fields: ['personId,startedAt,disposition,agent.email', 'startedAt,disposition,agent.email'],
  agents:
    'What is found is sorted by start, latest first. Numbers, notes and recordings need ' +
    'person.contact:read. To count calls by disposition, use count_records.',
});
