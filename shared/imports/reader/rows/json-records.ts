import { companyDomainOf, sharedHostReason } from '../../../domain/readings/company-domain.ts';
import { timestampOfCell } from '../../../domain/readings/dates.ts';
import { isDeletion, isDeletionColumn } from '../../../domain/readings/deletions.ts';
import { originOfRow, phoneOf, unreadReason } from '../../../domain/readings/phones.ts';
import { sourceIdOf } from '../../../domain/readings/values.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import { emptyDraft, keepRaw, type RecordDraft } from '../drafts/record-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list, or an empty one for null. Throws a RowError for anything else. */
const listOf = (field: string, value: unknown): readonly unknown[] => {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new RowError(`${field}: must be a list`);
  return value;
};

const E_164 = /^\+[1-9]\d{1,14}$/;

/** Notes a value that is not understood, but kept as text. Throws a RowError in a strict import. */
type WarnOfValue = (warning: CellWarning) => void;

/** Throws a RowError naming the first key that a row may not have. */
const withoutKeys = (value: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

export const assertKnownKeys = (value: JsonObject, known: ReadonlySet<string>): void => {
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) {
    throw new RowError(`unknown field "${unknown}" (allowed: ${[...known].join(', ')})`);
  }
};

/**
 * An id as text; null if there is none. Throws a RowError for anything else, and for a number that JSON.parse
 * rounds, since two records would share an id.
 */
export const idText = (field: string, value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  // The caller rejects a blank one.
  if (typeof value === 'string') return value.trim() === '' ? value : sourceIdOf(field, value);
  if (typeof value !== 'number') throw new RowError(`${field}: must be a string`);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new RowError(
    `${field}: must be a string, in quotes: numbers above ${Number.MAX_SAFE_INTEGER} are not exact`,
  );
};

/** An id of this service unchanged; anything else as an id of the source. */
export const referenceOf = (
  field: string,
  value: unknown,
  kind: 'person' | 'company',
  { idOf, source }: RowContext,
): string | null => {
  if (value === '') throw new RowError(`${field}: must be an id`);
  const id = idText(field, value);
  return id === null || isUuid(id) ? id : idOf(kind, source, id);
};

/** Notes the id of a record in its draft: one of this service or of the source. */
export const readId = (draft: Pick<RecordDraft, 'id' | 'sourceId'>, id: string | null): void => {
  if (id !== null && isUuid(id)) draft.id = id;
  else draft.sourceId = id;
};

/** A time in any form that a cell may have; other values unchanged. */
export const timestampOf = (field: string, value: unknown, { dateOrder }: RowContext): unknown =>
  typeof value === 'string' ? timestampOfCell(field, value, dateOrder) : value;

const readIds = (draft: RecordDraft, value: JsonObject): void => {
  readId(draft, idText('id', value['id']));
  draft.sourceId = draft.sourceId?.trim() ?? null;
  if (draft.sourceId === '') throw new RowError('id: must be a string');
  if ((draft.id ?? draft.sourceId) !== null) return;
  const [first] = Array.isArray(value['externalIds']) ? value['externalIds'] : [];
  if (!isObject(first) || typeof first['id'] !== 'string') return;
  draft.sourceId = sourceIdOf('externalIds', first['id']);
  if (typeof first['source'] === 'string') draft.source = first['source'];
};

type JsonReading = (draft: RecordDraft, value: unknown, context: RowContext, warn: WarnOfValue) => void;

const set =
  (field: string, read: (value: unknown, context: RowContext) => unknown): JsonReading =>
  (draft, value, context) => {
    draft.values[field] = read(value, context);
  };

/** The items of a list, of which text that is not in its stored form is read like that of a cell. */
const typedList =
  (
    field: 'phones' | 'emails',
    read: (item: JsonObject, draft: RecordDraft, context: RowContext, warn: WarnOfValue) => unknown,
  ): JsonReading =>
  (draft, value, context, warn) => {
    const values = listOf(field, value).map((item) =>
      isObject(item) ? read(item, draft, context, warn) : item,
    );
    draft.typed[field] = { types: 'all', values };
  };

const object =
  (field: string): JsonReading =>
  (draft, value) => {
    if (isObject(value)) draft.parts[field] = { ...value };
    else draft.values[field] = value;
  };

