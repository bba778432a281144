import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueClient } from '../../../../../infra/local/sqs/queue-client.ts';
import type { Queues } from '../../../../../infra/local/sqs/queues.ts';
import {
  arnOf,
  CREDENTIALS,
  newFolder,
  type SmallSources,
  type SmallSourcesOptions,
  startSmallQueues,
  startSmallSources,
  urlOf,
} from './small-sources.ts';

let queues: Queues;
let client: SQSClient;
let sources: SmallSources | undefined;
/** Each test has queues of its own. */
let test = 0;

beforeAll(async () => {
  queues = await startSmallQueues(newFolder());
  client = createQueueClient(queues.endpoint, 'eu-central-1', CREDENTIALS);
});
beforeEach(() => {
  test += 1;
});
afterEach(async () => {
  vi.useRealTimers();
  await sources?.stop();
  sources = undefined;
});
afterAll(async () => {
  client?.destroy();
  await queues?.stop();
});

type QueueName = 'Queue' | 'Queue.fifo';

const named = (queue: QueueName): string => queue.replace('Queue', `Queue${test}`);

/** @param options.queue the source of the mapping. Default: `Queue` */
const start = async ({
  queue = 'Queue',
  mapping = {},
  ...options
}: Partial<SmallSourcesOptions> & { handler: string; queue?: QueueName }): Promise<void> => {
  sources = await startSmallSources({
    ...options,
    mapping: { EventSourceArn: arnOf(named(queue)), ...mapping },
    queues,
    suffix: String(test),
  });
};

const send = (queue: QueueName, body: string, more: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: urlOf(named(queue)), MessageBody: body, ...more }));

/** Counts ready and in-flight messages. */
const counts = async (queue: QueueName): Promise<readonly (string | undefined)[]> => {
  const command = new GetQueueAttributesCommand({ QueueUrl: urlOf(named(queue)), AttributeNames: ['All'] });
  const attributes = (await client.send(command)).Attributes;
  return [attributes?.ApproximateNumberOfMessages, attributes?.ApproximateNumberOfMessagesNotVisible];
};

const noted = (expected: unknown) => expect.poll(() => sources?.notes()).toEqual(expected);

const inGroup = (group: string, id: string) => ({ MessageGroupId: group, MessageDeduplicationId: id });

/** Notes each message, and fails those with the body the first time. */
const failingOnce = (failing: string): string => `
  note(event.Records.map(({ body, receiptHandle }) => ({ body, receiptHandle })));
  const failed = event.Records.filter(
    ({ body, attributes }) => body === '${failing}' && attributes.ApproximateReceiveCount === '1',
  );
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };`;

const received = (): readonly { readonly body: string; readonly receiptHandle: string }[] =>
  sources?.notes().flat() as never;

const receivedBodies = (): readonly string[] => received().map(({ body }) => body);

/**
 * Shortens the visibility timeout of a message that was received once. A short one from the start would also
 * return the messages of a slow function.
 */
const showAgain = async (queue: QueueName, body: string): Promise<void> => {
  const ReceiptHandle = received().find((message) => message.body === body)?.receiptHandle;
  const QueueUrl = urlOf(named(queue));
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 1 }));
};

const NOTE_BODIES = 'note(event.Records.map(({ body }) => body));';

