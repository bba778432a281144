import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import type { EventPattern } from '../../../shared/contract/events/event-types.ts';
import type { Attempt } from '../../../shared/contract/webhooks/webhook-views.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import { feedPositionText } from '../../../shared/events/feed/feed-position.ts';
import { webhookDeliveryKey, webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { MAX_TRANSACTION_WRITES } from '../../../shared/table/writer.ts';
import type { Delivery, NewDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import type { DeliveryQueue, QueuedDelivery } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { deliveriesFromItems } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { createAwsSender } from '../../../shared/webhooks/destinations/aws-sender.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { endpointFromItem, endpointToItem } from '../../../shared/webhooks/endpoints/endpoint-mapper.ts';
import { createDeliveries, type DeliveredEvent } from '../../../shared/webhooks/fan-out/create-deliveries.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { generateSigningSecret } from '../../../shared/webhooks/secrets/signature.ts';
import { type Settlement, settleDelivery } from '../../../shared/webhooks/sending/settle-attempt.ts';
import type { TestEngine } from '../engine/engine.ts';

/** The service whose webhooks these are. */
export const SERVICE = { accountId: '999999999999', dataApiUrl: 'https://sales.example.com' };

/** Attempts at https URLs only. */
export const HTTPS_ONLY = { awsSender: createAwsSender(SERVICE.accountId, 15_000), policy: {} };

/** A fake cipher that prefixes the owner instead of encrypting, and refuses to decrypt for another owner. */
export const openCipher = {
  encrypt: async (secret: string, context: object) => `${JSON.stringify(context)}${secret}`,
  decrypt: async (text: string, context: object) => {
    const prefix = JSON.stringify(context);
    if (!text.startsWith(prefix)) throw new Error('The secret belongs to another owner.');
    return text.slice(prefix.length);
  },
};

/** The SQS event that Lambda receives for these messages, which were sent at a time in milliseconds. */
export const sqsEvent = (bodies: readonly string[], queueName: string, sentAt = 0): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    messageId: String(index),
    receiptHandle: '',
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: String(sentAt),
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${queueName}`,
    awsRegion: 'eu-central-1',
  })),
});

/** How long the fixture's feed keeps events. */
const RETENTION_DAYS = 30;

/** The JSON of an event that is not in the feed. */
export const jsonOf = ({ source }: DeliveredEvent): string =>
  source !== undefined && 'json' in source ? source.json : '';

/** The webhooks of a new organization in a real table, with a queue that records its messages. */
export const createWebhookFixture = (engine: TestEngine) => {
  const organizationId = randomUUID();
  const store = engine.table;
  const queued: QueuedDelivery[] = [];
  const replayMessages: ReplayMessage[] = [];
  const state = { isQueueDown: false };
  /** Deliveries that were created, which their messages may hold. */
  const created = new Map<string, NewDelivery>();
  const queue: DeliveryQueue = {
    async send(deliveries) {
      if (state.isQueueDown) throw new Error('The queue is down.');
      queued.push(...deliveries);
    },
  };

  const newEndpoint = async (
    changes: Partial<WebhookEndpoint> = {},
    secrets: { current?: string; previous?: string } = {},
  ): Promise<{ endpoint: WebhookEndpoint; item: Item }> => {
    const now = timestampOf(new Date());
    const id = randomUUID();
    const context = { organizationId, endpointId: id };
    const { current = generateSigningSecret(), previous } = secrets;
    const endpoint: WebhookEndpoint = {
      id,
      organizationId,
      url: 'https://hooks.example.com/sales',
      roleArn: null,
      description: null,
      eventTypes: ['*'] satisfies EventPattern[],
      includesContactDetails: true,
      filter: null,
      headers: [],
      maxPerSecond: null,
      payload: 'full',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      reportedFailingSince: null,
      slowSince: null,
      signature: 'hmac',
      publicKey: null,
      secretCreatedAt: now,
      previousSecretExpiresAt: null,
      previousPublicKey: null,
      createdAt: now,
      createdBy: 'test',
      apiKeyId: null,
      updatedAt: now,
      encryptedSecret: await openCipher.encrypt(current, context),
      encryptedPreviousSecret: previous === undefined ? null : await openCipher.encrypt(previous, context),
      version: 1,
      ...changes,
    };
    return { endpoint, item: endpointToItem(endpoint) };
  };

  const putEndpoint = async (...given: Parameters<typeof newEndpoint>): Promise<WebhookEndpoint> => {
    const { endpoint, item } = await newEndpoint(...given);
    await store.writer.put(item, undefined);
    return endpoint;
  };

  const putEndpoints = async (number: number): Promise<void> => {
    for (let left = number; left > 0; left -= MAX_TRANSACTION_WRITES) {
      const made = await Promise.all(
        Array.from({ length: Math.min(left, MAX_TRANSACTION_WRITES) }, () => newEndpoint()),
      );
      await store.writer.transact(made.map(({ item }) => ({ put: { Item: { ...item } } })));
    }
  };

  const newEvent = (changes: Partial<DeliveredEvent> = {}): DeliveredEvent => {
    const id = randomUUID();
    const resourceId = randomUUID();
    const timestamp = timestampOf(new Date());
    const type = 'person.updated';
    const data = { id: resourceId, firstName: 'Zoë' };
    const sequence = 3;
    const event = {
      id,
      type,
      organizationId,
      timestamp,
      sequence,
      isSilent: false,
      data,
      previous: {},
    };
    return {
      organizationId,
      eventId: id,
      eventType: type,
      eventTimestamp: timestamp,
      sequence,
      resourceId,
      source: { json: JSON.stringify(event) },
      retentionDays: RETENTION_DAYS,
      ...changes,
    };
  };

  /** Appends an event to the feed, and gives it that position. */
  const inFeed = async (event: DeliveredEvent): Promise<DeliveredEvent> => {
    const { eventId: id, eventType: type, eventTimestamp } = event;
    const second = eventTimestamp.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
    const record = { organizationId, id: [id], second, events: [{ type, json: jsonOf(event) }] };
    const position = (await appendToFeed(store, [record], RETENTION_DAYS)).get(record);
    if (position === undefined) throw new Error('The event has no position.');
    return { ...event, source: { feedPosition: feedPositionText(position) } };
  };

  return {
    organizationId,
    store,
    queue,
    wideDeliveriesPerSecond: 1_000_000,
    inFeed,
    /** All messages ever sent to the queue. */
    queued,
    messages: { send: async (message: ReplayMessage) => void replayMessages.push(message) },
    /** All messages ever sent to the queue of replays. */
    replayMessages,
    state,
    putEndpoint,
    putEndpoints,
    newEvent,
    /** Creates and queues a delivery of a new event to an endpoint. */
    async newDelivery(endpoint: WebhookEndpoint, event = newEvent()): Promise<Delivery> {
      const [delivery] = await createDeliveries(store, queue, event, [endpoint]);
      if (delivery === undefined) throw new Error('There is no delivery.');
      created.set(delivery.id, delivery);
      return delivery;
    },
    async readDelivery(id: string): Promise<Delivery | undefined> {
      const item = await store.reader.get(webhookDeliveryKey(organizationId, id), { consistentRead: true });
      return deliveriesFromItems(item === undefined ? [] : [item])[0];
    },
    deliveryItem: (id: string) =>
      store.reader.get(webhookDeliveryKey(organizationId, id), { consistentRead: true }),
    async readEndpoint(id: string): Promise<WebhookEndpoint | undefined> {
      const item = await store.reader.get(webhookEndpointKey(organizationId, id), { consistentRead: true });
      return item === undefined ? undefined : endpointFromItem(item);
    },
    /** Records an attempt of a delivery, with what became of it. */
    async attempt(
      id: string,
      outcome: Pick<Attempt, 'status' | 'error'>,
      settlement: Settlement,
    ): Promise<void> {
      const item = await store.reader.get(webhookDeliveryKey(organizationId, id), { consistentRead: true });
      const [stored] = deliveriesFromItems(item === undefined ? [] : [item]);
      const delivery = stored ?? created.get(id);
      if (delivery === undefined) throw new Error('There is no delivery.');
      const now = timestampOf(new Date());
      const attempt = { at: now, durationMilliseconds: 1, responseBody: null, ...outcome };
      await settleDelivery(store, delivery, settlement, attempt, now);
    },
    async deliveries(): Promise<readonly Delivery[]> {
      return deliveriesFromItems(await engine.itemsOf(`WEBHOOK_DELIVERY#${organizationId}`));
    },
    auditItems: () => engine.itemsOf(`AUDIT_LOG#${organizationId}`),
  };
};

export type WebhookFixture = ReturnType<typeof createWebhookFixture>;
