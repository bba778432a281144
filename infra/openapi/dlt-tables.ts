import type { JsonObject } from '../../shared/operations/openapi/json-object.ts';
import type { Collection } from './collections.ts';
import { type Schema, singerSchema } from './singer-schemas.ts';

/** A schema without references, whose first type is not null. */
interface Field {
  readonly type: readonly [keyof typeof DATA_TYPES];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}

/** Types of dlt by those of JSON. Objects without declared fields are columns, too. */
const DATA_TYPES = {
  string: 'text',
  integer: 'bigint',
  number: 'double',
  boolean: 'bool',
  object: 'json',
} as const;

/** The columns of a table by name: those of an object are `location__city`. */
const columnsOf = (fields: Readonly<Record<string, Field>>, prefix = ''): JsonObject =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, { type, format, properties, items }]) => {
      if (properties !== undefined) return columnsOf(properties, `${prefix}${name}__`);
      if (items !== undefined) return {};
      return { [prefix + name]: format === 'date-time' ? 'timestamp' : DATA_TYPES[type[0]] };
    }),
  );

/** The columns of the child table of each list, whose items are objects or texts in the column `value`. */
const listsOf = (fields: Readonly<Record<string, Field>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { items }]) =>
      items === undefined ? [] : [[name, columnsOf(items.properties ?? { value: items })]],
    ),
  );

/**
 * The tables of the dlt source.
 *
 * @param document the OpenAPI document of the data API
 */
export const dltTables = (document: JsonObject, collections: readonly Collection[]): JsonObject[] => {
  const { components } = document as { components: { schemas: Readonly<Record<string, Schema>> } };
  return collections.map(({ stream, kind, prefix, permission, pageSize, schema, onlyInEvents }) => {
    const { properties } = singerSchema(components.schemas, { $ref: `#/components/schemas/${schema}` });
    const fields = properties as Readonly<Record<string, Field>>;
    return {
      name: stream,
      path: kind,
      event_prefix: prefix,
      permission,
      page_size: pageSize,
      only_in_events: onlyInEvents,
      columns: columnsOf(fields),
      lists: listsOf(fields),
    };
  });
};
