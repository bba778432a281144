/** A part of an OpenAPI document, or of a JSON Schema. */
export type JsonObject = { readonly [name: string]: unknown };

/** A reference to a part that the document declares once. */
export const reference = (
  section: 'headers' | 'parameters' | 'responses' | 'schemas',
  name: string,
): JsonObject => ({ $ref: `#/components/${section}/${name}` });
