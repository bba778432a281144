import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A place in a document: the names on the way to it. */
export type Pointer = readonly string[];

/** What is at a place, after following references, and where it really is. */
export interface Part {
  readonly pointer: Pointer;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An OpenAPI document that can be walked, and whose schemas can be asked. */
export interface OpenApiReader {
  /** The part at a place, or `undefined` if there is none. Follows references. */
  at(...pointer: Pointer): Part | undefined;
  /** What is wrong with a value by the schema at a place; empty if nothing is. */
  errors(schema: Pointer, value: unknown): readonly string[];
}

const DOCUMENT = 'openapi';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const fragmentOf = (pointer: Pointer): string =>
  pointer.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** `#/components/headers/ETag` as the names on the way. */
const pointerOf = (reference: string): Pointer =>
  reference
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

export const readOpenApi = (document: Readonly<Record<string, unknown>>): OpenApiReader => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: true });
  addFormats.default(ajv);
  // The document as a whole is no schema: what it consists of says nothing about any value.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, DOCUMENT, undefined, false);

  const follow = (pointer: Pointer): Part | undefined => {
    let value: unknown = document;
    for (const name of pointer) value = isObject(value) ? value[name] : undefined;
    if (!isObject(value)) return undefined;
    return typeof value['$ref'] === 'string' ? follow(pointerOf(value['$ref'])) : { pointer, value };
  };

  return {
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
