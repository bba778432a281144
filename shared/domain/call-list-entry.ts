import * as z from 'zod';
import { CALL_LIST_ENTRY_STATUSES } from './call-list-entry-status.ts';
import {
  changedAtSchema,
  longTextSchema,
  phoneSchema,
  shortTextSchema,
  timestampSchema,
  uuidSchema,
} from './fields.ts';

/** Sort keys contain positions as ten decimal digits. */
const MAX_POSITION = 9_999_999_999;

/** One entry of a call list, exactly as `GET /v1/call-list/{id}` returns it without `include`. */
export const callListEntrySchema = z.strictObject({
  id: uuidSchema,
  callListId: uuidSchema,
  position: z.int().min(0).max(MAX_POSITION),
  personId: uuidSchema.nullable(),
  companyId: uuidSchema.nullable(),
  phone: phoneSchema.pick({ number: true, type: true }).nullable().describe('The number to call.'),
  status: z.enum(CALL_LIST_ENTRY_STATUSES),
  attempts: z.int().min(0),
  lastCalledAt: timestampSchema.nullable(),
  lastDisposition: shortTextSchema.nullable(),
  nextCallAt: timestampSchema.nullable(),
  note: longTextSchema.nullable(),
  addedAt: timestampSchema,
  updatedAt: timestampSchema.describe('The date of the last change in the source.'),
  changedAt: changedAtSchema,
});

export type CallListEntry = z.infer<typeof callListEntrySchema>;
