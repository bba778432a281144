/** A part of an OpenAPI document or JSON Schema. */
export type JsonObject = { readonly [name: string]: unknown };

/** A `$ref` to a component. */
export const reference = (
  section: 'headers' | 'parameters' | 'responses' | 'schemas',
  name: string,
): JsonObject => ({ $ref: `#/components/${section}/${name}` });
