import {
  DELIVERED_TYPES,
  type DeliveredType,
  TEST_EVENT_TYPE,
} from '../../../contract/events/event-types.ts';
import { EVENT_DESCRIPTIONS, EVENT_ID, exampleEvent } from '../../../contract/events/examples.ts';
import { type JsonObject, pascalCase, reference } from '../json-object.ts';

/** The schema name of an event: `CallListLockedEvent` for `call_list.locked`. */
export const eventSchemaName = (type: string): string => `${pascalCase(type)}Event`;

const parameter = (name: string, description: string, pattern: string, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', pattern },
  example,
});

/** The headers of a delivery (Standard Webhooks). */
const PARAMETERS: readonly JsonObject[] = [
  parameter(
    'webhook-id',
    'The id of the event. It stays the same across retries and replays: use it to discard duplicates.',
    '^[\\w-]{1,256}$',
    EVENT_ID,
  ),
  parameter(
    'webhook-timestamp',
    'The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.',
    '^\\d+$',
    '1769851800',
  ),
  parameter(
    'webhook-signature',
    'A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of ' +
      '`{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. ' +
      'Accept the delivery if any signature matches.',
    '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const webhook = (type: DeliveredType): JsonObject => ({
  post: {
    operationId: `on${pascalCase(type)}`,
    tags: ['Webhooks'],
    summary: EVENT_DESCRIPTIONS[type],
    description:
      type === TEST_EVENT_TYPE
        ? 'Sent to a single endpoint when an admin tests it. Cannot be subscribed to.'
        : type.startsWith('webhook_endpoint.')
          ? `Sent to every other endpoint subscribed to \`${type}\`, to all events of endpoints, or to ` +
            'all events. Endpoints of API keys receive only those about endpoints of API keys.'
          : `Sent to every endpoint subscribed to \`${type}\`, to all events of the resource, or to all ` +
            'events.',
    security: [],
    // Not components: oapi-codegen omits those that only webhooks refer to.
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference('schemas', eventSchemaName(type)),
          example: exampleEvent(type),
        },
      },
    },
    responses: {
      '2XX': reference('responses', 'WebhookReceived'),
      410: reference('responses', 'WebhookGone'),
      default: reference('responses', 'WebhookFailed'),
    },
  },
});

/** How the endpoint's responses are interpreted, for `components.responses`. */
export const WEBHOOK_RESPONSES: Readonly<Record<string, JsonObject>> = {
  WebhookReceived: { description: 'Any 2xx status within 15 seconds marks the delivery as succeeded.' },
  WebhookGone: { description: 'Disables the endpoint immediately.' },
  WebhookFailed: {
    description:
      'Any other status, including redirects, or no response within 15 seconds: ' +
      'the delivery is retried, up to ten attempts in about 50 hours. ' +
      '`Retry-After` is honored up to the next scheduled delay.',
  },
};

/** The OpenAPI `webhooks`, by event type. */
export const webhooks = (): JsonObject =>
  Object.fromEntries(DELIVERED_TYPES.map((type) => [type, webhook(type)]));
