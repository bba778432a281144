import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../../domain/fields.ts';
import { SCHEMAS } from '../../kinds/derive/schema.ts';
import { byEventKind, type RecordEventKind } from '../../kinds/event-kinds.ts';
import { webhookEndpointSchema } from '../admin-response-bodies.ts';
import { exportStateSchema } from '../exports/export-schemas.ts';
import { byCountedKind, IMPORT_KINDS } from '../imports/import-limits.ts';
import { DELIVERED_TYPES, type DeliveredType, TEST_EVENT_TYPE } from './event-types.ts';

const resource = (data: z.ZodObject<z.ZodRawShape, z.core.$strict>) => ({
  /** As the API returns it; a call list without its entries. */
  data,
  /** The previous values of changed fields. */
  previous: data.partial(),
});

/** The resources of events. */
export const EVENT_RESOURCES = byEventKind((name) => resource(SCHEMAS[name]));

/**
 * What operational events show of an endpoint, without its URL, which may contain a secret. API keys see only
 * events of endpoints that API keys created.
 */
const endpointStateSchema = webhookEndpointSchema
  .pick({
    id: true,
    description: true,
    disabledReason: true,
    disabledAt: true,
    failingSince: true,
    apiKeyId: true,
  })
  .extend({ eventTypes: z.array(z.string().min(1)).describe('The subscribed event types and patterns.') });

const importCountsSchema = z.strictObject({
  read: z.int().min(0).describe('The sum of the outcomes.'),
  created: z.int().min(0),
  changed: z.int().min(0),
  unchanged: z.int().min(0),
  merged: z.int().min(0).describe('Rows that were merged into an earlier row of the same record.'),
  rejected: z.int().min(0),
  warnings: z.int().min(0).describe('Cells that could not be used.'),
});

/** What events show of an import. */
const importStateSchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(IMPORT_KINDS).describe('The kind of records in the file.'),
  source: z.string().describe('The system that the file comes from.'),
  fileName: z.string(),
  problem: z.string().nullable().describe('Why it failed.'),
  createdAt: timestampSchema,
  finishedAt: timestampSchema.nullable(),
  counts: z
    .strictObject(byCountedKind(() => importCountsSchema))
    .nullable()
    .describe('The outcome of the rows; `null` if none was read.'),
  deleted: z.int().min(0).describe('Records deleted because they are missing from the file.'),
});

/** What operational events show, by schema name. */
export const EVENT_STATES = {
  FailingEndpoint: endpointStateSchema,
  FinishedImport: importStateSchema,
  RowCounts: importCountsSchema,
  FinishedExport: exportStateSchema,
} as const;

const isResourceName = (name: string): name is RecordEventKind => Object.hasOwn(EVENT_RESOURCES, name);

const eventFields = (type: z.ZodType, data: z.ZodType, previous: z.ZodType) =>
  z.strictObject({
    id: uuidSchema.describe('Stays the same across retries and replays.'),
    type,
    organizationId: uuidSchema,
    timestamp: timestampSchema.describe('When the change was stored.'),
    sequence: z
      .int()
      .min(1)
      .describe(
        'Increases by one with each change of the resource, also across its deletion, and by far more when ' +
          'the service is restored to an earlier moment. ' +
          'It alone orders the events of a resource. Operational events of a webhook endpoint are counted ' +
          'on their own, and an import or an export has a single event.',
      ),
    isSilent: z
      .boolean()
      .describe(
        'Whether the change was imported silently: the feed shows it, and webhooks do not receive it.',
      ),
    data,
    previous,
  });

const expiresAtSchema = timestampSchema.describe(
  'The earliest time of the deletion. Present only in `….expiring` events.',
);

/** An event of the feed: of any type, also one that a later version adds. */
export const anyEventSchema = eventFields(
  z
    .string()
    .describe('Such as `person.updated`: see Webhooks for all types and their schemas. Ignore unknown ones.'),
  // A property of its own makes openapi-generator 7.17 (Java) fail on a null next to it.
  z.looseObject({}).describe('The resource after the change, or before its deletion; always with its `id`.'),
  z
    .looseObject({})
    .describe(
      'The previous values of changed fields; empty for a creation, deletion, erasure or announced expiry.',
    ),
).extend({ expiresAt: z.optional(expiresAtSchema) });

const eventSchema = (type: DeliveredType, data: z.ZodType, previous: z.ZodType) =>
  eventFields(z.literal(type), data, previous);

/** `previous` is empty for a creation, deletion, erasure or announced expiry, and operational events. */
const nothing = z.strictObject({});

const schemaOf = (type: DeliveredType): z.ZodType => {
  if (type === TEST_EVENT_TYPE) {
    const endpoint = {
      id: uuidSchema.describe('The tested webhook endpoint.'),
      message: z.string(),
    };
    return eventSchema(type, z.strictObject(endpoint), nothing);
  }
  const [name = '', change = ''] = type.split('.');
  if (name === 'webhook_endpoint') return eventSchema(type, endpointStateSchema, nothing);
  if (name === 'export') return eventSchema(type, exportStateSchema, nothing);
  if (name === 'import') return eventSchema(type, importStateSchema, nothing);
  if (!isResourceName(name)) throw new Error(`No schema is declared for the resource of ${type}.`);
  if (change === 'erased') {
    return eventSchema(type, z.strictObject({ id: uuidSchema.describe('The erased person.') }), nothing);
  }
  const { data, previous } = EVENT_RESOURCES[name];
  if (change === 'expiring') return eventSchema(type, data, nothing).extend({ expiresAt: expiresAtSchema });
  return eventSchema(type, data, change === 'created' || change === 'deleted' ? nothing : previous);
};

/** The body of a delivery, by event type. */
export const EVENT_SCHEMAS: ReadonlyMap<DeliveredType, z.ZodType> = new Map(
  DELIVERED_TYPES.map((type) => [type, schemaOf(type)]),
);

/** The events of the feed that this version knows: {@link anyEventSchema} by type. */
export const knownEventSchema = z.union(
  [...EVENT_SCHEMAS].filter(([type]) => type !== TEST_EVENT_TYPE).map(([, schema]) => schema),
);