/** A field that a record always has: null leaves it unchanged. */
const kept =
  (field: string, read: (value: unknown, context: RowContext) => unknown = (value) => value): JsonReading =>
  (draft, value, context) => {
    if (value !== null) draft.values[field] = read(value, context);
  };

const webAddress = (value: unknown): unknown => (typeof value === 'string' ? visibleText(value) : value);

/** How the fields are read that are not stored as they are given. */
const READINGS: Readonly<Record<string, JsonReading>> = {
  id: () => undefined,
  changedAt: () => undefined,
  location: object('location'),
  annualRevenue: object('annualRevenue'),
  phones: typedList('phones', (value, draft, { region }, warn) => {
    const phone = { number: null, type: 'other', extension: null, raw: null, doNotCall: null, ...value };
    if (typeof phone.number !== 'string' || E_164.test(phone.number)) return phone;
    const origin = originOfRow({}, draft.parts['location']?.['country'], region);
    const { number, extension, raw } = phoneOf(phone.number, 'other', origin);
    if (number === null) {
      warn({ field: 'phones', value: phone.number, reason: unreadReason('phones', phone.number, origin) });
    }
    return { ...phone, number, extension: phone.extension ?? extension, raw: phone.raw ?? raw };
  }),
  emails: typedList('emails', (value) => {
    const { address } = value;
    if (typeof address !== 'string') return { type: null, ...value };
    const read = emailAddressOf(address);
    if (read === null)
      throw new RowError(`emails: "${address}" is not an email address such as nora@nowhere.example`);
    return { type: null, ...value, address: read };
  }),
  externalIds: set('externalIds', (value) =>
    listOf('externalIds', value).map((each) =>
      isObject(each) && typeof each['id'] === 'string' && each['id'] !== ''
        ? { ...each, id: sourceIdOf('externalIds', each['id']) }
        : each,
    ),
  ),
  tags: set('tags', (value) => listOf('tags', value)),
  linkedinUrl: set('linkedinUrl', webAddress),
  websiteUrl: set('websiteUrl', webAddress),
  companyId: set('companyId', (value, context) => referenceOf('companyId', value, 'company', context)),
  doNotCall: kept('doNotCall'),
  createdAt: kept('createdAt', (value, context) => timestampOf('createdAt', value, context)),
  updatedAt: kept('updatedAt', (value, context) => timestampOf('updatedAt', value, context)),
  // One that does not identify a company becomes a custom field, with a warning.
  domain: (draft, value, _context, warn) => {
    draft.values['domain'] = value;
    if (typeof value !== 'string') return;
    draft.values['domain'] = null;
    try {
      const { domain, sharedHost } = companyDomainOf('domain', value);
      if (sharedHost !== undefined) throw new RowError(sharedHostReason(sharedHost));
      draft.values['domain'] = domain;
    } catch (error) {
      warn({ field: 'domain', value, reason: reasonOf(error) });
      keepRaw(draft, 'domain', value);
    }
  },
  customFields: (draft, value) => {
    if (value === null) draft.values['customFields'] = {};
    else if (!isObject(value)) throw new RowError('customFields: must be an object');
    else for (const [name, entry] of Object.entries(value)) draft.customFields.set(name, entry);
  },
};

/**
 * Reads a person or a company in the API's shape. An absent key leaves its field unchanged; null or an empty
 * list clears it.
 *
 * @param fields the keys that a record of this kind has
 */
export const draftOfJson = (
  value: JsonObject,
  fields: ReadonlySet<string>,
  context: RowContext,
  warn: WarnOfValue,
): RecordDraft => {
  const marks = Object.keys(value).filter((key) => !fields.has(key) && isDeletionColumn(key));
  const given = marks.length === 0 ? value : withoutKeys(value, marks);
  assertKnownKeys(given, fields);
  const draft = emptyDraft();
  draft.isDeleted = marks.some((key) => isDeletion(String(value[key] ?? '')));
  readIds(draft, given);
  // The country decides what the phones are.
  const { location, ...others } = given;
  for (const [field, each] of Object.entries({ ...(location !== undefined && { location }), ...others })) {
    (READINGS[field] ?? set(field, (one) => one))(draft, each, context, warn);
  }
  return draft;
};
