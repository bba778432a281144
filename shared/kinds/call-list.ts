import { CHANGED_AT } from './dates.ts';
import { BOOLEAN, described, INTEGER, type RecordOf, TEXT, TIMESTAMP, UUID } from './fields.ts';

export const CALL_LIST = {
  fields: { id: UUID, name: TEXT, createdAt: TIMESTAMP, isLocked: BOOLEAN, changedAt: CHANGED_AT },
  /** Shown with a single one, and counted instead of stored with it. */
  counts: { entryCount: described('The exact number of entries of the call list, on all pages.', INTEGER) },
  listed: ['isLocked', 'entryCount', 'createdAt'],
  personal: null,
} as const;

/** A call list, as the head of `GET /v1/call-list/{id}`. */
export type CallList = RecordOf<typeof CALL_LIST.fields>;

/** A call list as `GET /v1/call-list` lists it. */
export type ListedCallList = Omit<CallList, 'changedAt'>;
