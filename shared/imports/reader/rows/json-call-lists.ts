import { timestampOfCell } from '../../../domain/readings/dates.ts';
import { CALL_LIST_ENTRY } from '../../../kinds/call-list-entry.ts';
import { SCHEMAS } from '../../../kinds/derive/schema.ts';
import type { RowContext } from '../cells/field-rules.ts';
import {
  type CallListDraft,
  type EntryDraft,
  emptyCallListDraft,
  emptyEntryDraft,
} from '../drafts/call-list-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';
import { assertKnownKeys, idText, isObject, type JsonObject, readId, scalarOf } from './json-records.ts';

/** The fields of a list and those of an API response, so that responses can be imported unchanged. */
const LIST_KEYS = new Set([
  ...Object.keys(SCHEMAS['call-list'].shape),
  'entries',
  'totalCount',
  'entryCount',
  'nextCursor',
]);
const ENTRY_KEYS = new Set([...Object.keys(SCHEMAS['call-list-entry'].shape), 'person', 'company']);

const textField = (field: string, value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new RowError(`${field}: must be a text`);
  return value;
};

/** Fields of an entry that are read as they are; the others are parsed, or the service decides them. */
const { id: _id, callListId: _list, phone: _phone, changedAt: _changed, ...COPIED } = CALL_LIST_ENTRY.fields;

const readEntry = (draft: EntryDraft, value: JsonObject, context: RowContext): void => {
  assertKnownKeys(value, ENTRY_KEYS);
  readId(draft, idText('id', value['id']));
  for (const field of ['companyId', 'phone'] as const) {
    if (value[field] === null) draft.explicitNulls.add(field);
  }
  const phone = value['phone'] ?? {};
  if (!isObject(phone)) throw new RowError('phone: must be an object');
  assertKnownKeys(phone, new Set(['number', 'type']));
  draft.phoneNumber = textField('phone.number', phone['number']);
  draft.phoneType = textField('phone.type', phone['type']);
  for (const [field, declared] of Object.entries(COPIED)) {
    if (field in value) draft.values[field] = scalarOf(field, declared, value[field], context);
  }
};

/** Reads an entry in the API's shape. A malformed one becomes a draft with its `problem`. */
const entryDraftOfJson = (value: unknown, context: RowContext): EntryDraft => {
  const draft = { ...emptyEntryDraft(), row: value };
  try {
    if (!isObject(value)) throw new RowError('the entry is not an object');
    readEntry(draft, value, context);
  } catch (error) {
    draft.problem = reasonOf(error);
  }
  return draft;
};

/** Reads a call list with entries in the API's shape. Throws a RowError if the list is malformed. */
export const callListDraftOfJson = (value: JsonObject, context: RowContext): CallListDraft => {
  assertKnownKeys(value, LIST_KEYS);
  const draft = emptyCallListDraft();
  readId(draft, idText('id', value['id']));
  draft.name = textField('name', value['name']);
  const createdAt = textField('createdAt', value['createdAt']);
  draft.createdAt = createdAt === null ? null : timestampOfCell('createdAt', createdAt, context.dateOrder);
  const isLocked = value['isLocked'] ?? null;
  if (isLocked !== null && typeof isLocked !== 'boolean') {
    throw new RowError('isLocked: must be true or false');
  }
  draft.isLocked = isLocked;
  const entries = value['entries'] ?? [];
  if (!Array.isArray(entries)) throw new RowError('entries: must be a list');
  draft.entries = entries.map((entry: unknown) => entryDraftOfJson(entry, context));
  return draft;
};
