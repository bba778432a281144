import { companyDomainOf, sharedHostReason } from '../../../domain/readings/company-domain.ts';
import { timestampOfCell } from '../../../domain/readings/dates.ts';
import { isDeletion, isDeletionColumn } from '../../../domain/readings/deletions.ts';
import { secondsOf } from '../../../domain/readings/durations.ts';
import { originOfRow, phoneOf, unreadReason } from '../../../domain/readings/phones.ts';
import { sourceIdOf } from '../../../domain/readings/values.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import type { Field, Fields } from '../../../kinds/fields.ts';
import { type KindName, snakeOf } from '../../../kinds/names.ts';
import { type CellWarning, type FieldRules, READINGS, type RowContext } from '../cells/field-rules.ts';
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
const referenceOf = (
  field: string,
  value: unknown,
  to: KindName,
  { idOf, source }: RowContext,
): string | null => {
  if (value === '') throw new RowError(`${field}: must be an id`);
  const id = idText(field, value);
  return id === null || isUuid(id) ? id : idOf(snakeOf(to), source, id);
};

/** Notes the id of a record in its draft: one of this service or of the source. */
export const readId = (draft: Pick<RecordDraft, 'id' | 'sourceId'>, id: string | null): void => {
  if (id !== null && isUuid(id)) draft.id = id;
  else draft.sourceId = id;
};

/** A time in any form that a cell may have; other values unchanged. */
const timestampOf = (field: string, value: unknown, { dateOrder }: RowContext): unknown =>
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

const webAddress = (value: unknown): unknown => (typeof value === 'string' ? visibleText(value) : value);

/** How the fields of some names are read. */
const OF_NAME: Readonly<Record<string, JsonReading>> = {
  id: () => undefined,
  changedAt: () => undefined,
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
};

/** A part of an object, of which a number may be in any form. */
const partOf = (path: string, field: Field, value: unknown, context: RowContext): unknown =>
  field.is === 'phone-number' && typeof value === 'string'
    ? READINGS['phone-number'](path, value, context, '')
    : value;

/** How the values of a declared field are read. */
const readingOf = (name: string, field: Field): JsonReading => {
  switch (field.is) {
    case 'object':
      return (draft, value, context) => {
        if (!isObject(value)) draft.values[name] = value;
        else {
          draft.parts[name] = Object.fromEntries(
            Object.entries(value).map(([part, given]) => {
              const declared = Object.hasOwn(field.fields, part) ? field.fields[part] : undefined;
              return [
                part,
                declared === undefined ? given : partOf(`${name}.${part}`, declared, given, context),
              ];
            }),
          );
        }
      };
    case 'list':
      return set(name, (value) => listOf(name, value));
    case 'custom-fields':
      return (draft, value) => {
        if (value === null) draft.values[name] = {};
        else if (!isObject(value)) throw new RowError(`${name}: must be an object`);
        else for (const [key, entry] of Object.entries(value)) draft.customFields.set(key, entry);
      };
    default:
      return (draft, value, context) => {
        // A field that a record always has: null leaves it unchanged.
        if (value !== null || field.isNullable === true) {
          draft.values[name] = scalarOf(name, field, value, context);
        }
      };
  }
};

/** The value of a declared field of one value. */
export const scalarOf = (name: string, field: Field, value: unknown, context: RowContext): unknown => {
  if ('to' in field && field.to !== undefined) return referenceOf(name, value, field.to, context);
  if (field.is === 'timestamp') return timestampOf(name, value, context);
  if (field.is === 'web-address') return webAddress(value);
  return field.is === 'seconds' && typeof value === 'string' ? secondsOf(name, value, '') : value;
};

/** What a record says of others by their names: read like cells. */
const NAMED = ['email', 'callListName', 'phone.from', 'phone.to'];

/** How the JSON of a kind is read. */
export interface JsonScheme {
  /** The keys that a record of the kind has. */
  readonly keys: ReadonlySet<string>;
  readonly readings: ReadonlyMap<string, JsonReading>;
}

/** @param rules the fields that columns of the kind can fill */
export const jsonScheme = (fields: Fields, rules: FieldRules<RecordDraft>): JsonScheme => {
  const declared = Object.entries(fields).map(
    ([name, field]) => [name, OF_NAME[name] ?? readingOf(name, field)] as const,
  );
  const named = NAMED.flatMap((path): [string, JsonReading][] => {
    const rule = rules.ruleOf(path);
    if (rule === undefined) return [];
    return [
      [
        path,
        (draft, value, context) => {
          if (typeof value !== 'string') throw new RowError(`${path}: must be a text`);
          rule(draft, value, context, path, () => undefined);
        },
      ],
    ];
  });
  const readings = new Map([...declared, ...named]);
  return { readings, keys: new Set(readings.keys()) };
};

/**
 * Reads a record in the API's shape. An absent key leaves its field unchanged; null or an empty list clears
 * it.
 */
export const draftOfJson = (
  value: JsonObject,
  { keys, readings }: JsonScheme,
  context: RowContext,
  warn: WarnOfValue,
): RecordDraft => {
  const marks = Object.keys(value).filter((key) => !keys.has(key) && isDeletionColumn(key));
  const given = marks.length === 0 ? value : withoutKeys(value, marks);
  assertKnownKeys(given, keys);
  const draft = emptyDraft();
  draft.isDeleted = marks.some((key) => isDeletion(String(value[key] ?? '')));
  readIds(draft, given);
  // The country decides what the phones are.
  const { location, ...others } = given;
  for (const [field, each] of Object.entries({ ...(location !== undefined && { location }), ...others })) {
    readings.get(field)?.(draft, each, context, warn);
  }
  return draft;
};
