import { SINGLE_LINE } from '../../domain/single-line.ts';

/**
 * - `published` is for clients: v1 may add fields, so objects are open.
 * - `exact` is for our tests and our client's types: it describes only what this version returns.
 */
export type SchemaForm = 'published' | 'exact';

const nameOfReference = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

type MutableSchema = Record<string, unknown>;

/**
 * Replaces zod's pattern, which is unreadable because it validates leap days; `format` already covers those.
 */
const TIMESTAMP_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

/** Patterns without `\p{…}`, which Python rejects, and `\u…`, which Go does: they allow slightly more. */
const PORTABLE_PATTERNS: Readonly<Record<string, string>> = {
  [SINGLE_LINE.source]: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
};

const MAX_INT32 = 2 ** 31 - 1;

const isSafeBound = (value: unknown): boolean =>
  value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

/** Adds a number's format: without one, generators choose 32 bits and silently truncate larger numbers. */
const addNumberFormat = (schema: MutableSchema): void => {
  if (schema['type'] === 'number') schema['format'] = 'double';
  const { maximum = Number.POSITIVE_INFINITY } = schema;
  if (schema['type'] === 'integer' && !('const' in schema) && Number(maximum) > MAX_INT32) {
    schema['format'] = 'int64';
  }
};

/** Rewrites a schema that zod generated, in place, after its parts. */
export const simplify = (schema: MutableSchema, form: SchemaForm): void => {
  if (schema['format'] === 'date-time' && 'pattern' in schema) schema['pattern'] = TIMESTAMP_PATTERN;
  // A client's type for date-times is no text that it could match.
  if (schema['format'] === 'date-time' && form === 'published') delete schema['pattern'];
  const portable = PORTABLE_PATTERNS[String(schema['pattern'])];
  if (portable !== undefined) schema['pattern'] = portable;
  // Generators of typed languages make an empty type of the alternatives.
  if ('propertyNames' in schema && form === 'published') {
    delete schema['propertyNames'];
    schema['additionalProperties'] = true;
  }
  // zod repeats these next to a reference that has a description.
  if ('$ref' in schema) for (const name of ['pattern', 'additionalProperties']) delete schema[name];
  // zod limits integers to JavaScript's safe range, which is not part of the contract.
  for (const bound of ['minimum', 'maximum']) if (isSafeBound(schema[bound])) delete schema[bound];
  if (Number.isInteger(schema['const'])) schema['type'] = 'integer';
  // ogen knows only the boolean of OpenAPI 3.0.
  if ('exclusiveMinimum' in schema && form === 'published') {
    schema['minimum'] = schema['exclusiveMinimum'];
    delete schema['exclusiveMinimum'];
  }
  // ogen does not implement such defaults.
  const { default: value } = schema;
  if (value === null || Array.isArray(value)) {
    const text = `Default: ${value === null ? '`null`' : value.join(', ') || 'an empty list'}.`;
    schema['description'] = `${schema['description'] ?? ''} ${text}`.trim();
    delete schema['default'];
  }
  addNumberFormat(schema);
  if (schema['additionalProperties'] === false && form === 'published') schema['additionalProperties'] = true;
};

/**
 * Writes everything nullable as `anyOf` with the type itself: ogen rejects `type: ["string", "null"]`, and
 * older generators drop the null next to a reference to a named string.
 *
 * @param schemas by name
 */
export const normalizeNullables = <T extends Readonly<Record<string, MutableSchema>>>(schemas: T): T =>
  JSON.parse(JSON.stringify(schemas), (_, schema) => {
    if (Array.isArray(schema?.type)) {
      const { type: types, ...others } = schema;
      return { ...others, anyOf: types.map((type: string) => ({ type })) };
    }
    if (!Array.isArray(schema?.anyOf) || schema.anyOf.length !== 2 || schema.anyOf[1].type !== 'null') {
      return schema;
    }
    const [{ $ref = '' }, nothing] = schema.anyOf;
    const { type, format, pattern, description } = schemas[nameOfReference($ref)] ?? {};
    return type === 'string'
      ? { description, ...schema, anyOf: [{ type, format, pattern }, nothing] }
      : schema;
  });
