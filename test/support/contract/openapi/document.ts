import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A location in a document: the keys that lead to it. */
export type Pointer = readonly string[];

/** The value at a location, after following references, and its resolved location. */
export interface Part {
  readonly pointer: Pointer;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An OpenAPI document with lookup by pointer and schema validation. */
export interface OpenApiReader {
  /** The part at a pointer, or `undefined`. Follows references. */
  at(...pointer: Pointer): Part | undefined;
  /** Validates a value against the schema at a pointer and returns the errors. */
  errors(schema: Pointer, value: unknown): readonly string[];
  /** The same document, in which no schema requires a property. */
  readonly partial: OpenApiReader;
}

const DOCUMENT = 'openapi';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const fragmentOf = (pointer: Pointer): string =>
  pointer.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Splits a reference such as `#/components/headers/ETag` into its keys. */
const pointerOf = (reference: string): Pointer =>
  reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

const withoutRequired = (document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  JSON.parse(
    JSON.stringify(document, (key, value) =>
      key === 'required' && Array.isArray(value) ? undefined : value,
    ),
  );

export const readOpenApi = (document: Readonly<Record<string, unknown>>): OpenApiReader => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: true });
  addFormats.default(ajv);
  // The document is not itself a schema: ignore its top-level keys.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, DOCUMENT, undefined, false);

  const follow = (pointer: Pointer): Part | undefined => {
    let value: unknown = document;
    for (const name of pointer) value = isObject(value) ? value[name] : undefined;
    if (!isObject(value)) return undefined;
    return typeof value['$ref'] === 'string' ? follow(pointerOf(value['$ref'])) : { pointer, value };
  };

  let partial: OpenApiReader | undefined;
  return {
    get partial() {
      partial ??= readOpenApi(withoutRequired(document));
      return partial;
    },
    at: (...pointer) => follow(pointer),
    errors(schema, value) {
      const validate = ajv.getSchema(`${DOCUMENT}#${fragmentOf(schema)}`);
      if (validate === undefined) throw new Error(`There is no schema at ${schema.join('/')}.`);
      if (validate(value) === true) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
};
