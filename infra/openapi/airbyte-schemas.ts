// biome-ignore lint/suspicious/noExplicitAny: the document is generated, and its form is held by redocly.
type Json = any;

/** The streams of the Airbyte connector, with the schemas of their records in the OpenAPI document. */
const STREAMS = {
  people: 'Person',
  companies: 'Company',
  call_lists: 'CallList',
  call_list_entries: 'ListedEntry',
  events: 'Event',
  key: 'Key',
} as const;

/** The streams that the connector reads from the event feed after their collection. */
const FOLLOWED: readonly string[] = ['people', 'companies', 'call_lists', 'call_list_entries'];

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

const START = '\nschemas:\n';

/**
 * The manifest of the Airbyte connector with the schemas of its streams.
 *
 * @param manifest its present text, whose part before the schemas is kept
 */
export const airbyteManifest = (manifest: string, document: Json): string => {
  const schemas = Object.fromEntries(
    Object.entries(STREAMS).map(([stream, name]) => [
      stream,
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        additionalProperties: true,
        properties: {
          ...columnsOf(document, document.components.schemas[name]),
          ...(FOLLOWED.includes(stream) && ADDED),
        },
      },
    ]),
  );
  return manifest.slice(0, manifest.indexOf(START) + START.length) + yaml(schemas, '  ');
};
