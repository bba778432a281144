import { z } from 'zod';
import { locationSchema, phoneSchema, timestampSchema, uuidSchema } from '../../domain/fields.ts';
import type { JsonObject } from './json-object.ts';

/** JSON Schemas by name. */
export type NamedSchemas = Readonly<Record<string, JsonObject>>;

/** What stands in many schemas is referred to by these names. */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  Id: uuidSchema,
  Timestamp: timestampSchema,
  Phone: phoneSchema,
  Location: locationSchema,
};

/** zod's own pattern also counts the days of February: right, and unreadable. The format says the same. */
const TIMESTAMP_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

const isSafeBound = (value: unknown): boolean =>
  value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

const simplify = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  if (jsonSchema['format'] === 'date-time') jsonSchema['pattern'] = TIMESTAMP_PATTERN;
  // A reference with a description of its own repeats what is different here from what zod made.
  if ('$ref' in jsonSchema) delete jsonSchema['pattern'];
  // zod bounds integers by what JavaScript can hold, which is no rule of the contract.
  for (const bound of ['minimum', 'maximum']) if (isSafeBound(jsonSchema[bound])) delete jsonSchema[bound];
};

/**
 * The JSON Schemas (draft 2020-12) of zod schemas, which refer to each other by name where they share a part.
 * What zod cannot say in JSON Schema, such as a check by code, is left out.
 *
 * @param io whether the schemas are of what is received or of what is sent
 */
export const namedSchemas = (
  schemas: Readonly<Record<string, z.core.$ZodType>>,
  io: 'input' | 'output' = 'output',
): NamedSchemas => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...SHARED, ...schemas })) registry.add(schema, { id });
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: simplify,
  });
  const text = JSON.stringify(converted);
  const isUsed = (id: string): boolean =>
    id in schemas || text.includes(`"$ref":"#/components/schemas/${id}"`);
  return Object.fromEntries(
    Object.entries(converted)
      .filter(([id]) => isUsed(id))
      .map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
};
