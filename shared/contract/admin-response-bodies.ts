import { z } from 'zod';
import { timestampSchema, uuidSchema } from '../domain/fields.ts';
import { APP_PERMISSIONS } from './agents/oauth.ts';
import type { ListedEntry } from './audit-log/audit-log.ts';
import { EVENT_PATTERNS, isEventPattern } from './events/event-types.ts';
import { adminExportSchema } from './exports/export-schemas.ts';
import { IMPORT_VIEWS } from './imports/import-views.ts';
import { API_KEY_KINDS, API_KEY_STATES } from './keys/api-key-limits.ts';
import { PERMISSIONS } from './keys/permissions.ts';
import { USER_RESPONSE_BODIES } from './organizations/user-response-bodies.ts';
import { FEED_POSITION } from './path-parameters.ts';
import { RECORD_BODIES } from './records/record-bodies.ts';
import { REQUEST_BODIES } from './request-bodies.ts';
import { deliveryOptionSchemas } from './webhooks/delivery-option-schemas.ts';
import { ARN_TARGETS, DESTINATION_TYPES, destinationsWith } from './webhooks/destinations.ts';
import {
  ACTIVITY_SAMPLE_SIZE,
  DELIVERY_STATES,
  DISABLED_REASONS,
  MAX_UNDELIVERED,
  MAX_URL_LENGTH,
  REPLAY_STATES,
  REPLAYED_STATES,
  SIGNATURES,
} from './webhooks/webhook-limits.ts';

const countSchema = z.int().min(0);
/** The total of a counted collection. */
const totalCount = countSchema.describe('On all pages.');
const nextCursor = z
  .string()
  .min(1)
  .optional()
  .describe('Send it as `cursor` to get the next page. Absent on the last page.');

const page = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item), nextCursor });

const apiKeySchema = z.strictObject({
  id: uuidSchema.describe('Public: part of the key itself.'),
  name: z.string().min(1),
  kind: z
    .enum(API_KEY_KINDS)
    .describe('`key`, or `app` for a connected app, which has tokens in place of a key.'),
  client: z
    .strictObject({
      id: z.string().min(1).describe('Its OAuth client id.'),
      name: z.string().min(1).describe('The name that the client gives itself.'),
      endsAt: timestampSchema
        .nullable()
        .describe('When the app ends, also if it is used; null if its user chose no end.'),
    })
    .nullable()
    .describe('The client of a connected app; null for a key.'),
  state: z.enum(API_KEY_STATES),
  permissions: z.array(z.enum(PERMISSIONS)),
  plan: z.string().min(1).describe('The usage plan that limits its requests.'),
  allowedAddresses: z
    .array(z.string().min(1))
    .min(1)
    .nullable()
    .describe('The CIDRs from which the key may be used; null for anywhere.'),
  importSource: z
    .string()
    .min(1)
    .nullable()
    .describe('The only source whose records the key may import; null for any.'),
  hint: z.string().min(1).describe('The first and last characters of the key, to recognize it.'),
  ownerId: z.string().nullable().describe('The user who owns the key; null if an operator created it.'),
  grantedBy: z
    .string()
    .nullable()
    .describe('The id of the user or operator who last granted permissions to the key; null if unknown.'),
  createdAt: timestampSchema,
  createdBy: z.string().min(1).describe('The name of a user or operator.'),
  expiresAt: timestampSchema.nullable(),
  revokedAt: timestampSchema.nullable(),
  lastUsedAt: timestampSchema.nullable().describe('May lag by up to an hour.'),
  rotatedTo: uuidSchema.nullable().describe('The key that replaces this one.'),
});

const issuedApiKeySchema = apiKeySchema.extend({
  key: z
    .string()
    .regex(/^sd_live_/)
    .describe('The value of the key. Shown only once.'),
});

const revokedApiKeySchema = apiKeySchema.extend({
  activePredecessors: z
    .array(apiKeySchema)
    .describe('The keys that were rotated to it and are still in their grace period: they are not revoked.'),
});

const appRequestSchema = z.strictObject({
  client: z.strictObject({
    id: z.string().min(1),
    name: z.string().min(1).describe('The name that the client gives itself.'),
    host: z
      .string()
      .min(1)
      .nullable()
      .describe('The host whose document identifies the client; null for one that registered itself.'),
  }),
  redirectTarget: z.string().min(1).describe('Where the response goes: a host, or `this computer`.'),
  permissions: z.array(z.enum(APP_PERMISSIONS)).describe('Those that the client asks for.'),
  denialUrl: z.string().min(1).describe('The address to go to if the user denies the request.'),
});

