import { setImmediate } from 'node:timers/promises';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type SendMessageBatchCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDeliveryMessage } from '../../../functions/webhooks/deliver-webhooks/handler.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import {
  attemptOf,
  type DeliveryMessage,
  type QueuedDelivery,
} from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { createSqsDeliveryQueue } from '../../../shared/webhooks/deliveries/sqs-delivery-queue.ts';

const REGION = 'eu-central-1';

let server: Awaited<ReturnType<typeof startFauxqs>>;
let client: SQSClient;
let number = 0;
let urls: { first: string; retry: string };

beforeAll(async () => {
  server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  client = createSqsClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});
beforeEach(() => {
  number += 1;
  server.createQueue(`first-${number}.fifo`, { region: REGION, attributes: { FifoQueue: 'true' } });
  server.createQueue(`retry-${number}`, { region: REGION });
  const url = (name: string) => `https://sqs.${REGION}.amazonaws.com/000000000000/${name}`;
  urls = { first: url(`first-${number}.fifo`), retry: url(`retry-${number}`) };
});

const delivery = (
  changes: Partial<Extract<DeliveryMessage, { readonly deliveryId: string }>> = {},
): QueuedDelivery => ({
  message: {
    organizationId: 'organization',
    endpointId: 'endpoint',
    deliveryId: 'delivery',
    resourceId: 'resource',
    series: 1,
    attempt: 1,
    ...changes,
  },
  lane: 'first',
});

const receive = async (url: string) => {
  const command = new ReceiveMessageCommand({
    QueueUrl: url,
    MaxNumberOfMessages: 10,
    MessageSystemAttributeNames: ['All'],
  });
  return (await client.send(command)).Messages ?? [];
};

describe('the delivery queues', () => {
  it('stores complete messages, each in its lane', async () => {
    const queue = createSqsDeliveryQueue(client, urls);
    await queue.send([delivery(), { ...delivery({ attempt: 2 }), lane: 'retry' }]);
    const [first] = await receive(urls.first);
    expect(parseDeliveryMessage(first?.Body ?? '')).toEqual(delivery().message);
    const [retry] = await receive(urls.retry);
    expect(parseDeliveryMessage(retry?.Body ?? '')).toEqual(delivery({ attempt: 2 }).message);
  });

  it('deduplicates first attempts by series and attempt', async () => {
    const queue = createSqsDeliveryQueue(client, urls);
    await queue.send([delivery(), delivery()]);
    await queue.send([delivery(), delivery({ series: 2 }), delivery({ deliveryId: 'other' })]);
    const attributes = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: urls.first,
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
    );
    expect(attributes.Attributes?.['ApproximateNumberOfMessages']).toBe('3');
  });

  it('delivers the events of a resource in order, and those of an endpoint a few at a time', async () => {
    const queue = createSqsDeliveryQueue(client, urls);
    const messages = Array.from({ length: 60 }, (_, index) =>
      delivery({ deliveryId: String(index), resourceId: `resource-${index % 20}` }),
    );
    await queue.send(messages);
    const groups = new Map<string, string>();
    let received = 0;
    for (let page = await receive(urls.first); page.length > 0; page = await receive(urls.first)) {
      for (const { Body, Attributes } of page) {
        const group = Attributes?.MessageGroupId ?? '';
        const { resourceId } = parseDeliveryMessage(Body ?? '');
        expect(groups.get(resourceId) ?? group).toBe(group);
        groups.set(resourceId, group);
        received += 1;
      }
    }
    expect(received).toBeGreaterThan(0);
    expect(new Set(groups.values()).size).toBeLessThanOrEqual(2);
  });

  it('batches messages fully, several at a time, and those of one group in turn', async () => {
    const busy = new Set<string>();
    const sent = new Map<string, string[]>();
    let calls = 0;
    let [running, most] = [0, 0];
    const slow = {
      async send({ input }: { readonly input: SendMessageBatchCommandInput }) {
        calls += 1;
        most = Math.max(most, ++running);
        const entries = input.Entries ?? [];
        const groups = new Set(entries.map(({ MessageGroupId: group = '' }) => group));
        for (const group of groups) {
          expect(busy).not.toContain(group);
          busy.add(group);
        }
        for (const { MessageGroupId: group = '', MessageBody: body = '' } of entries) {
          sent.set(group, [...(sent.get(group) ?? []), attemptOf(parseDeliveryMessage(body)).deliveryId]);
        }
        await setImmediate();
        for (const group of groups) busy.delete(group);
        running -= 1;
        return {};
      },
    };
    const queue = createSqsDeliveryQueue(slow as unknown as SQSClient, urls);
    await queue.send(
      Array.from({ length: 100 }, (_, index) =>
        delivery({
          deliveryId: String(index).padStart(3, '0'),
          endpointId: `endpoint-${index % 7 === 0 ? 0 : index}`,
        }),
      ),
    );
    expect(calls).toBe(10);
    expect(most).toBeGreaterThan(1);
    expect([...sent.values()].flat()).toHaveLength(100);
    for (const ids of sent.values()) expect(ids).toEqual(ids.toSorted());
  });

  it('sends first attempts to the retry lane while too many of them wait', async () => {
    const one = (id: string) => delivery({ deliveryId: id, endpointId: id });
    await createSqsDeliveryQueue(client, urls, 1).send([one('a'), one('b')]);
    await createSqsDeliveryQueue(client, urls, 1).send([one('c')]);
    await createSqsDeliveryQueue(client, urls).send([one('d')]);
    const endpointsOf = async (url: string) =>
      (await receive(url)).map(({ Body }) => parseDeliveryMessage(Body ?? '').endpointId);
    expect(await endpointsOf(urls.first)).toEqual(['a', 'b', 'd']);
    expect(await endpointsOf(urls.retry)).toEqual(['c']);
  });

  it('sends first attempts as usual while SQS does not report how many wait', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const sent: unknown[] = [];
    const silent = {
      async send({ input }: { readonly input: SendMessageBatchCommandInput }) {
        if (input.Entries === undefined) throw new Error('Try later.');
        sent.push(input.QueueUrl);
        return {};
      },
    };
    await createSqsDeliveryQueue(silent as unknown as SQSClient, urls, 1).send([delivery()]);
    expect(sent).toEqual([urls.first]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('delays a retry as requested', async () => {
    const queue = createSqsDeliveryQueue(client, urls);
    await queue.send([{ ...delivery(), lane: 'retry', delaySeconds: 900 }]);
    expect(await receive(urls.retry)).toEqual([]);
    const attributes = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: urls.retry,
        AttributeNames: ['ApproximateNumberOfMessagesDelayed'],
      }),
    );
    expect(attributes.Attributes?.['ApproximateNumberOfMessagesDelayed']).toBe('1');
  });

  it('throws if SQS rejects a message', async () => {
    const queue = createSqsDeliveryQueue(client, { ...urls, retry: `${urls.retry}-missing` });
    await expect(queue.send([{ ...delivery(), lane: 'retry' }])).rejects.toThrow();
  });
});
