import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';

type Field = ResponseBody<'FieldList'>['items'][number];

interface Schema {
  readonly type: readonly string[];
  format?: string;
  enum?: readonly (string | null)[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: true;
}

/** The schema of a field, without what is in it. */
const schemaOf = ({ type, format, values, description }: Field): Schema => ({
  type,
  ...(format !== null && { format }),
  ...(values.length > 0 && { enum: type.includes('null') ? [...values, null] : values }),
  ...(description !== null && { description }),
});

const addTo = (parent: Schema, name: string, schema: Schema): void => {
  if (parent.type.includes('array')) parent.items ??= { type: ['object'] };
  const owner = parent.items ?? parent;
  owner.properties ??= {};
  // A custom field may be called `__proto__`.
  Object.defineProperty(owner.properties, name, { value: schema, enumerable: true });
};

/**
 * The fields of a resource as a JSON Schema, draft 2020-12. Nothing is required, and other properties are
 * allowed: later versions may add some, and imports other custom fields.
 */
export const schemaOfFields = (resource: string, fields: readonly Field[]): object => {
  const root: Schema = { type: ['object'] };
  const schemas = new Map<string, Schema>([['', root]]);
  for (const field of fields) {
    const schema = schemaOf(field);
    // Custom fields are flat, and their names may contain dots.
    const end = field.isCustom ? 'customFields'.length : field.path.lastIndexOf('.');
    addTo(schemas.get(field.path.slice(0, Math.max(0, end))) ?? root, field.path.slice(end + 1), schema);
    schemas.set(field.path, schema);
  }
  for (const schema of schemas.values()) {
    if (schema.type.includes('object')) schema.additionalProperties = true;
    if (schema.type.includes('array')) schema.items ??= { type: ['string'] };
  }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: resource, ...root };
};
