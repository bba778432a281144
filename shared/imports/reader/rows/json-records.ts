import { companyDomainOf, sharedHostReason } from '../../../domain/readings/company-domain.ts';
import {
  isChange,
  isChangeColumn,
  isDeletion,
  isDeletionColumn,
} from '../../../domain/readings/deletions.ts';
import { originOfRow, phoneOf, unreadReason } from '../../../domain/readings/phones.ts';
import { sourceIdOf } from '../../../domain/readings/values.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import type { Field, Fields } from '../../../kinds/fields.ts';
import { snakeOf } from '../../../kinds/names.ts';
import {
  type CellWarning,
  type FieldRules,
  type RowContext,
  readingOf as readingOfCell,
} from '../cells/field-rules.ts';
import { emptyDraft, keepRaw, type RecordDraft } from '../drafts/record-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list, or an empty one for null. Throws a RowError for anything else. */
export const listOf = (field: string, value: unknown): readonly unknown[] => {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new RowError(`${field}: must be a list`);
  return value;
};

const E_164 = /^\+[1-9]\d{1,14}$/;

/** Notes a value that is not understood, but kept as text. Throws a RowError in a strict import. */
type WarnOfValue = (warning: CellWarning) => void;

/**
 * An id as text; null if there is none. Throws a RowError for anything else, and for a number that JSON.parse
 * rounds, since two records would share an id.
 */
const idText = (field: string, value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return sourceIdOf(field, value);
  if (typeof value !== 'number') throw new RowError(`${field}: must be a string`);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new RowError(
    `${field}: must be a string, in quotes: numbers above ${Number.MAX_SAFE_INTEGER} are not exact`,
  );
};

const readIds = (draft: RecordDraft, { id: given, externalIds }: JsonObject): void => {
  const id = idText('id', given);
  if (typeof given === 'string' && given !== '' && given.trim() === '')
    throw new RowError('id: must be a string');
  if (id !== null && isUuid(id)) draft.id = id;
  else draft.sourceId = id;
  const [first] = Array.isArray(externalIds) ? externalIds : [];
  if (id !== null || !isObject(first) || typeof first['id'] !== 'string') return;
  draft.sourceId = sourceIdOf('externalIds', first['id']);
  if (typeof first['source'] === 'string') draft.source = first['source'];
};

type JsonReading = (draft: RecordDraft, value: unknown, context: RowContext, warn: WarnOfValue) => void;

/** Types whose text is read like that of a cell. */
const LIKE_CELLS = new Set<Field['is']>(['timestamp', 'web-address', 'seconds', 'phone-number']);

/** The value of a declared field of one value. Ids of this service stand for themselves. */
const scalarOf = (path: string, field: Field, value: unknown, context: RowContext): unknown => {
  if ('to' in field && field.to !== undefined) {
    if (value === '') throw new RowError(`${path}: must be an id`);
    const id = idText(path, value);
    return id === null || isUuid(id) ? id : context.idOf(snakeOf(field.to), context.source, id);
  }
  return typeof value === 'string' && LIKE_CELLS.has(field.is)
    ? readingOfCell(field)?.(path, value, context, '')
    : value;
};

/** The items of a list, of which text that is not in its stored form is read like that of a cell. */
const typedList =
  (
    field: 'phones' | 'emails',
    example: string,
    read: (item: JsonObject, draft: RecordDraft, context: RowContext, warn: WarnOfValue) => unknown,
  ): JsonReading =>
  (draft, value, context, warn) => {
    const values = listOf(field, value).map((item) => {
      if (!isObject(item)) throw new RowError(`${field}: must be a list of objects such as ${example}`);
      return read(item, draft, context, warn);
    });
    draft.typed[field] = { types: 'all', values };
  };