const auditEntrySchema = z.strictObject({
  id: z.string().min(1),
  at: timestampSchema,
  actor: z.strictObject({ id: z.string().min(1), name: z.string().min(1), from: z.string().nullable() }),
  action: z.string().min(1).describe('Such as `api_key.created`. Later versions may add others.'),
  targetId: z.string().min(1),
  details: z.record(z.string(), z.unknown()).describe('Details that depend on the action.'),
}) satisfies z.ZodType<ListedEntry>;

/** A named schema, because ogen has its own `TryRequestResultHeaders`. */
export const headerFieldsSchema = z.record(z.string(), z.string()).describe('By lower-case name.');

const tryRequestResultSchema = z.strictObject({
  status: z.int().min(100).max(599),
  statusText: z.string(),
  headers: headerFieldsSchema,
  body: z.string().describe('The body as text, truncated to the first megabyte.'),
  isTruncated: z.boolean(),
  milliseconds: z.number().min(0),
});

const publicKeySchema = z
  .string()
  .regex(/^whpk_/)
  .nullable();

const policyOf = <T extends z.ZodRawShape>(statement: T) =>
  z.strictObject({
    Version: z.string(),
    Statement: z.array(z.strictObject({ Effect: z.literal('Allow'), Action: z.string(), ...statement })),
  });

const trustPolicySchema = policyOf({
  Principal: z.strictObject({ AWS: z.string() }),
  Condition: z.strictObject({ StringEquals: z.strictObject({ 'sts:ExternalId': z.string() }) }),
});

const permissionsPolicySchema = policyOf({ Resource: z.string() });

export const webhookEndpointSchema = z.strictObject({
  id: uuidSchema,
  type: z.enum(DESTINATION_TYPES).describe('Where `url` leads.'),
  url: z.url().max(MAX_URL_LENGTH).describe(`An https URL, or the ARN of ${ARN_TARGETS}.`),
  roleArn: z
    .string()
    .nullable()
    .describe(`The role by which ${destinationsWith('roleArn')} are reached; null for others.`),
  rolePolicies: z
    .strictObject({ trust: trustPolicySchema, permissions: permissionsPolicySchema })
    .nullable()
    .describe('The trust policy and the permissions policy that the role needs. Null without a role.'),
  description: z.string().nullable(),
  eventTypes: z.array(z.enum(EVENT_PATTERNS.filter(isEventPattern))),
  includesContactDetails: z
    .boolean()
    .describe(
      'Whether deliveries contain the contact details of people. An endpoint that an API key created ' +
        'follows its permission `person.contact:read` at that time.',
    ),
  ...deliveryOptionSchemas,
  isEnabled: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  disabledAt: timestampSchema.nullable(),
  failingSince: timestampSchema.nullable().describe('Null while deliveries succeed.'),
  signature: z
    .enum(SIGNATURES)
    .describe('`hmac` signs with a shared secret (`v1`), `ed25519` with a private key (`v1a`).'),
  publicKey: publicKeySchema.describe('Verifies deliveries with `ed25519`; otherwise null.'),
  secretCreatedAt: timestampSchema,
  previousSecretExpiresAt: timestampSchema
    .nullable()
    .describe('Until then, deliveries are also signed with the previous secret.'),
  previousPublicKey: publicKeySchema.describe('Of the previous secret, while it signs and if it has one.'),
  publicKeysUrl: z
    .url()
    .nullable()
    .describe('A public JSON Web Key Set of the keys that sign. Null if none of them has a public key.'),
  createdAt: timestampSchema,
  createdBy: z.string().min(1),
  apiKeyId: uuidSchema
    .nullable()
    .describe('The API key that created it through the data API; null if an admin or operator did.'),
  updatedAt: timestampSchema,
});

const webhookDestinationsSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        type: z.enum(DESTINATION_TYPES),
        name: z.string().describe('Such as `an SQS queue`.'),
        example: z.string().describe('An example of a `url`.'),
      }),
    )
    .describe('Those that the operator of the service allows.'),
  trustPolicy: trustPolicySchema.describe('The trust policy of a role (`roleArn`) of your organization.'),
});

