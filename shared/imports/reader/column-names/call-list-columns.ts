import { fieldNames, recognizeNames } from './recognize-columns.ts';

/** The columns of a file of call lists. */
export const CALL_LIST_COLUMNS = recognizeNames(
  fieldNames(`
  id: List ID, Call List ID
  name: List Name, Call List Name, Call List, List
  isLocked: List Locked, Is Locked, Locked
  createdAt: List Created At, List Create Date, List Created, Created At, Create Date, Created Date, Created
  entries.id: Call List Entry ID, Entry ID
  entries.position: Entry Position, Position, Order
  entries.personId: Person Record ID, Person ID, Contact Record ID, Contact ID, Prospect ID, Apollo Contact Id
  entries.companyId: Company Record ID, Company ID, Account ID, Organization ID, Apollo Account Id
  entries.note: Note, Notes, Comment
  entries.phone.number: Phone Number, Phone, Number
  entries.phone.type: Phone Type
  entries.status: Entry Status, Call Status, Status
  entries.attempts: Call Attempts, Attempts
  entries.lastCalledAt: Last Called At, Last Call Date, Last Called
  entries.lastDisposition: Last Disposition, Last Outcome, Disposition
  entries.nextCallAt: Next Call At, Next Call Date, Next Call
  entries.addedAt: Added At, Date Added, Added
`),
);
