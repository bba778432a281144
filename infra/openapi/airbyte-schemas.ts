import type { Collection } from './collections.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is generated, and its form is held by redocly.
type Json = any;

/** The schemas of the streams that are no collection. */
const OTHERS = { events: 'Event', key: 'Key' } as const;

const TIMESTAMP = { format: 'date-time', airbyte_type: 'timestamp_with_timezone' };
const ADDED = {
  _ab_cdc_updated_at: {
    description: 'Orders the versions of a record.',
    type: ['null', 'string'],
    ...TIMESTAMP,
  },
  _ab_cdc_deleted_at: {
    description: 'When the record was deleted or erased.',
    type: ['null', 'string'],
    ...TIMESTAMP,
  },
};

const resolve = (document: Json, value: Json): Json => {
  if (typeof value?.$ref !== 'string') return value;
  const { $ref, ...own } = value;
  const names: string[] = $ref.split('/').slice(1);
  return {
    ...resolve(
      document,
      names.reduce((part, name) => part[name], document),
    ),
    ...own,
  };
};

/**
 * A schema as destinations read it: types and names. Columns can be empty, because deletions have only an id.
 */
const columnOf = (document: Json, part: Json): Json => {
  const own = resolve(document, part);
  const branches: Json[] = (own.anyOf ?? [own]).map((each: Json) => resolve(document, each));
  const [schema, ...others] = branches.filter(({ type }) => type !== 'null');
  const description = own.description ?? schema.description;
  const types = [schema, ...others].map(({ type }) => type);
  return {
    ...(description !== undefined && { description }),
    type: ['null', ...types],
    ...(schema.format === 'date-time' && TIMESTAMP),
    ...(schema.type === 'array' && { items: columnOf(document, schema.items) }),
    ...(schema.type === 'object' && {
      ...(Object.keys(schema.properties ?? {}).length > 0 && { properties: columnsOf(document, schema) }),
      additionalProperties: true,
    }),
  };
};

const columnsOf = (document: Json, schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, columnOf(document, field)]),
  );

/** Writes objects, strings and lists of strings as YAML. */
const yaml = (value: Json, indent: string): string =>
  Object.entries<Json>(value)
    .map(([name, member]) => {
      const isNested = typeof member === 'object' && !Array.isArray(member);
      return isNested
        ? `${indent}${name}:\n${yaml(member, `${indent}  `)}`
        : `${indent}${name}: ${JSON.stringify(member).replaceAll('","', '", "')}\n`;
    })
    .join('');

/** A stream of records: the collection, and then its changes. */
const streamOf = ({ kind, prefix, stream, pageSize, fields, onlyInEvents }: Collection): string => {
  const hasCustomFields = fields.includes('customFields');
  const loader = hasCustomFields
    ? `
          - $ref: "#/definitions/custom_fields"
          - type: InlineSchemaLoader
            schema:
              $ref: "#/schemas/${stream}"`
    : `
          type: InlineSchemaLoader
          schema:
            $ref: "#/schemas/${stream}"`;
  const transformations =
    onlyInEvents.length === 0
      ? ''
      : `
        transformations:
          - $ref: "#/definitions/changes/transformations/0"
          - $ref: "#/definitions/changes/transformations/1"
          - $ref: "#/definitions/changes/transformations/2"
          # The collection does not return them.
          - type: RemoveFields
            field_pointers:${onlyInEvents.map((field) => `\n              - [${field}]`).join('')}`;
  return `\
    ${stream}:
      type: StateDelegatingStream
      name: ${stream}
      api_retention_period: "#/definitions/retention"
      full_refresh_stream:
        $ref: "#/definitions/collection"
        schema_loader:${loader}
      incremental_stream:
        $ref: "#/definitions/changes"
        schema_loader:${loader}${transformations}
      $parameters:
        name: ${stream}
        path: /v1/${kind}${hasCustomFields ? `\n        resource: ${kind}` : ''}
        page_size: ${pageSize}
        types: ${prefix}.*
`;
};

const START = '    # Made by "npm run openapi" from here on.\n';

/**
 * The manifest of the Airbyte connector with its streams of records, and the schemas of all streams.
 *
 * @param manifest its present text, whose part before these is kept
 */
export const airbyteManifest = (
  manifest: string,
  document: Json,
  collections: readonly Collection[],
): string => {
  const schemas = [
    ...collections.map(({ stream, schema }) => [stream, schema, ADDED] as const),
    ...Object.entries(OTHERS).map(([stream, schema]) => [stream, schema, {}] as const),
  ].map(([stream, schema, added]) => [
    stream,
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      additionalProperties: true,
      properties: { ...columnsOf(document, document.components.schemas[schema]), ...added },
    },
  ]);
  return [
    manifest.slice(0, manifest.indexOf(START) + START.length),
    ...collections.map(streamOf),
    'streams:\n',
    ...schemas.map(([stream]) => `  - $ref: "#/definitions/streams/${stream}"\n`),
    'schemas:\n',
    yaml(Object.fromEntries(schemas), '  '),
  ].join('');
};
