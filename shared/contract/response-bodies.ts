import { z } from 'zod';
import { callabilitySchema } from '../domain/callability.ts';
import { MAX_LIST_ITEMS, timestampSchema, uuidSchema } from '../domain/fields.ts';
import { listedCallListSchema, SCHEMAS, schemaOf } from '../kinds/derive/schema.ts';
import { nounOf, type Pascal, PLAIN_KINDS, type PlainKind, pascalOf, pluralOf } from '../kinds/names.ts';
import { PHONE_FIELDS } from '../kinds/phone-fields.ts';
import { anyEventSchema } from './events/event-schemas.ts';
import { exportSchema, queuedExportSchema } from './exports/export-schemas.ts';
import {
  keyImportSchema,
  listedKeyImportSchema,
  startedKeyImportSchema,
} from './imports/key-import-schemas.ts';
import { permissionSchema } from './keys/permission-schema.ts';
import { MAX_CURSOR_LENGTH } from './query-parameters.ts';
import { fieldListSchema } from './records/field-schemas.ts';
import { notFound, RECORD_BODIES } from './records/record-bodies.ts';
import { deliveryOptionSchemas } from './webhooks/delivery-option-schemas.ts';
import { MAX_URL_LENGTH } from './webhooks/webhook-limits.ts';

const countSchema = z.int().min(0);

const nextCursorSchema = z
  .string()
  .min(1)
  .max(MAX_CURSOR_LENGTH)
  .describe('Opaque. Send it as `cursor` to get the next page. Absent on the last page.');

/** An entry with the records that `include` requested. */
export const includingEntrySchema = SCHEMAS['call-list-entry'].extend({
  person: SCHEMAS.person
    .nullable()
    .optional()
    .describe('Present with `include=person`; null if the entry has no person or the person was deleted.'),
  company: SCHEMAS.company
    .nullable()
    .optional()
    .describe('Present with `include=company`; null if the entry has no company or the company was deleted.'),
  callability: callabilitySchema
    .optional()
    .describe('Present with `include=callability`: whether and when to call the number in `phone`.'),
});

export const callablePhoneSchema = schemaOf(PHONE_FIELDS).extend({
  callability: callabilitySchema
    .optional()
    .describe('Present with `include=callability`: whether and when to call this number.'),
});

/** A person with what `include` requested. */
const includingPersonSchema = SCHEMAS.person.extend({
  phones: z.array(callablePhoneSchema).max(MAX_LIST_ITEMS),
});

const pageOf = <Name extends string, S extends z.ZodType>(what: Name, item: S) =>
  z.strictObject({
    totalCount: countSchema
      .nullable()
      .describe(
        `The number of ${what} that match the filters, on all pages. \`null\` with \`count=none\`, and ` +
          'for more than 10,000 matches by time or name unless `count=exact`.',
      ),
    items: z.array(item),
    nextCursor: nextCursorSchema.optional(),
    eventCursor: z
      .string()
      .min(1)
      .max(MAX_CURSOR_LENGTH)
      .optional()
      .describe(
        'On the last page of a collection. Send it as `cursor` to `GET /v1/event` to get all changes ' +
          'since a minute before the first page was read.',
      ),
    nextChangedSince: timestampSchema
      .optional()
      .describe(
        'On the last page of a collection: a minute before the first page was read. ' +
          'Send it as `changedSince` next time to get what changed since.',
      ),
  });

/** @param event any event, or only those of known types */
export const eventPageOf = (event: z.ZodType) =>
  z.strictObject({
    items: z.array(event).describe('In the order of the feed, which is the same for all readers.'),
    nextCursor: z
      .string()
      .min(1)
      .max(MAX_CURSOR_LENGTH)
      .describe(
        'Opaque, and always present. Keep it, and send it as `cursor` to get the events that follow.',
      ),
    hasMore: z
      .boolean()
      .describe(
        'Whether events follow: if so, continue immediately, else later. ' +
          'A page may be empty and still have more.',
      ),
  });

const callListWithEntriesSchema = SCHEMAS['call-list'].extend({
  entryCount: countSchema.describe('The exact number of entries of the call list, on all pages.'),
  entries: z.array(includingEntrySchema).describe('Sorted by `position`.'),
  nextCursor: nextCursorSchema.optional(),
});

const usagePlanSchema = z
  .strictObject({
    name: z.string().min(1),
    rate: z.number().positive().describe('Sustained requests per second.'),
    burst: z.int().min(1).describe('Burst: requests allowed above the sustained rate.'),
    dailyQuota: z.int().min(1).describe('Requests per day, from midnight UTC.'),
  })
  .describe('The usage plan in force. A change takes up to a minute.');

