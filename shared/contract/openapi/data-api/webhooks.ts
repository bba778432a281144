import type { CallList } from '../../../domain/call-list.ts';
import { DELIVERED_TYPES, type DeliveredType, TEST_EVENT_TYPE } from '../../event-types.ts';
import { type JsonObject, reference } from '../json-object.ts';
import { EXAMPLE_CALL_LIST, EXAMPLE_COMPANY, EXAMPLE_ENTRY, EXAMPLE_PERSON } from './examples.ts';

const SUMMARIES: Readonly<Record<DeliveredType, string>> = {
  'person.created': 'A person was created',
  'person.updated': 'Fields of a person changed',
  'person.deleted': 'A person was deleted',
  'company.created': 'A company was created',
  'company.updated': 'Fields of a company changed',
  'company.deleted': 'A company was deleted',
  'call_list.created': 'A call list was created',
  'call_list.updated': 'Fields of a call list other than `isLocked` changed',
  'call_list.deleted': 'A call list was deleted',
  'call_list.locked': 'A call list was locked',
  'call_list.unlocked': 'A call list was unlocked',
  'call_list_entry.created': 'An entry was added to a call list',
  'call_list_entry.updated': 'Fields of an entry changed, including its position',
  'call_list_entry.deleted': 'An entry was removed from a call list',
  [TEST_EVENT_TYPE]: 'A webhook endpoint was tested',
};

const pascalCase = (type: string): string =>
  type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The schema name of an event: `CallListLockedEvent` for `call_list.locked`. */
export const eventSchemaName = (type: string): string => `${pascalCase(type)}Event`;

interface Example {
  readonly data: object;
  readonly previous: object;
}

const locked = (isLocked: boolean): Example => ({
  data: { ...EXAMPLE_CALL_LIST, isLocked } satisfies CallList,
  previous: { isLocked: !isLocked },
});

const listedEntry = { ...EXAMPLE_ENTRY, callListId: EXAMPLE_CALL_LIST.id };

/** An example of each resource, and of an update's `previous`. */
const CHANGES: Readonly<Record<string, Example>> = {
  person: { data: EXAMPLE_PERSON, previous: { title: 'Engineer' } },
  company: { data: EXAMPLE_COMPANY, previous: { employeeCount: 240 } },
  call_list: { data: EXAMPLE_CALL_LIST, previous: { name: 'Follow up' } },
  call_list_entry: { data: listedEntry, previous: { status: 'pending', attempts: 1 } },
};

const exampleOf = (type: DeliveredType): Example => {
  if (type === TEST_EVENT_TYPE) {
    return {
      data: { id: '7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f', message: 'A test event: nothing has changed.' },
      previous: {},
    };
  }
  if (type === 'call_list.locked' || type === 'call_list.unlocked')
    return locked(type === 'call_list.locked');
  const [resource = '', change] = type.split('.');
  const example = CHANGES[resource];
  if (example === undefined) throw new Error(`The event type ${type} has no example. Add one to CHANGES.`);
  return change === 'updated' ? example : { ...example, previous: {} };
};

const webhook = (type: DeliveredType): JsonObject => ({
  post: {
    operationId: `on${pascalCase(type)}`,
    tags: ['Webhooks'],
    summary: SUMMARIES[type],
    description:
      type === TEST_EVENT_TYPE
        ? 'Sent to a single endpoint when an admin tests it. Cannot be subscribed to.'
        : `Sent to every endpoint subscribed to \`${type}\`, to all events of the resource, or to all events.`,
    security: [],
    parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) =>
      reference('parameters', name),
    ),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference('schemas', eventSchemaName(type)),
          example: {
            id: '0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11',
            type,
            timestamp: '2026-01-31T09:30:00.000Z',
            sequence: type.endsWith('.created') || type === TEST_EVENT_TYPE ? 1 : 4,
            ...exampleOf(type),
          },
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
      'Any other status, including redirects, or no response within 15 seconds: the delivery is retried, up to ten attempts in about 50 hours. `Retry-After` is honoured up to the next scheduled delay.',
  },
};

/** The headers of a delivery (Standard Webhooks), for `components.parameters`. */
export const WEBHOOK_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'The id of the event. It stays the same across retries and replays: use it to discard duplicates.',
    schema: { type: 'string', pattern: '^[\\w-]{1,256}$' },
    example: '0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'The time of this attempt in Unix seconds. Reject deliveries that are more than five minutes off.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1769851800',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'A space-delimited signature per active secret: `v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, using the raw body. Accept the delivery if any signature matches.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

/** The OpenAPI `webhooks`, by event type. */
export const webhooks = (): JsonObject =>
  Object.fromEntries(DELIVERED_TYPES.map((type) => [type, webhook(type)]));
