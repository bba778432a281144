import type { JsonObject } from '../../shared/operations/openapi/json-object.ts';
import type { Collection } from './collections.ts';

/** Streams of records, which targets delete by this field. */
const DELETED_AT = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When the record was deleted or erased.',
};

/** A schema of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
}

/**
 * A schema as Singer targets read it: without references and alternatives, and nullable, because a deleted
 * record may consist of its id. Limits are dropped, as those of strings: targets that validate would reject
 * what a later version allows.
 */
export const singerSchema = (schemas: Readonly<Record<string, Schema>>, schema: Schema): JsonObject => {
  const { $ref, anyOf } = schema;
  const referenced = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? ''];
  const only = referenced ?? anyOf?.find(({ type }) => type !== 'null');
  if (only !== undefined) {
    const { description = only.description } = schema;
    return singerSchema(schemas, { ...only, ...(description !== undefined && { description }) });
  }
  const { type, format, description, properties, items, additionalProperties } = schema;
  if (type === undefined) throw new Error(`A schema of the API has no type: ${JSON.stringify(schema)}`);
  return {
    type: [type, 'null'],
    ...(format === 'date-time' && { format }),
    ...(description !== undefined && { description }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, singerSchema(schemas, property)]),
      ),
    }),
    ...(items !== undefined && { items: singerSchema(schemas, items) }),
    // Later versions of the API may add fields.
    ...(additionalProperties !== undefined && { additionalProperties: true }),
  };
};

/**
 * The JSON Schemas of the tap's streams, by the name of the stream.
 *
 * @param document the OpenAPI document of the data API
 */
export const singerSchemas = (
  document: JsonObject,
  collections: readonly Collection[],
): ReadonlyMap<string, JsonObject> => {
  const { components } = document as { components: { schemas: Readonly<Record<string, Schema>> } };
  return new Map(
    [...collections, { stream: 'events', schema: 'Event' }].map(({ stream, schema: name }) => {
      const schema = singerSchema(components.schemas, { $ref: `#/components/schemas/${name}` });
      const { id, ...others } = schema['properties'] as Record<string, JsonObject>;
      return [
        stream,
        {
          ...schema,
          type: 'object',
          required: ['id'],
          properties: {
            id: { ...id, type: 'string' },
            ...others,
            ...(stream !== 'events' && { _sdc_deleted_at: DELETED_AT }),
          },
        },
      ];
    }),
  );
};

/** The streams of records, for the tap. */
export const singerStreams = (collections: readonly Collection[]): JsonObject[] =>
  collections.map(({ stream, kind, prefix, pageSize, onlyInEvents }) => ({
    name: stream,
    collection: kind,
    event_prefix: prefix,
    page_size: pageSize,
    only_in_events: onlyInEvents,
  }));
