import { parseTimestamp } from '../domain/timestamp.ts';
import { uuidOf } from '../domain/uuid.ts';
import { emailAddressOf, emailKey } from '../domain/values/email-address.ts';
import { externalIdTextOf } from '../domain/values/external-id.ts';
import { hostNameOf } from '../domain/values/host-name.ts';
import { isSearchable, nameText } from '../domain/values/name-text.ts';
import { e164Of } from '../domain/values/phone-number.ts';
import { visibleText } from '../domain/values/visible-text.ts';
import type { ParameterError } from './problems.ts';
import type { FieldSelection, FieldsParser } from './records/field-selection.ts';
import type { ResourceWithFields } from './records/resource-fields.ts';

/**
 * The declaration of a query parameter. Each may be given at most once, but `set`, `ids`, `fields` and those
 * with a `maximum` of values.
 */
export type QueryParameter = ParameterKind & {
  /** The only other parameters that may be given with it. @default any */
  readonly onlyWith?: readonly string[];
  /** @default false */
  readonly isRequired?: true;
};

type ParameterKind =
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number; readonly default: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'uuid' }
  /** Any text of a bounded length. */
  | {
      readonly kind: 'text';
      readonly maximumLength: number;
      /** A regular expression for generators; the handler checks the text. @default any text */
      readonly pattern?: string;
    }
  | {
      readonly kind: 'enum';
      readonly values: readonly string[];
      readonly default?: string;
      /** The media types of the response, by value, where it is not JSON of the operation. */
      readonly mediaTypes?: Readonly<Record<string, string>>;
    }
  /** A set of the given values in any order: comma-separated, in repeated parameters, or both. */
  | { readonly kind: 'set'; readonly values: readonly string[] }
  /** Any texts of a bounded length in the given order, each in a parameter of its own. */
  | { readonly kind: 'texts'; readonly maximum: number; readonly maximumLength: number }
  | LookupValues
  /** The start of a name, in any case and with or without accents. */
  | { readonly kind: 'name' }
  /** Paths into the resource, comma-separated, in repeated parameters, or both. */
  | { readonly kind: 'fields'; readonly resource: ResourceWithFields }
  /** Opaque text of a bounded length; the handler decodes it. */
  | { readonly kind: 'cursor' };

/** Values by which records are looked up, each different one once, in the given order. */
interface LookupValues {
  /**
   * - `ids`: UUIDs: comma-separated, in repeated parameters, or both
   * - `email`: addresses in any spelling. A space in one counts as a plus sign, which it is in a URL that
   *   does not encode it
   * - `phone`: international numbers in any spelling. A space at the start counts as a plus sign
   * - `domain`: host names in any spelling, also as web addresses
   * - `external-id`: `source:id`, with the id in any spelling
   */
  readonly kind: 'ids' | 'email' | 'phone' | 'domain' | 'external-id';
  /** Of different values. */
  readonly maximum: number;
}

/** A value of a lookup. */
export interface LookupValue {
  /** In the form in which equal values are equal. */
  readonly value: string;
  /** As the request has it. */
  readonly sent: string;
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>;

type Value<P extends QueryParameter> = P extends { isRequired: true }
  ? NonNullable<AnyValue<P>>
  : AnyValue<P>;

type AnyValue<P extends QueryParameter> = P extends { kind: 'integer' }
  ? number
  : P extends { kind: 'boolean' }
    ? boolean | undefined
    : P extends { kind: 'enum'; values: readonly (infer V)[] }
      ? P extends { default: string }
        ? V
        : V | undefined
      : P extends { kind: 'set'; values: readonly (infer V)[] }
        ? ReadonlySet<V>
        : P extends { kind: 'texts' }
          ? readonly string[] | undefined
          : P extends LookupValues
            ? readonly LookupValue[] | undefined
            : P extends { kind: 'fields' }
              ? FieldSelection | undefined
              : string | undefined;

/** The values of declared parameters, with defaults filled in. */
export type Query<P extends QueryParameters> = { readonly [K in keyof P]: Value<P[K]> };

/** The values that a client passes for declared parameters; `undefined` omits one. */
export type QueryInput<P extends QueryParameters> = {
  readonly [K in keyof P]?:
    | (P[K] extends { kind: 'integer' }
        ? number
        : P[K] extends { kind: 'set'; values: readonly (infer V)[] }
          ? readonly V[]
          : P[K] extends { kind: 'fields' | 'texts' } | LookupValues
            ? readonly string[]
            : Value<P[K]>)
    | undefined;
};

/** Issued cursors are shorter than 200 characters. */
export const MAX_CURSOR_LENGTH = 512;

/** The maximum of a stored record. */
export const MAX_EMAIL_LENGTH = 500;
export const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/;

type Parsed = { readonly value: unknown } | { readonly detail: string };

const parseInteger = (parameter: Extract<QueryParameter, { kind: 'integer' }>, text: string): Parsed => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= parameter.minimum && value <= parameter.maximum
    ? { value }
    : { detail: `must be an integer from ${parameter.minimum} to ${parameter.maximum}` };
};