const keySchema = z.strictObject({
  id: uuidSchema.describe('Public: part of the key itself.'),
  name: z.string().min(1),
  organization: z.strictObject({
    id: uuidSchema,
    name: z.string().min(1).nullable().describe('`null` if the organization was never registered.'),
  }),
  permissions: z.array(permissionSchema),
  plan: usagePlanSchema,
  createdAt: timestampSchema,
  expiresAt: timestampSchema.nullable().describe('`null` if the key does not expire.'),
  allowedAddresses: z
    .array(z.string().min(1))
    .min(1)
    .nullable()
    .describe('The CIDRs from which the key may be used. `null` for anywhere.'),
  importSource: z
    .string()
    .min(1)
    .nullable()
    .describe('The only source whose records the key may import. `null` for any.'),
});

/** @param event any event, or only those of known types */
export const eventTypesOf = (event: z.ZodType) =>
  z.strictObject({
    items: z.array(
      z.strictObject({
        type: z.string().min(1).describe('Such as `person.updated`. Later versions may add others.'),
        description: z.string().min(1),
        permissions: z
          .array(permissionSchema)
          .describe('A key needs one of them to subscribe a webhook endpoint to this type.'),
        example: event.describe('A sample event, as webhooks and the feed carry it.'),
      }),
    ),
  });

/** A webhook endpoint that was created with an API key. */
const keyEndpointSchema = z.strictObject({
  id: uuidSchema,
  url: z.url().max(MAX_URL_LENGTH),
  eventTypes: z.array(z.string().min(1)).describe('The subscribed event types and patterns.'),
  description: z.string().nullable(),
  ...deliveryOptionSchemas,
  isEnabled: z.boolean().describe('A disabled endpoint receives nothing.'),
  disabledReason: z
    .string()
    .min(1)
    .nullable()
    .describe(
      '`admin`, `gone` (it responded with `410`), `failing` (five days without a success), ' +
        '`key_revoked` or `key_permission_removed`; `null` while enabled. Later versions may add others.',
    ),
  disabledAt: timestampSchema.nullable(),
  failingSince: timestampSchema.nullable().describe('`null` while deliveries succeed.'),
  keyId: uuidSchema.describe('The API key that created it.'),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});

const issuedKeyEndpointSchema = keyEndpointSchema.extend({
  secret: z
    .string()
    .regex(/^whsec_/)
    .describe('The signing secret. Shown only once.'),
});

const plainPageOf = <K extends PlainKind>(kind: K) =>
  pageOf(nounOf(pluralOf(kind)), SCHEMAS[kind]).extend({ notFound });

/** Pages and single records of each kind without code of its own. */
const PLAIN_BODIES = Object.fromEntries(
  PLAIN_KINDS.flatMap((kind) => [
    [`${pascalOf(kind)}Page`, plainPageOf(kind)],
    [pascalOf(kind), SCHEMAS[kind]],
  ]),
) as object as { readonly [K in PlainKind as `${Pascal<K>}Page`]: ReturnType<typeof plainPageOf<K>> } & {
  readonly [K in PlainKind as Pascal<K>]: (typeof SCHEMAS)[K];
};

/**
 * The success bodies of the data API, by schema name. Handlers import only the types, which keeps the schema
 * library out of their bundles; the OpenAPI document is generated from the schemas.
 */
export const RESPONSE_BODIES = {
  ...PLAIN_BODIES,
  PersonWithCallability: includingPersonSchema,
  CallListPage: pageOf('call lists', listedCallListSchema),
  CallListWithEntries: callListWithEntriesSchema,
  CallListEntryPage: pageOf('entries', SCHEMAS['call-list-entry']),
  CountPage: RECORD_BODIES.CountPage.extend({ nextCursor: nextCursorSchema.optional() }),
  FieldList: fieldListSchema,
  Key: keySchema,
  EventPage: eventPageOf(anyEventSchema),
  EventTypeList: eventTypesOf(anyEventSchema),
  WebhookEndpointPage: z.strictObject({
    items: z.array(keyEndpointSchema).describe('Newest first.'),
    nextCursor: nextCursorSchema.optional(),
  }),
  IssuedWebhookEndpoint: issuedKeyEndpointSchema,
  WebhookEndpoint: keyEndpointSchema,
  QueuedExport: queuedExportSchema,
  ExportPage: z.strictObject({
    items: z.array(exportSchema).describe('Newest first.'),
    nextCursor: nextCursorSchema.optional(),
  }),
  Export: exportSchema,
  StartedImport: startedKeyImportSchema,
  ImportPage: z.strictObject({
    items: z.array(listedKeyImportSchema).describe('Newest first.'),
    nextCursor: nextCursorSchema.optional(),
  }),
  Import: keyImportSchema,
} as const;

export type ResponseName = keyof typeof RESPONSE_BODIES;

type ReadValue<T> = T extends (infer E)[] ? readonly (E extends object ? Read<E> : E)[] : T;

/** Makes fields and arrays read-only, also those of items. */
type Read<T> = { readonly [K in keyof T]: ReadValue<T[K]> };

/** The type of the body with this schema name. */
export type ResponseBody<N extends ResponseName> = Read<z.infer<(typeof RESPONSE_BODIES)[N]>>;
