import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { parseQuery, type QueryParameters } from '../../../../shared/contract/query-parameters.ts';
import { ADMIN_ROUTES } from '../../../../shared/operations/admin-api/routes.ts';
import document from '../../../../shared/operations/openapi/admin-api.json' with { type: 'json' };

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
}

const SCHEMAS: Readonly<Record<string, Schema>> = document.components.schemas;

const text = ({ format, pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase()));
  if (format === 'email') return fc.emailAddress();
  if (format === 'hostname') return fc.domain();
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'], size: 'xsmall' });
  const regExp = pattern === undefined ? undefined : new RegExp(pattern, 's');
  const any = regExp === undefined ? fc.string() : fc.oneof(fc.stringMatching(regExp), fc.string());
  const fits = (each: string): boolean =>
    each.length >= minLength && each.length <= maxLength && regExp?.test(each) !== false;
  return any.filter(fits);
};

/** A value of any kind, often a list. */
const anything = fc.oneof(fc.jsonValue(), fc.array(fc.string(), { minLength: 1 }));

/** Values that fit a schema. */
const valueFor = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) return valueFor(SCHEMAS[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueFor));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1e9, 1e9) });
    case 'string':
      return text(schema);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 20 } = schema;
      const bounds = { minLength, maxLength: Math.min(maxItems, 5) };
      return schema.uniqueItems === true
        ? fc.uniqueArray(valueFor(items), bounds)
        : fc.array(valueFor(items), bounds);
    }
    case 'object': {
      if (schema.propertyNames?.enum !== undefined) {
        // Of the names of a filter, `$or` has a list of filters, which only words say.
        const names = fc.constantFrom(...schema.propertyNames.enum.filter((name) => name !== '$or'));
        return fc.dictionary(names, anything, { minKeys: schema.minProperties ?? 0, maxKeys: 3 });
      }
      const properties = Object.entries(schema.properties ?? {}).map(
        ([name, each]) => [name, valueFor(each)] as const,
      );
      const keys = [...(schema.required ?? [])];
      return fc
        .record(Object.fromEntries(properties), { requiredKeys: keys })
        .filter((each) => Object.keys(each).length >= (schema.minProperties ?? 0));
    }
    default:
      throw new Error(`There is no value for ${JSON.stringify(schema)}.`);
  }
};

/** What a sentence of the schema says instead of its keywords, or only the operation knows. */
const SAID_IN_WORDS =
  /earlier than|not name a column twice|takes no id|must be a UUID|query parameters of|must be a source and an id|characters of a name|no IPv4 or IPv6 address|event pattern, such as|event pattern: .* at (?!the top level$)|service does not set itself|a header twice/;

const routes = Object.values(ADMIN_ROUTES) as readonly {
  readonly method: string;
  readonly path: string;
  readonly query: QueryParameters;
  readonly body?: z.ZodMiniType;
}[];

interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
}

const operationOf = ({ method, path }: { readonly method: string; readonly path: string }): Operation => {
  const operations: Readonly<Record<string, Operation>> =
    (document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>)[path] ?? {};
  return operations[method.toLowerCase()] ?? {};
};

describe('the documented requests of the admin API', () => {
  it.each(routes.flatMap((route) => (route.body === undefined ? [] : [{ ...route, body: route.body }])))(
    'accepts every matching body: $method $path',
    ({ body, ...route }) => {
      const schema = operationOf(route).requestBody?.content['application/json'].schema ?? {};
      fc.assert(
        fc.property(valueFor(schema), (value) => {
          const { error } = body.safeParse(value);
          const others = error?.issues.filter(({ message }) => !SAID_IN_WORDS.test(message)) ?? [];
          expect(others, JSON.stringify(value)).toEqual([]);
        }),
        { numRuns: 200 },
      );
    },
  );

  it.each(routes.filter(({ query }) => Object.keys(query).length > 0))(
    'accepts every matching parameter: $method $path',
    (route) => {
      const declared = (operationOf(route).parameters ?? []).filter((each) => each.in === 'query');
      const required = declared.filter((each) => each.required === true);
      for (const parameter of declared) {
        const given = fc.record(
          Object.fromEntries([...required, parameter].map(({ name, schema }) => [name, valueFor(schema)])),
        );
        fc.assert(
          fc.property(given, (values) => {
            const texts = Object.entries(values).map(([name, value]) => [name, [value].flat().map(String)]);
            const parsed = parseQuery(route.query, Object.fromEntries(texts));
            const errors = 'errors' in parsed ? parsed.errors : [];
            const others = errors.filter(({ detail }) => !SAID_IN_WORDS.test(detail));
            expect(others, JSON.stringify(values)).toEqual([]);
          }),
          { numRuns: 50 },
        );
      }
    },
  );
});
