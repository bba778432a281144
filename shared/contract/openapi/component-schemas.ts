import { z } from 'zod';
import { locationSchema, phoneSchema, timestampSchema, uuidSchema } from '../../domain/fields.ts';
import type { JsonObject } from './json-object.ts';

/** JSON Schemas by name. */
export type NamedSchemas = Readonly<Record<string, JsonObject>>;

/** Schemas that others refer to by name. */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  Id: uuidSchema,
  Timestamp: timestampSchema,
  Phone: phoneSchema,
  Location: locationSchema,
};

/**
 * Replaces zod's pattern, which is unreadable because it validates leap days; `format` already covers those.
 */
const TIMESTAMP_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

const isSafeBound = (value: unknown): boolean =>
  value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

const simplify = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
  if (jsonSchema['format'] === 'date-time') jsonSchema['pattern'] = TIMESTAMP_PATTERN;
  // zod repeats the pattern beside a reference that has a description.
  if ('$ref' in jsonSchema) delete jsonSchema['pattern'];
  // zod limits integers to JavaScript's safe range, which is not part of the contract.
  for (const bound of ['minimum', 'maximum']) if (isSafeBound(jsonSchema[bound])) delete jsonSchema[bound];
};

/**
 * Converts zod schemas to JSON Schemas (draft 2020-12) that refer to shared parts by name. Checks that JSON
 * Schema cannot express, such as those in code, are omitted.
 *
 * @param io `input` for request schemas, `output` for response schemas
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
