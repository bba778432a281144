import { CALL_LIST_ENTRY_STATUSES } from './call-list-entry-status.ts';
import { CHANGED_AT, UPDATED_AT } from './dates.ts';
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
