import { CHANGED_AT } from './dates.ts';
import * as EXAMPLE from './example-values.ts';
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

/** An example, with what an update of it had before. */
export const CALL_LIST_EXAMPLE: readonly [CallList, Partial<CallList>] = [
  {
    id: EXAMPLE.CALL_LIST_ID,
    name: 'Follow up in January',
    createdAt: EXAMPLE.CREATED_AT,
    isLocked: false,
    changedAt: EXAMPLE.CHANGED_AT,
  },
  { name: 'Follow up' },
];