const parseSet = (values: readonly string[], texts: readonly string[]): Parsed => {
  const members = texts.flatMap((text) => text.split(','));
  const isSet =
    members.every((member) => values.includes(member)) && new Set(members).size === members.length;
  return isSet
    ? { value: new Set(members) }
    : { detail: `must be a comma-separated list without duplicates of: ${values.join(', ')}` };
};

const parseTexts = (
  { maximum, maximumLength }: Extract<QueryParameter, { kind: 'texts' }>,
  texts: readonly string[],
): Parsed =>
  texts.length <= maximum && texts.every((text) => text !== '' && text.length <= maximumLength)
    ? { value: texts }
    : { detail: `must be given at most ${maximum} times, with 1 to ${maximumLength} characters each` };

/** @param value as read from the parameter; nothing for what cannot be such a value */
const valueOr = (value: string | null | undefined, rule: string): Parsed =>
  value == null ? { detail: `must be ${rule}` } : { value };

export const MAX_NAME_LENGTH = 100;

const nameStartOf = (text: string): string | null => {
  const start = nameText(text);
  return text.length <= MAX_NAME_LENGTH && isSearchable(start) ? start : null;
};

/** In a query string, a + that is not encoded is a space. */
const withPlus = (text: string): string => text.replace(/^ +(?=[1-9])/, '+');

interface LookupReading {
  readonly rule: string;
  /** The form in which equal values are equal; null for what is no such value. */
  readonly read: (text: string) => string | null | undefined;
  /** The other reading of what is no value otherwise. @default none */
  readonly repair?: (text: string) => string;
}

const LOOKUP_READINGS: Readonly<Record<LookupValues['kind'], LookupReading>> = {
  ids: { rule: 'a UUID', read: uuidOf },
  email: {
    rule: 'an email address such as nora@nowhere.example',
    read: (text) => {
      const address = text.length > MAX_EMAIL_LENGTH ? null : emailAddressOf(text);
      return address === null ? null : emailKey(address);
    },
    repair: (text) => visibleText(text).replaceAll(' ', '+'),
  },
  phone: { rule: 'an international (E.164) number such as +12025550143', read: e164Of, repair: withPlus },
  domain: { rule: 'a host name such as nowhere.example', read: hostNameOf },
  'external-id': { rule: 'a source and an id in it, such as hubspot:1001', read: externalIdTextOf },
};

const parseLookup = ({ kind, maximum }: LookupValues, texts: readonly string[]): Parsed => {
  const { rule, read, repair = (text: string) => text } = LOOKUP_READINGS[kind];
  const found = new Map<string, LookupValue>();
  const malformed: string[] = [];
  for (const text of kind === 'ids' ? texts.flatMap((each) => each.split(',')) : texts) {
    const sent = read(text) == null ? repair(text) : text;
    const value = read(sent);
    if (value == null) malformed.push(`"${shorten(text)}"`);
    else if (!found.has(value)) found.set(value, { value, sent });
  }
  if (malformed.length > 0) return { detail: `must be ${rule}, not ${listOf(malformed)}` };
  return found.size > maximum
    ? { detail: maximum === 1 ? 'must be given only once' : `must have at most ${maximum} different values` }
    : { value: [...found.values()] };
};

const parseValue = (
  parameter: Exclude<QueryParameter, LookupValues | { kind: 'set' | 'texts' | 'fields' }>,
  text: string,
): Parsed => {
  switch (parameter.kind) {
    case 'integer':
      return parseInteger(parameter, text);
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { detail: 'must be true or false' };
    case 'timestamp': {
      const value = parseTimestamp(text);
      if (value !== undefined) return { value };
      const rule = 'must be an RFC 3339 date-time such as 2026-01-31T09:30:00.000Z';
      // In a query string, a + that is not encoded is a space.
      const isPlusLost = parseTimestamp(text.replace(' ', '+')) !== undefined;
      return { detail: isPlusLost ? `${rule} (encode a + in an offset as %2B)` : rule };
    }
    case 'uuid':
      return valueOr(uuidOf(text), 'a UUID');
    case 'text':
      return text !== '' && text.length <= parameter.maximumLength
        ? { value: text }
        : { detail: `must be 1 to ${parameter.maximumLength} characters long` };
    case 'enum':
      return parameter.values.includes(text)
        ? { value: text }
        : { detail: `must be one of: ${parameter.values.join(', ')}` };
    case 'name':
      return valueOr(
        nameStartOf(text),
        'at least 2 and at most 100 characters of a name, besides spaces and accents',
      );
    case 'cursor':
      return text !== '' && text.length <= MAX_CURSOR_LENGTH
        ? { value: text }
        : { detail: 'must be a `nextCursor` that this service returned' };
  }
};

