import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import { schemaOf } from '../../kinds/derive/schema.ts';
import { LOCATION_FIELDS } from '../../kinds/location-fields.ts';
import { PHONE_FIELDS } from '../../kinds/phone-fields.ts';
import type { JsonObject } from './json-object.ts';
import { normalizeNullables, type SchemaForm, simplify } from './schema-form.ts';

/** JSON Schemas by name. */
export type NamedSchemas = Readonly<Record<string, JsonObject>>;

/** Schemas that others refer to by name. */
const SHARED: Readonly<Record<string, z.ZodType>> = {
  Id: uuidSchema,
  Timestamp: timestampSchema,
  Phone: schemaOf(PHONE_FIELDS),
  Location: schemaOf(LOCATION_FIELDS),
};

interface Conversion {
  readonly form: SchemaForm;
  /** `input` for request schemas, `output` for response schemas. */
  readonly io: 'input' | 'output';
}

/**
 * Converts zod schemas to JSON Schemas (draft 2020-12) that refer to shared parts by name. Checks that JSON
 * Schema cannot express, such as those in code, are omitted.
 */
export const namedSchemas = (
  schemas: Readonly<Record<string, z.core.$ZodType>>,
  { form, io }: Conversion,
): NamedSchemas => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...SHARED, ...schemas })) registry.add(schema, { id });
  const { schemas: generated } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema, io === 'input' ? 'exact' : form),
  });
  const converted = normalizeNullables(generated);
  const text = JSON.stringify(converted);
  const isUsed = (id: string): boolean =>
    id in schemas || text.includes(`"$ref":"#/components/schemas/${id}"`);
  return Object.fromEntries(
    Object.entries(converted)
      .filter(([id]) => isUsed(id))
      .map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
};