const issuedWebhookEndpointSchema = webhookEndpointSchema.extend({
  secret: z
    .string()
    .regex(/^whsec_/)
    .nullable()
    .describe(
      'The signing secret. Shown only once. Null with `ed25519`, whose private key is never shown, and for ' +
        `${destinationsWith('roleArn')}.`,
    ),
});

const deliverySchema = z.strictObject({
  id: z.string().min(1),
  endpointId: uuidSchema,
  eventId: uuidSchema,
  eventType: z.string().min(1),
  eventTimestamp: timestampSchema,
  sequence: z.int().min(1),
  resourceId: z.string().min(1),
  state: z.enum(DELIVERY_STATES),
  reason: z.string().nullable().describe('Why it was missed, or failed without an attempt.'),
  nextAttemptAt: timestampSchema.nullable().describe('Null if none is planned.'),
  attemptCount: countSchema,
  attempts: z
    .array(
      z.strictObject({
        at: timestampSchema,
        status: z.int().nullable().describe('Null if no response arrived.'),
        durationMilliseconds: z.number().min(0).describe('From the DNS lookup to the end of the response.'),
        error: z.string().nullable(),
        responseBody: z.string().nullable().describe('The first 1,024 bytes as text.'),
      }),
    )
    .describe('The last 30 attempts.'),
});

const deliveryWithPayloadSchema = deliverySchema.extend({
  payload: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The request body of the delivery; null if the event is no longer stored or was too large.'),
  eventPosition: z
    .string()
    .regex(FEED_POSITION)
    .nullable()
    .describe('The position of its event in the feed; null for test events.'),
  request: z
    .strictObject({
      url: z.url().max(MAX_URL_LENGTH),
      headers: z.array(z.strictObject({ name: z.string().min(1), value: z.string() })),
      body: z.string().describe('Byte for byte.'),
    })
    .nullable()
    .describe(
      'The request of the last attempt, as the endpoint would get it now, without `webhook-signature`, ' +
        'which is not stored. Null if there is no payload.',
    ),
});

const placedEventSchema = z.strictObject({
  position: z
    .string()
    .regex(FEED_POSITION)
    .describe('The position of the event in the feed. Later events have higher positions.'),
  event: z
    .strictObject({
      id: uuidSchema,
      type: z.string().min(1),
      organizationId: uuidSchema,
      timestamp: timestampSchema,
      sequence: z.int().min(1),
      isSilent: z.boolean(),
      data: z.record(z.string(), z.unknown()),
      previous: z.record(z.string(), z.unknown()),
    })
    .describe('The event, as webhooks deliver it.'),
  import: z
    .strictObject({ id: uuidSchema, source: z.string().min(1), fileName: z.string().min(1) })
    .nullable()
    .describe('The import that made the change; `null` for other changes, and for members.'),
});

const delaysSchema = z.strictObject({
  feedSeconds: countSchema.describe(
    'Seconds since the oldest change of a person, company or entry that is not in the feed; 0 if all are.',
  ),
  lookupSeconds: countSchema.describe(
    'Seconds since the oldest events that lookups do not reflect; 0 if they reflect all.',
  ),
});

const eventWithDeliveriesSchema = placedEventSchema.extend({
  deliveries: z.array(deliverySchema).describe('Its deliveries to the endpoints of the organization.'),
});

const replaySchema = z.strictObject({
  id: uuidSchema,
  endpointId: uuidSchema,
  states: z.array(z.enum(REPLAYED_STATES)).describe('The states of the deliveries that it replays.'),
  after: timestampSchema.nullable().describe('Only events after this time. `null` for all.'),
  before: timestampSchema.describe('Only events before this time: by default, before the replay started.'),
  state: z.enum(REPLAY_STATES).describe('`queued` and `running` end as `completed` or `failed`.'),
  problem: z.string().min(1).nullable().describe('Why it failed, and what to do. The counts are right, too.'),
  totalCount: countSchema
    .nullable()
    .describe(
      'How many deliveries it found at its start. `null` until then, from 10,000 on, and if `states` ' +
        'contains `succeeded`.',
    ),
  replayed: countSchema.describe('Deliveries that were queued again.'),
  unavailable: countSchema.describe(
    'Deliveries that were not, because their event is no longer stored or was too large.',
  ),
  changed: countSchema.describe('Deliveries that were not, because they were attempted meanwhile.'),
  createdBy: z.string().min(1).describe('The name of the user or operator who started it.'),
  createdAt: timestampSchema,
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
});

