import {
  anyEventSchema,
  EVENT_RESOURCES,
  EVENT_SCHEMAS,
  EVENT_STATES,
  knownEventSchema,
} from '../../../contract/events/event-schemas.ts';
import { createExportBody } from '../../../contract/exports/export-bodies.ts';
import { exportFileSchema } from '../../../contract/exports/export-schemas.ts';
import { createKeyImportBody } from '../../../contract/imports/import-bodies.ts';
import {
  callablePhoneSchema,
  eventPageOf,
  eventTypesOf,
  includingEntrySchema,
  RESPONSE_BODIES,
} from '../../../contract/response-bodies.ts';
import { subscribeWebhookBody } from '../../../contract/webhooks/webhook-bodies.ts';
import { callabilityReasonSchema, callabilitySchema } from '../../../domain/callability.ts';
import { listedCallListSchema } from '../../../kinds/derive/schema.ts';
import { DOCUMENTATION } from '../../../kinds/kinds.ts';
import { capitalized, KIND_NAMES, nounOf, PLAIN_KINDS, pluralOf, pluralsOf } from '../../../kinds/names.ts';
import { namedSchemas } from '../component-schemas.ts';
import { openApiDocument } from '../document.ts';
import { ENTITY_TAG } from '../headers.ts';
import type { JsonObject } from '../json-object.ts';
import { problemSchemas } from '../problem-response.ts';
import type { SchemaForm } from '../schema-form.ts';
import { dataApiPaths } from './operations.ts';
import { PROBLEM_RESPONSES } from './problems.ts';
import { eventSchemaName, WEBHOOK_RESPONSES, webhooks } from './webhooks.ts';

/** The description of the API, as CommonMark. */
const DESCRIPTION = `
Read the sales data of your organization: people, companies and call lists. Only operations on webhook \
endpoints change anything.

**Keys.** Send your API key in the \`X-Api-Key\` header. An admin of your organization grants its permissions.
A revoked key is rejected from the next request. \`GET /v1/key\` describes the key.

**Responses.** Successes are JSON. Errors are problem documents (RFC 9457) with a stable \`type\`. Every
response has an \`X-Request-Id\`. Bodies above 1 KB are compressed if \`Accept-Encoding\` allows it.

**HEAD** works on every path with \`GET\` and returns its headers. Other methods return \`MethodNotAllowed\`;
unlisted paths return \`UnknownPath\`.

**Parameters** are strict: unknown, repeated or malformed ones return a \`400\` that names them. Only lists
such as \`include\` may be repeated. Ids are lower-case UUIDs; timestamps are ISO 8601 in UTC with \
milliseconds.

**Paging.** Every page but the last has a \`nextCursor\` and the equivalent \`Link: <…>; rel="next"\` header.

**Limits.** Each key has a usage plan, shown in \`RateLimit-Policy\`. Requests over a limit return \`429\`
with \`Retry-After\`. A key that is only seconds old may return \`503\` with \`Retry-After\`.

**Versions.** Later releases of v1 may add fields and event types, and never remove or retype existing ones:
ignore unknown fields and types.

**Webhooks** deliver changes as they happen, signed according to [Standard
Webhooks](https://www.standardwebhooks.com), at least once and in no particular order.
`.trim();

const TAGS = [
  ...PLAIN_KINDS.map((kind) => ({
    name: capitalized(nounOf(pluralOf(kind))),
    description: DOCUMENTATION[kind]().text,
  })),
  { name: 'Call lists', description: 'Whom to call, in which order, and with what result.' },
  { name: 'Events', description: 'Every change, once and in order.' },
  {
    name: 'Webhook endpoints',
    description: 'Subscriptions of URLs to events, made with an API key.',
  },
  {
    name: 'Exports',
    description: 'All records in files: JSON Lines, CSV or Parquet.',
  },
  { name: 'Imports', description: 'Records of a source, from files or rows.' },
  { name: 'Counts', description: 'How many records have each value of a field.' },
  { name: 'Fields', description: `Which fields ${pluralsOf(KIND_NAMES)} have.` },
  { name: 'Keys', description: 'The API key of the request.' },
  { name: 'Description', description: 'This document.' },
  { name: 'Webhooks', description: 'Events sent to the webhook endpoints of your organization.' },
];

