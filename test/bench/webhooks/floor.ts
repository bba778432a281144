import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { createQueueCalls, createQueueClient } from '../../../infra/local/sqs/queue-client.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import { BEFORE_FIRST_ATTEMPT } from '../../../shared/webhooks/deliveries/delivery.ts';
import { insertDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { generateSigningSecret, signDelivery } from '../../../shared/webhooks/secrets/signature.ts';
import { createDeliverySender } from '../../../shared/webhooks/sending/send-delivery.ts';

const BATCH = 10;
const BODY = 'x'.repeat(700);

/**
 * What each delivery needs at least, alone on a running service: a message in a batch of ten that is sent,
 * received and deleted, a conditional write, and a signed POST.
 *
 * @param url of the receiver
 */
export const openFloor = async (dataDirectory: string, url: string) => {
  const { region, credentials, endpoints, outputs } = JSON.parse(
    readFileSync(join(dataDirectory, 'runner.json'), 'utf8'),
  );
  const queues = createQueueClient(endpoints.sqs, region, credentials);
  const Attributes = { FifoQueue: 'true' };
  const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: 'Floor.fifo', Attributes }));
  const calls = createQueueCalls({ endpoint: endpoints.sqs, region, credentials });
  const environment = { region, credentials, endpoint: new URL(endpoints.dynamodb) };
  const writes = createSignedWrites({ environment, requestTimeout: 20_000 });
  const table = { writer: createWriter(writes, outputs.TableName) };
  const sender = createDeliverySender({ allowsLoopback: true });
  const secrets = [generateSigningSecret()];
  const organizationId = randomUUID();
  const times = (number: number, step: () => Promise<unknown>): Promise<void> =>
    forEachConcurrently(Array.from({ length: number }), BATCH, async () => {
      await step();
    });

  const passBatch = async (): Promise<void> => {
    const Entries = Array.from({ length: BATCH }, (_, Id) => ({
      Id: String(Id),
      MessageBody: BODY,
      MessageGroupId: randomUUID(),
      MessageDeduplicationId: randomUUID(),
    }));
    await calls.sendBatch({ QueueUrl, Entries });
    const signal = new AbortController().signal;
    const { Messages = [] } = await calls.receive({ QueueUrl, MaxNumberOfMessages: BATCH }, signal);
    const received = Messages.map(({ ReceiptHandle }, Id) => ({ Id: String(Id), ReceiptHandle }));
    await calls.deleteBatch({ QueueUrl, Entries: received });
  };

  const write = async (): Promise<void> => {
    const now = timestampOf(new Date());
    const [id, eventId, resourceId] = [randomUUID(), randomUUID(), randomUUID()];
    const attempt = { at: now, status: 204, durationMilliseconds: 3, error: null, responseBody: '' };
    const delivery = {
      ...BEFORE_FIRST_ATTEMPT,
      ...{ id, organizationId, endpointId: organizationId, eventId, resourceId },
      ...{ eventType: 'person.created', eventTimestamp: now, sequence: 1, feedPosition: '1', body: null },
      ...{ state: 'succeeded' as const, attempts: [attempt], attemptCount: 1, seriesAttempts: 1 },
      ttl: Math.floor(Date.now() / 1_000) + 3_600,
      position: `${now}#${id}`,
    };
    await insertDelivery(table, delivery, now);
  };

  const post = async (): Promise<void> => {
    const signed = signDelivery({ id: randomUUID(), timestamp: Date.now(), body: BODY }, secrets);
    const { error } = await sender({ url, headers: signed, body: BODY });
    if (error !== null) throw new Error(error);
  };

  return {
    messages: async (number: number) => {
      for (let count = 0; count < number; count += BATCH) await passBatch();
    },
    writes: (number: number) => times(number, write),
    posts: (number: number) => times(number, post),
  };
};