const activitySchema = z.array(
  z.strictObject({
    start: timestampSchema.describe('The start of the period. Deliveries count by the time of their event.'),
    end: timestampSchema.describe('The end of the period, exclusive.'),
    deliveries: countSchema.describe(
      `Deliveries that the figures cover: the newest ${ACTIVITY_SAMPLE_SIZE} of the period.`,
    ),
    isSample: z.boolean().describe('Whether the period has more deliveries than the figures cover.'),
    succeeded: countSchema.describe('Attempts that the endpoint accepted.'),
    failed: countSchema.describe('Attempts that failed.'),
    p50Milliseconds: z
      .int()
      .min(0)
      .nullable()
      .describe('The median duration of attempts with a response; `null` without one.'),
    p95Milliseconds: z.int().min(0).nullable().describe('The 95th percentile of the same durations.'),
  }),
);

const undeliveredCount = z.int().min(0).max(MAX_UNDELIVERED);

const undeliveredSchema = z.strictObject({
  retrying: undeliveredCount.describe('Deliveries whose last attempt failed, and which have another one.'),
  failed: undeliveredCount.describe('Deliveries whose last attempt of all failed.'),
  missed: undeliveredCount.describe('Deliveries of events that occurred while it was disabled.'),
  oldestAt: timestampSchema.nullable().describe('When the oldest of these events occurred.'),
});

const webhookEndpointDetailsSchema = webhookEndpointSchema.extend({
  latestReplay: replaySchema
    .nullable()
    .describe(
      'The replay to it that was started last, in the last 30 days. `null` without `include=latestReplay`.',
    ),
  lastDay: activitySchema
    .nullable()
    .describe('Attempts by hour, 24 of them, oldest first. `null` without `include=lastDay`.'),
  lastWeek: activitySchema
    .nullable()
    .describe('Attempts in periods of 6 hours, 28 of them, oldest first. `null` without `include=lastWeek`.'),
  undelivered: undeliveredSchema
    .nullable()
    .describe(
      `Deliveries that have not succeeded, up to ${MAX_UNDELIVERED} of each state. \`null\` without ` +
        '`include=undelivered`.',
    ),
});

/** The success bodies of the admin API, by schema name. */
export const ADMIN_RESPONSE_BODIES = {
  ApiKey: apiKeySchema,
  IssuedApiKey: issuedApiKeySchema,
  RevokedApiKey: revokedApiKeySchema,
  ApiKeyPage: page(apiKeySchema).extend({ totalCount }),
  ...REQUEST_BODIES,
  AppRequest: appRequestSchema,
  ConnectedApp: z.strictObject({
    redirectUrl: z.string().min(1).describe('The address to go to, with a code for the client.'),
  }),
  AuditLogPage: page(auditEntrySchema),
  TryRequestResult: tryRequestResultSchema,
  WebhookEndpoint: webhookEndpointSchema,
  WebhookEndpointDetails: webhookEndpointDetailsSchema,
  IssuedWebhookEndpoint: issuedWebhookEndpointSchema,
  WebhookEndpointPage: page(webhookEndpointSchema),
  WebhookDestinations: webhookDestinationsSchema,
  Delivery: deliverySchema,
  DeliveryPage: page(deliverySchema),
  DeliveryWithPayload: deliveryWithPayloadSchema,
  Replay: replaySchema,
  EventPage: page(placedEventSchema).extend({
    hasMore: z
      .boolean()
      .describe('Whether more events follow. With `tail`, `nextCursor` is there either way.'),
    delays: delaysSchema.nullable().describe('`null` without `include=delays`.'),
  }),
  EventWithDeliveries: eventWithDeliveriesSchema,
  ...RECORD_BODIES,
  ...USER_RESPONSE_BODIES,
  ...IMPORT_VIEWS,
  Export: adminExportSchema,
  ExportPage: page(adminExportSchema),
} as const;

export type AdminResponseName = keyof typeof ADMIN_RESPONSE_BODIES;

export type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** The type of the body with this schema name. */
export type AdminResponseBody<N extends AdminResponseName> = DeepReadonly<
  z.infer<(typeof ADMIN_RESPONSE_BODIES)[N]>
>;
