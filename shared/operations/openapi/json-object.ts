/** A part of an OpenAPI document or JSON Schema. */
export type JsonObject = { readonly [name: string]: unknown };

/** A `$ref` to a component. */
export const reference = (
  section: 'headers' | 'parameters' | 'responses' | 'schemas',
  name: string,
): JsonObject => ({ $ref: `#/components/${section}/${name}` });

export const mapValues = <V, R>(
  values: Readonly<Record<string, V>>,
  map: (value: V) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** `CallListLocked` for `call_list.locked`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