describe('a queue as event source', () => {
  it('marks messages that waited for seconds as late, unless they return after a failure', async () => {
    const handler = failingOnce('a');
    await start({ handler });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    await send('Queue', 'a');
    await expect.poll(receivedBodies).toEqual(['a']);
    expect(sources?.lateness).toEqual([true]);
    await showAgain('Queue', 'a');
    await expect.poll(() => sources?.lateness).toEqual([true, false]);
  });

  it('delivers messages in the Lambda format and deletes them', async () => {
    await start({ handler: 'note(event);' });
    await send('Queue', 'hello');
    const text = expect.any(String);
    const record = {
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receiptHandle: text,
      body: 'hello',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        SenderId: text,
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      },
      messageAttributes: {},
      md5OfBody: '5d41402abc4b2a76b9719d911017c592',
      eventSource: 'aws:sqs',
      eventSourceARN: arnOf(named('Queue')),
      awsRegion: 'eu-central-1',
    };
    await noted([{ Records: [record] }]);
    await expect.poll(() => counts('Queue')).toEqual(['0', '0']);
  });

  it('retries only the failed messages of a batch, after their visibility timeout', async () => {
    await start({ handler: failingOnce('bad'), visibilityTimeout: 3_600 });
    const Entries = ['good', 'bad'].map((MessageBody) => ({ Id: MessageBody, MessageBody }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(named('Queue')), Entries }));
    await expect.poll(receivedBodies).toEqual(['good', 'bad']);
    await expect.poll(() => counts('Queue')).toEqual(['0', '1']);
    await showAgain('Queue', 'bad');
    await expect.poll(receivedBodies).toEqual(['good', 'bad', 'bad']);
    await expect.poll(() => counts('Queue')).toEqual(['0', '0']);
  });

  it.each([
    ['throws', `throw new Error('no')`],
    ['names no item', 'return { batchItemFailures: [{}] }'],
    ['names an empty item', `return { batchItemFailures: [{ itemIdentifier: '' }] }`],
    ['names an item of another batch', `return { batchItemFailures: [{ itemIdentifier: 'x' }] }`],
    ['answers with something else', 'return 7'],
  ])('keeps the whole batch when the function %s', async (_, failure) => {
    await start({
      handler: `${NOTE_BODIES} ${failure};`,
    });
    await send('Queue', 'x');
    await noted([['x']]);
    // Ends once the invocation has ended and its messages are deleted.
    await sources?.stop();
    expect(await counts('Queue')).toEqual(['0', '1']);
  });

  it('delivers batches concurrently, up to the declared limit', async () => {
    await start({
      mapping: {
        BatchSize: 1,
        ScalingConfig: { MaximumConcurrency: 2 },
      },
      handler: `note('start'); while (notes().length < 2) await sleep(10); await sleep(300); note('end');`,
    });
    await Promise.all(['1', '2', '3', '4'].map((body) => send('Queue', body)));
    await expect.poll(() => sources?.notes().length).toBe(8);
    let running = 0;
    const atOnce = sources?.notes().map((note) => (running += note === 'start' ? 1 : -1)) ?? [];
    expect(Math.max(...atOnce)).toBe(2);
  });

  it('keeps the order of a FIFO group when a message fails, without delaying other groups', async () => {
    // A larger batch could have all messages of a group.
    await start({
      queue: 'Queue.fifo',
      mapping: { BatchSize: 1 },
      handler: failingOnce('a1'),
      visibilityTimeout: 3_600,
    });
    for (const body of ['a1', 'a2', 'b1', 'b2'])
      await send('Queue.fifo', body, inGroup(body.charAt(0), body));
    await expect.poll(() => receivedBodies().toSorted()).toEqual(['a1', 'b1', 'b2']);
    await expect.poll(() => counts('Queue.fifo')).toEqual(['1', '1']);
    await showAgain('Queue.fifo', 'a1');
    await expect.poll(() => receivedBodies().slice(3)).toEqual(['a1', 'a2']);
    expect(receivedBodies().filter((body) => body.startsWith('b'))).toEqual(['b1', 'b2']);
  });

  it('delivers the messages of a FIFO group in order', async () => {
    await start({ queue: 'Queue.fifo', handler: NOTE_BODIES });
    const bodies = Array.from({ length: 30 }, (_, index) => String(index));
    for (const body of bodies) await send('Queue.fifo', body, inGroup('g', body));
    // A skipped message would return after 30 s.
    await expect.poll(() => sources?.notes().flat()).toEqual(bodies);
  });

  it('waits for a running invocation when it stops, and deletes its message', async () => {
    await start({
      handler: `note('start'); await sleep(500); note('end');`,
    });
    await send('Queue', 'x');
    await noted(['start']);
    await sources?.stop();
    expect(sources?.notes()).toEqual(['start', 'end']);
    expect(sources?.errors).toEqual([]);
  });
});
