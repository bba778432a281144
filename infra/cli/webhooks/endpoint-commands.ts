import { setTimeout } from 'node:timers/promises';
import type { DeliveryView } from '../../../shared/contract/webhooks/webhook-views.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { Table } from '../../../shared/table/table.ts';
import { type Delivery, viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { readDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { viewOfEndpoint, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { listEndpoints } from '../../../shared/webhooks/endpoints/list-endpoints.ts';
import { rotateSecret } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import { updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { sendTestEvent } from '../../../shared/webhooks/fan-out/send-test-event.ts';
import { optional, required, SWITCH } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import { jsonLines } from '../support/output.ts';
import { type Columns, listResult } from '../support/table.ts';
import { requireFound, UsageError } from '../support/usage-error.ts';
import { type Webhooks, webhookSubcommand } from './connect-webhooks.ts';
import {
  contactDetailsOf,
  DELIVERY_FLAGS,
  deliveryOptionsOf,
  descriptionOf,
  ENDPOINT_ID,
  eventsOf,
  namingFlag,
  signatureOf,
  urlOf,
} from './webhook-options.ts';

const ENDPOINT = 'webhook endpoint';

const documentOf = (endpoint: WebhookEndpoint, { service }: Pick<Webhooks, 'service'>) => ({
  organizationId: endpoint.organizationId,
  ...viewOfEndpoint(endpoint, service, timestampOf(new Date())),
});

type EndpointDocument = ReturnType<typeof documentOf>;

const stateOf = ({
  disabledReason,
  failingSince,
}: Pick<WebhookEndpoint, 'disabledReason' | 'failingSince'>): string => {
  if (disabledReason !== null) return `disabled (${disabledReason})`;
  return failingSince === null ? 'enabled' : `failing since ${failingSince}`;
};

const COLUMNS: Columns<EndpointDocument> = {
  ID: ({ id }) => id,
  URL: ({ url }) => url,
  EVENTS: ({ eventTypes }) => eventTypes.join(','),
  'CONTACT DETAILS': ({ includesContactDetails }) => (includesContactDetails ? 'include' : 'omit'),
  STATE: stateOf,
  DESCRIPTION: ({ description }) => description ?? '-',
  CREATED: ({ createdAt }) => createdAt,
  'CREATED BY': ({ createdBy }) => createdBy,
};

const scopeOf = ({ includesContactDetails }: Pick<WebhookEndpoint, 'includesContactDetails'>): string =>
  `${includesContactDetails ? 'with' : 'without'} contact details`;

/** Shows what the receiver needs: a new signing secret once, the public key, or the policies of the role. */
const neededText = (
  { publicKey, publicKeysUrl, rolePolicies }: EndpointDocument,
  secret: string | null,
): readonly string[] => {
  if (rolePolicies !== null) {
    return [
      '',
      'The role needs this trust policy:',
      '',
      ...jsonLines(rolePolicies.trust),
      '',
      'and this permissions policy:',
      '',
      ...jsonLines(rolePolicies.permissions),
    ];
  }
  if (secret !== null) {
    return ['', 'Store the signing secret in the receiver now; it is not shown again:', '', `  ${secret}`];
  }
  return [
    '',
    'Verify deliveries with this public key:',
    '',
    `  ${publicKey}`,
    '',
    `It is also at ${publicKeysUrl}`,
  ];
};

/** An attempt takes at most 15 seconds, plus one or two until it starts. */
const PATIENCE_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 250;

/** Waits for the first attempt, up to a limit. */
const attempted = async (store: Table, delivery: Delivery): Promise<Delivery> => {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  let current = delivery;
  while (current.state === 'pending' && current.attemptCount === 0 && Date.now() < end) {
    await setTimeout(POLL_MILLISECONDS);
    current = (await readDelivery(store, delivery.organizationId, delivery.id)) ?? current;
  }
  return current;
};

const outcomeOf = ({ id, attempts, reason }: DeliveryView): string => {
  const last = attempts.at(-1);
  if (last === undefined) return reason ?? `No attempt yet. Check it later with "webhooks delivery ${id}".`;
  return last.error ?? `The endpoint answered with ${last.status} in ${last.durationMilliseconds} ms.`;
};

export const ENDPOINT_COMMANDS = {
  create: webhookSubcommand(
    {
      url: required('URL', urlOf),
      'role-arn': optional(urlOf, null),
      'event-types': required('LIST', eventsOf),
      description: optional(descriptionOf, null),
      'contact-details': optional(contactDetailsOf, true),
      ...DELIVERY_FLAGS,
      signature: optional(signatureOf),
    },
    async ({ organizationId, url, description, ...flags }, connect) => {
      const newEndpoint = {
        organizationId,
        url,
        roleArn: flags['role-arn'],
        description,
        eventTypes: flags['event-types'],
        includesContactDetails: flags['contact-details'],
        ...deliveryOptionsOf(flags),
        signature: flags.signature,
      };
      const webhooks = await connect();
      const created = createEndpoint(webhooks, newEndpoint, operator());
      const { endpoint, secret } = await namingFlag(created);
      const { id } = endpoint;
      const document = documentOf(endpoint, webhooks);
      return {
        document: { ...document, secret },
        text: [
          `Registered the endpoint ${id}: ${endpoint.url}`,
          `Events: ${endpoint.eventTypes.join(', ')}, ${scopeOf(endpoint)}.`,
          ...neededText(document, secret),
          '',
          `Try it: npm run webhooks -- test ${id} --organization ${organizationId}`,
        ],
      };
    },
  ),

  list: webhookSubcommand({}, async ({ organizationId }, connect) => {
    const webhooks = await connect();
    const { endpoints } = await listEndpoints(webhooks.store, organizationId, {
      limit: Number.POSITIVE_INFINITY,
    });
    const documents = endpoints.map((endpoint) => documentOf(endpoint, webhooks));
    return listResult(documents, COLUMNS, 'The organization has no webhook endpoints.');
  }),

  update: webhookSubcommand(
    {
      id: ENDPOINT_ID,
      url: optional(urlOf),
      'role-arn': optional(urlOf),
      'event-types': optional(eventsOf),
      description: optional(descriptionOf),
      'contact-details': optional(contactDetailsOf),
      ...DELIVERY_FLAGS,
      enable: SWITCH,
      disable: SWITCH,
    },
    async ({ id, organizationId, enable, disable, ...fields }, connect) => {
      if (enable && disable) throw new UsageError('--enable and --disable are mutually exclusive.');
      const {
        'contact-details': includesContactDetails,
        'event-types': eventTypes,
        url,
        description,
      } = fields;
      const isEnabled = enable || disable ? enable : undefined;
      const changes = {
        url,
        roleArn: fields['role-arn'],
        description,
        eventTypes,
        includesContactDetails,
        ...deliveryOptionsOf(fields),
        isEnabled,
      };
      if (Object.values(changes).every((value) => value === undefined)) {
        const options = ['url', 'role-arn', 'event-types', 'description', 'contact-details'];
        const all = [...options, ...Object.keys(DELIVERY_FLAGS), 'enable', 'disable'];
        throw new UsageError(`update needs at least one of ${all.map((name) => `--${name}`).join(', ')}.`);
      }
      const webhooks = await connect();
      const updated = updateEndpoint(webhooks, organizationId, id, changes, operator());
      const endpoint = requireFound(await namingFlag(updated), ENDPOINT, id);
      return {
        document: documentOf(endpoint, webhooks),
        text:
          `Updated the endpoint ${id}: ${stateOf(endpoint)}, URL ${endpoint.url}, events ` +
          `${endpoint.eventTypes.join(', ')}, ${scopeOf(endpoint)}.`,
      };
    },
  ),

  delete: webhookSubcommand({ id: ENDPOINT_ID }, async ({ id, organizationId }, connect) => {
    const webhooks = await connect();
    const deleted = await deleteEndpoint(webhooks.store, organizationId, id, operator());
    const endpoint = requireFound(deleted, ENDPOINT, id);
    const text = `Deleted the endpoint ${id} (${endpoint.url}).`;
    return { document: documentOf(endpoint, webhooks), text };
  }),

  test: webhookSubcommand(
    { id: ENDPOINT_ID, 'no-wait': SWITCH },
    async ({ id, organizationId, 'no-wait': noWait }, connect) => {
      const { store, queue } = await connect();
      const event = await sendTestEvent(store, queue, organizationId, id, operator());
      const sent = requireFound(event, ENDPOINT, id);
      const delivery = viewOfDelivery(noWait ? sent : await attempted(store, sent));
      return { document: delivery, text: outcomeOf(delivery) };
    },
  ),

  'rotate-secret': webhookSubcommand(
    { id: ENDPOINT_ID, signature: optional(signatureOf) },
    async ({ id, organizationId, signature }, connect) => {
      const webhooks = await connect();
      const rotated = await rotateSecret(webhooks, organizationId, id, operator(), signature);
      const { endpoint, secret } = requireFound(rotated, ENDPOINT, id);
      const document = documentOf(endpoint, webhooks);
      return {
        document: { ...document, secret },
        text: [
          `The endpoint ${id} has a new secret. The old one also signs until ` +
            `${endpoint.previousSecretExpiresAt}.`,
          ...neededText(document, secret),
        ],
      };
    },
  ),
};