const isLookupValues = (parameter: QueryParameter): parameter is QueryParameter & LookupValues =>
  Object.hasOwn(LOOKUP_READINGS, parameter.kind);

const withoutFields: FieldsParser = () => {
  throw new Error('The function of this operation cannot read `fields`.');
};

/** @param values at least one */
const parseValues = (
  parameter: QueryParameter,
  values: readonly string[],
  parseFields: FieldsParser,
): Parsed => {
  // Many generated clients repeat a parameter instead of joining its values.
  if (parameter.kind === 'set') return parseSet(parameter.values, values);
  if (parameter.kind === 'texts') return parseTexts(parameter, values);
  if (isLookupValues(parameter)) return parseLookup(parameter, values);
  if (parameter.kind === 'fields') return parseFields(parameter.resource, values);
  const [text = ''] = values;
  return values.length > 1 ? { detail: 'must be given only once' } : parseValue(parameter, text);
};

const absentValue = (parameter: QueryParameter): unknown => {
  if (parameter.kind === 'set') return new Set();
  return 'default' in parameter ? parameter.default : undefined;
};

/** Truncates an unknown name, because the response repeats it. */
export const shorten = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name);

const unknownParameter = (declared: QueryParameters, name: string): ParameterError => {
  const names = Object.keys(declared);
  const allowed =
    names.length === 0
      ? ': this operation takes no query parameters'
      : `; allowed query parameters: ${names.join(', ')}`;
  return name === ''
    ? { parameter: 'query', detail: `has a parameter without a name${allowed}` }
    : { parameter: shorten(name), detail: `is unknown${allowed}` };
};

/** The declared parameters that another one allows with it. */
export const allowedWith = (declared: QueryParameters, name: string): readonly string[] =>
  (declared[name]?.onlyWith ?? Object.keys(declared)).filter((other) => Object.hasOwn(declared, other));

/** Joins items as in a sentence: `a, b and c`. */
export const listOf = (items: readonly string[]): string =>
  items.length <= 1 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const isDefault = (parameter: QueryParameter | undefined, values: readonly string[] = []): boolean =>
  parameter !== undefined &&
  'default' in parameter &&
  values.length === 1 &&
  values[0] === String(parameter.default);

/** The given parameters that another given one excludes. */
const conflicts = (declared: QueryParameters, names: readonly string[]): readonly ParameterError[] =>
  names.flatMap((parameter) => {
    const other = names.find((name) => {
      const allowed = declared[name]?.onlyWith;
      return name !== parameter && allowed !== undefined && !allowed.includes(parameter);
    });
    if (other === undefined) return [];
    const allowed = listOf(allowedWith(declared, other).map((name) => `\`${name}\``));
    return [
      { parameter, detail: `cannot be combined with \`${other}\`, which allows only ${allowed} with it` },
    ];
  });

/**
 * Parses a query string strictly: unknown names, malformed values, repeated names other than those of sets
 * and ids, and parameters that exclude each other are errors.
 *
 * @param declared the parameters of the operation
 * @param given the decoded values of each name, as in API Gateway's `multiValueQueryStringParameters`
 * @param parseFields reads `fields`. Functions without that parameter need not load it
 * @returns the values, or all errors
 */
export const parseQuery = <const P extends QueryParameters>(
  declared: P,
  given: Readonly<Record<string, readonly string[] | undefined>>,
  parseFields = withoutFields,
): { readonly query: Query<P> } | { readonly errors: readonly ParameterError[] } => {
  const errors: ParameterError[] = [];
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) errors.push(unknownParameter(declared, name));
  }
  const names = Object.keys(declared).filter((name) => Object.hasOwn(given, name) && given[name]?.length);
  // Many generated clients send every default.
  const chosen = names.filter((name) => !isDefault(declared[name], given[name]));
  errors.push(...conflicts(declared, chosen));
  const query: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(declared)) {
    const values = Object.hasOwn(given, name) ? (given[name] ?? []) : [];
    if (values.length === 0) {
      if (parameter.isRequired) errors.push({ parameter: name, detail: 'is required' });
      query[name] = absentValue(parameter);
      continue;
    }
    const parsed = parseValues(parameter, values, parseFields);
    if ('detail' in parsed) errors.push({ parameter: name, detail: parsed.detail });
    else query[name] = parsed.value;
  }
  return errors.length > 0 ? { errors } : { query: query as Query<P> };
};
