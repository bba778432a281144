import { CALL_LIST_ENTRY_STATUSES } from './call-list-entry-status.ts';
import { CHANGED_AT, UPDATED_AT } from './dates.ts';
import * as EXAMPLE from './example-values.ts';
import {
  choice,
  contact,
  described,
  INTEGER,
  LONG_TEXT,
  nullable,
  type RecordOf,
  referenceTo,
  TEXT,
  TIMESTAMP,
  UUID,
} from './fields.ts';
import { CALLED_PHONE } from './phone-fields.ts';

/** Sort keys contain positions as ten decimal digits. */
const MAX_POSITION = 9_999_999_999;

export const CALL_LIST_ENTRY = {
  fields: {
    id: UUID,
    callListId: { ...UUID, inPartition: true, to: 'call-list' },
    position: { ...INTEGER, maximum: MAX_POSITION },
    personId: referenceTo('person'),
    companyId: referenceTo('company'),
    phone: contact(described('The number to call.', CALLED_PHONE)),
    status: choice(...CALL_LIST_ENTRY_STATUSES),
    attempts: INTEGER,
    lastCalledAt: nullable(TIMESTAMP),
    lastDisposition: nullable(TEXT),
    nextCallAt: nullable(TIMESTAMP),
    note: nullable(LONG_TEXT),
    addedAt: TIMESTAMP,
    updatedAt: UPDATED_AT,
    changedAt: CHANGED_AT,
  },
  personal: { of: 'personId', clears: ['phone', 'note'] },
} as const;

/** One entry of a call list, exactly as `GET /v1/call-list/{id}` returns it without `include`. */
export type CallListEntry = RecordOf<typeof CALL_LIST_ENTRY.fields>;

/** An example, with what an update of it had before. */
export const CALL_LIST_ENTRY_EXAMPLE: readonly [CallListEntry, Partial<CallListEntry>] = [
  {
    id: EXAMPLE.ENTRY_ID,
    callListId: EXAMPLE.CALL_LIST_ID,
    position: 1,
    personId: EXAMPLE.PERSON_ID,
    companyId: EXAMPLE.COMPANY_ID,
    phone: { number: '+12025550143', type: 'mobile' },
    status: 'callback',
    attempts: 2,
    lastCalledAt: EXAMPLE.UPDATED_AT,
    lastDisposition: 'no_answer',
    nextCallAt: '2026-02-02T15:00:00.000Z',
    note: 'Prefers mornings.',
    addedAt: EXAMPLE.CREATED_AT,
    updatedAt: EXAMPLE.UPDATED_AT,
    changedAt: EXAMPLE.CHANGED_AT,
  },
  { status: 'pending', attempts: 1 },
];