const KEY_DESCRIPTION =
  'An API key as shown at its creation: `sd_live_`, its public id, `_`, and its secret with a checksum. ' +
  'The scopes of an operation are the permissions it requires.';

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The `ETag` of a cached response, or several separated by commas. Returns `304` if one still matches.',
  schema: { type: 'string' },
  example: ENTITY_TAG,
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a repeated request harmless: the same key and body within 24 hours return the first response ' +
    'again.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: '5c1f6e0a-3f0e-4e0b-9f8b-2b7d3f1f9a10',
};

const OPEN_OBJECT = { type: 'object', additionalProperties: true };

const OPENAPI_DOCUMENT = {
  type: 'object',
  description: 'An OpenAPI document (https://spec.openapis.org/oas/v3.1.1.html).',
  required: ['openapi', 'info', 'servers', 'paths', 'webhooks', 'components'],
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    info: OPEN_OBJECT,
    servers: { type: 'array', items: OPEN_OBJECT },
    paths: OPEN_OBJECT,
    webhooks: OPEN_OBJECT,
    components: OPEN_OBJECT,
  },
  additionalProperties: true,
};

/** The OpenAPI 3.1 document of the data API, generated from the routes and schemas. */
export const dataApiDocument = (form: SchemaForm = 'published'): JsonObject =>
  openApiDocument({
    info: {
      title: 'Sales Data API',
      summary: "Read an organization's people, companies and call lists.",
      description: DESCRIPTION,
    },
    server: {
      url: 'http://127.0.0.1:3000',
      description:
        'The local service started by `npm start`. A deployment serves this document with its own URL.',
    },
    tags: TAGS,
    paths: dataApiPaths(),
    webhooks: webhooks(),
    problems: PROBLEM_RESPONSES,
    unlistedMethods: ['MethodNotAllowed'],
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_DESCRIPTION },
    },
    parameters: { IfNoneMatch: IF_NONE_MATCH, IdempotencyKey: IDEMPOTENCY_KEY },
    responses: WEBHOOK_RESPONSES,
    schemas: {
      ...namedSchemas(
        {
          CallablePhone: callablePhoneSchema,
          Callability: callabilitySchema,
          CallabilityReason: callabilityReasonSchema,
          CallList: listedCallListSchema,
          CallListEntry: includingEntrySchema,
          ExportFile: exportFileSchema,
          Event: form === 'published' ? anyEventSchema : knownEventSchema,
          ...RESPONSE_BODIES,
          ...(form === 'exact' && {
            EventPage: eventPageOf(knownEventSchema),
            EventTypeList: eventTypesOf(knownEventSchema),
          }),
          ...problemSchemas(PROBLEM_RESPONSES),
          StoredCallList: EVENT_RESOURCES.call_list.data,
          ListedEntry: EVENT_RESOURCES.call_list_entry.data,
          PreviousPerson: EVENT_RESOURCES.person.previous,
          PreviousCompany: EVENT_RESOURCES.company.previous,
          PreviousCallList: EVENT_RESOURCES.call_list.previous,
          PreviousEntry: EVENT_RESOURCES.call_list_entry.previous,
          ...EVENT_STATES,
          ...Object.fromEntries([...EVENT_SCHEMAS].map(([type, schema]) => [eventSchemaName(type), schema])),
        },
        { form, io: 'output' },
      ),
      ...namedSchemas(
        {
          CreateWebhookEndpointBody: subscribeWebhookBody,
          CreateExportBody: createExportBody,
          CreateImportBody: createKeyImportBody,
        },
        { form, io: 'input' },
      ),
      OpenApiDocument: OPENAPI_DOCUMENT,
    },
  });
