import { isUuid } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import { sourceIdOf } from '../cells/cell-parts.ts';
import { companyDomainOf, sharedHostReason } from '../cells/company-domain.ts';
import { timestampOfCell } from '../cells/dates.ts';
import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import { phoneOf, unreadReason } from '../cells/phone-numbers.ts';
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

/** Completes a phone with defaults, and converts its number to E.164. */
const phoneOfJson = (value: unknown, { region }: RowContext, warn: WarnOfValue): unknown => {
  if (!isObject(value)) return value;
  const phone = { number: null, type: 'other', extension: null, raw: null, doNotCall: null, ...value };
  if (typeof phone.number !== 'string' || E_164.test(phone.number)) return phone;
  const { number, extension, raw } = phoneOf(phone.number, 'other', { region });
  if (number === null) {
    warn({ field: 'phones', value: phone.number, reason: unreadReason('phones', phone.number, { region }) });
  }
  return { ...phone, number, extension: phone.extension ?? extension, raw: phone.raw ?? raw };
};

/** Throws a RowError naming the first key that a row may not have. */
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

/** Completes an email address with its type, and removes what is not part of it. */
const emailOfJson = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  const { address } = value;
  return {
    type: null,
    ...value,
    ...(typeof address === 'string' && { address: emailAddressOf(address) ?? address }),
  };
};

const externalIdOfJson = (value: unknown): unknown =>
  isObject(value) && typeof value['id'] === 'string' && value['id'] !== ''
    ? { ...value, id: sourceIdOf('externalIds', value['id']) }
    : value;

/** A domain that does not identify a company becomes a custom field, with a warning. */
const readDomain = (draft: RecordDraft, value: unknown, warn: WarnOfValue): void => {
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
};

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
  assertKnownKeys(value, fields);
  const draft = emptyDraft();
  readIds(draft, value);
  for (const [field, given] of Object.entries(value)) {
    switch (field) {
      case 'id':
      case 'changedAt':
        break;
      case 'phones':
        draft.typed[field] = {
          types: 'all',
          values: listOf(field, given).map((phone) => phoneOfJson(phone, context, warn)),
        };
        break;
      case 'emails':
        draft.typed[field] = {
          types: 'all',
          values: listOf(field, given).map(emailOfJson),
        };
        break;
      case 'externalIds':
        draft.values[field] = listOf(field, given).map(externalIdOfJson);
        break;
      case 'domain':
        readDomain(draft, given, warn);
        break;
      case 'linkedinUrl':
      case 'websiteUrl':
        draft.values[field] = typeof given === 'string' ? visibleText(given) : given;
        break;
      case 'tags':
        draft.values[field] = listOf(field, given);
        break;
      case 'customFields':
        if (isObject(given))
          for (const [name, entry] of Object.entries(given)) draft.customFields.set(name, entry);
        else if (given === null) draft.values[field] = {};
        else throw new RowError('customFields: must be an object');
        break;
      case 'location':
      case 'annualRevenue':
        if (isObject(given)) draft.parts[field] = { ...given };
        else draft.values[field] = given;
        break;
      case 'companyId':
        draft.values[field] = referenceOf(field, given, 'company', context);
        break;
      case 'doNotCall':
        if (given !== null) draft.values[field] = given;
        break;
      case 'createdAt':
      case 'updatedAt':
        if (given !== null) draft.values[field] = timestampOf(field, given, context);
        break;
      default:
        draft.values[field] = given;
    }
  }
  return draft;
};