/** How the fields of some names are read. */
const OF_NAME: Readonly<Record<string, JsonReading>> = {
  id: () => undefined,
  changedAt: () => undefined,
  phones: typedList('phones', '{"number": "+12025550143"}', (value, draft, { region }, warn) => {
    const phone = { number: null, type: 'other', extension: null, raw: null, doNotCall: null, ...value };
    if (typeof phone.number !== 'string' || E_164.test(phone.number)) return phone;
    const origin = originOfRow({}, draft.parts['location']?.['country'], region);
    const { number, extension, raw } = phoneOf(phone.number, 'other', origin);
    if (number === null) {
      warn({ field: 'phones', value: phone.number, reason: unreadReason('phones', phone.number, origin) });
    }
    return { ...phone, number, extension: phone.extension ?? extension, raw: phone.raw ?? raw };
  }),
  emails: typedList('emails', '{"address": "nora@nowhere.example"}', (value) => {
    const { address } = value;
    if (typeof address !== 'string') return { type: null, ...value };
    const read = emailAddressOf(address);
    if (read === null)
      throw new RowError(`emails: "${address}" is not an email address such as nora@nowhere.example`);
    return { type: null, ...value, address: read };
  }),
  externalIds: (draft, value) => {
    draft.values['externalIds'] = listOf('externalIds', value).map((each) =>
      isObject(each) && typeof each['id'] === 'string' && each['id'] !== ''
        ? { ...each, id: sourceIdOf('externalIds', each['id']) }
        : each,
    );
  },
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

/** How the values of a declared field are read. */
const readingOf = (name: string, field: Field): JsonReading => {
  switch (field.is) {
    case 'object':
      return (draft, value, context) => {
        if (value === null) draft.values[name] = null;
        else if (!isObject(value)) throw new RowError(`${name}: must be an object`);
        else
          draft.parts[name] = Object.fromEntries(
            Object.entries(value).map(([part, given]) => {
              const declared = Object.hasOwn(field.fields, part) ? field.fields[part] : undefined;
              return [part, declared ? scalarOf(`${name}.${part}`, declared, given, context) : given];
            }),
          );
      };
    case 'list':
      return (draft, value) => {
        draft.values[name] = listOf(name, value);
      };
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

/** What a record says of others by their names: read like cells. */
const NAMED = ['email', 'callListName', 'phone.from', 'phone.to'];

/** How the JSON of a kind is read. */
interface JsonScheme {
  /** By key. */
  readonly readings: ReadonlyMap<string, JsonReading>;
  /** Whether a key may say that the source has deleted the record. */
  readonly isDeletable: boolean;
}

/**
 * @param rules the fields that columns of the kind can fill
 * @param ignored further keys, which responses of the API have
 */
export const jsonScheme = (
  fields: Fields,
  rules?: FieldRules<RecordDraft>,
  ignored: readonly string[] = [],
): JsonScheme => ({
  isDeletable: rules !== undefined,
  readings: new Map<string, JsonReading>([
    ...Object.entries(fields).map(
      ([name, field]) => [name, OF_NAME[name] ?? readingOf(name, field)] as const,
    ),
    ...NAMED.flatMap((path): [string, JsonReading][] => {
      const rule = rules?.ruleOf(path);
      if (rule === undefined) return [];
      const read: JsonReading = (draft, value, context) => {
        if (typeof value !== 'string') throw new RowError(`${path}: must be a text`);
        rule(draft, value, context, path, () => undefined);
      };
      return [[path, read]];
    }),
    ...ignored.map((name): [string, JsonReading] => [name, () => undefined]),
  ]),
});

const marksDeletion = (key: string, value: unknown): boolean =>
  isDeletionColumn(key) || (isChangeColumn(key) && isChange(String(value)));

/**
 * Reads a record in the API's shape. An absent key leaves its field unchanged; null or an empty list clears
 * it. Throws a RowError that names the first key that the record may not have.
 */
export const draftOfJson = (
  value: JsonObject,
  { readings, isDeletable }: JsonScheme,
  context: RowContext,
  warn: WarnOfValue,
): RecordDraft => {
  const draft = emptyDraft();
  readIds(draft, value);
  // The country decides what the phones are.
  const { location, ...others } = value;
  for (const [key, given] of Object.entries({ ...(location !== undefined && { location }), ...others })) {
    const read = readings.get(key);
    if (read !== undefined) read(draft, given, context, warn);
    else if (isDeletable && marksDeletion(key, given)) draft.isDeleted ||= isDeletion(String(given ?? ''));
    else {
      const allowed = [...readings.keys(), ...(isDeletable ? ['deleted'] : [])].join(', ');
      throw new RowError(`unknown field "${key}" (allowed: ${allowed})`);
    }
  }
  return draft;
};
