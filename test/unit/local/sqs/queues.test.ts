import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueueClient } from '../../../../infra/local/sqs/queue-client.ts';
import { type Queues, startQueues } from '../../../../infra/local/sqs/queues.ts';
import { arnOf, CREDENTIALS, newDirectory, REGION, stackOf, urlOf } from './small-queues.ts';

const redriveTo = (name: string, maxReceiveCount: number) => ({
  RedrivePolicy: { deadLetterTargetArn: arnOf(name), maxReceiveCount },
});

/** A start takes half a second of CPU time, so tests share one, each with queues of its own. */
const SHARED = {
  One: {},
  Other: {},
  AnyText: {},
  Large: {},
  Fair: {},
  Redelivering: { VisibilityTimeout: 1 },
  Polled: {},
  Dead: {},
  Poisoned: { VisibilityTimeout: 0, ...redriveTo('Dead', 2) },
  Batch: {},
  Groups: { FifoQueue: true },
  Returning: { FifoQueue: true },
  Deduplicating: { FifoQueue: true },
  DeadInOrder: { FifoQueue: true },
  PoisonedInOrder: { FifoQueue: true, VisibilityTimeout: 0, ...redriveTo('DeadInOrder.fifo', 1) },
};

let shared: Queues;
/** Queues that a single test started for itself. */
let own: Queues | undefined;
let client: SQSClient;

const launch = (
  queues: Readonly<Record<string, Record<string, unknown>>>,
  directory = newDirectory(),
): Promise<Queues> => {
  const stack = stackOf(queues);
  return startQueues({
    queues: stack.resourcesOf('AWS::SQS::Queue'),
    directory,
    account: stack.account,
    credentials: CREDENTIALS,
  });
};

beforeAll(async () => {
  shared = await launch(SHARED);
});
beforeEach(() => {
  client = createQueueClient(shared.endpoint, REGION, CREDENTIALS);
});
afterEach(async () => {
  client.destroy();
  await own?.stop();
  own = undefined;
});
afterAll(() => shared?.stop());

/** Starts a service for this test, to which the client then connects. */
const start = async (...given: Parameters<typeof launch>): Promise<void> => {
  own = await launch(...given);
  client.destroy();
  client = createQueueClient(own.endpoint, REGION, CREDENTIALS);
};

const send = (queue: string, body: string, options: Partial<SendMessageCommandInput> = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody: body, ...options }));

const receive = async (queue: string, wait = 0): Promise<readonly Message[]> => {
  const command = new ReceiveMessageCommand({
    QueueUrl: urlOf(queue),
    MaxNumberOfMessages: 10,
    WaitTimeSeconds: wait,
    MessageSystemAttributeNames: ['All'],
  });
  return (await client.send(command)).Messages ?? [];
};

const bodies = async (queue: string, wait = 0) => (await receive(queue, wait)).map(({ Body }) => Body);

const remove = (queue: string, { ReceiptHandle }: Message) =>
  client.send(new DeleteMessageCommand({ QueueUrl: urlOf(queue), ReceiptHandle }));

const inGroup = (group: string, id: string) => ({ MessageGroupId: group, MessageDeduplicationId: id });

describe('a standard queue', () => {
  it('serves a queue at its URL in the stack', async () => {
    await send('One', 'first');
    expect(await bodies('Other')).toEqual([]);
    expect(await bodies('One')).toEqual(['first']);
  });

  it('accepts a message group and any character', async () => {
    await send('AnyText', '😀 𠮷 é', { MessageGroupId: 'g' });
    expect(await bodies('AnyText')).toEqual(['😀 𠮷 é']);
  });

  it('prefers the groups of a standard queue with the fewest messages in flight', async () => {
    const send = (MessageBody: string, MessageGroupId?: string) =>
      client.send(
        new SendMessageCommand({
          QueueUrl: urlOf('Fair'),
          MessageBody,
          ...(MessageGroupId && { MessageGroupId }),
        }),
      );
    const next = async (MaxNumberOfMessages: number) => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: urlOf('Fair'), MaxNumberOfMessages }),
      );
      return Messages.map(({ Body }) => Body);
    };
    for (const body of ['a1', 'a2', 'a3', 'a4']) await send(body, 'a');
    for (const body of ['b1', 'b2']) await send(body, 'b');
    await send('none');
    expect(await next(1)).toEqual(['a1']);
    expect(await next(4)).toEqual(['b1', 'none', 'a2', 'b2']);
    expect(await next(4)).toEqual(['a3', 'a4']);
  });

  it('accepts messages of up to 1 MiB', async () => {
    await send('Large', 'x'.repeat(1_048_576));
    expect((await receive('Large'))[0]?.Body).toHaveLength(1_048_576);
    await expect(send('Large', 'x'.repeat(1_048_577))).rejects.toThrow('1048576');
  });

  it('redelivers a message after its visibility timeout', async () => {
    await send('Redelivering', 'again');
    const visible = Date.now() + 1_000;
    expect(await bodies('Redelivering')).toEqual(['again']);
    const [second] = await receive('Redelivering', 20);
    expect(second?.Attributes?.['ApproximateReceiveCount']).toBe('2');
    expect(Date.now()).toBeGreaterThanOrEqual(visible);
  });

  it('answers a long poll when a message arrives or its delay ends', async () => {
    const arrived = bodies('Polled', 20);
    // biome-ignore lint/plugin: Nothing shows that the poll has begun.
    await setTimeout(50);
    await send('Polled', 'now');
    expect(await arrived).toEqual(['now']);
    const due = Date.now() + 1_000;
    await send('Polled', 'later', { DelaySeconds: 1 });
    expect(await bodies('Polled', 20)).toEqual(['later']);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
  });

  it('moves a message that was received too often to the dead-letter queue', async () => {
    await send('Poisoned', 'poison');
    expect([await bodies('Poisoned'), await bodies('Poisoned'), await bodies('Poisoned')]).toEqual([
      ['poison'],
      ['poison'],
      [],
    ]);
    expect(await bodies('Dead')).toEqual(['poison']);
  });

  it('reports the rejected messages of a batch', async () => {
    const { Successful, Failed } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: urlOf('Batch'),
        Entries: [
          { Id: 'good', MessageBody: 'x' },
          { Id: 'bad', MessageBody: '\u0000' },
        ],
      }),
    );
    expect(Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(Failed).toEqual([expect.objectContaining({ Id: 'bad', SenderFault: true })]);
  });
});

describe('a FIFO queue', () => {
  it('delivers a group in order, in batches, without delaying other groups', async () => {
    for (const [id, group] of ['a', 'a', 'b'].entries()) {
      await send('Groups.fifo', `${group}${id}`, inGroup(group, String(id)));
    }
    const first = await receive('Groups.fifo');
    expect(first.map(({ Body }) => Body)).toEqual(['a0', 'a1', 'b2']);
    await send('Groups.fifo', 'a3', inGroup('a', '3'));
    expect(await bodies('Groups.fifo')).toEqual([]);
    const waiting = bodies('Groups.fifo', 20);
    for (const message of first) await remove('Groups.fifo', message);
    expect(await waiting).toEqual(['a3']);
  });

  it('returns messages that become visible again to the front of their group, in order', async () => {
    for (const id of ['0', '1']) await send('Returning.fifo', id, inGroup('a', id));
    const first = await receive('Returning.fifo');
    await send('Returning.fifo', '2', inGroup('a', '2'));
    const Entries = first.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: 1 + index,
    }));
    const QueueUrl = urlOf('Returning.fifo');
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
    expect(await bodies('Returning.fifo', 20)).toEqual(['0', '1', '2']);
  });

  it('drops a message with the deduplication id of an earlier one', async () => {
    const first = await send('Deduplicating.fifo', 'first', inGroup('a', '1'));
    const second = await send('Deduplicating.fifo', 'again', inGroup('a', '1'));
    expect(second.MessageId).toBe(first.MessageId);
    expect(await bodies('Deduplicating.fifo')).toEqual(['first']);
  });

  it('moves a message that was received too often to the dead-letter queue and continues the group', async () => {
    await send('PoisonedInOrder.fifo', 'poison', inGroup('a', '1'));
    expect(await bodies('PoisonedInOrder.fifo')).toEqual(['poison']);
    await send('PoisonedInOrder.fifo', 'next', inGroup('a', '2'));
    expect(await bodies('PoisonedInOrder.fifo')).toEqual(['next']);
    expect(await bodies('DeadInOrder.fifo')).toEqual(['poison']);
  });
});

describe('queues', () => {
  it('keeps all messages when the process is killed, and makes those in flight visible again', async () => {
    const directory = newDirectory();
    const script = new URL('./queue-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [endpoint] = await once(child.stdout.setEncoding('utf8'), 'data');
    client.destroy();
    client = createQueueClient(endpoint, REGION, CREDENTIALS);
    await send('Standard', 'in flight');
    expect(await bodies('Standard')).toEqual(['in flight']);
    const due = Date.now() + 2_000;
    await send('Standard', 'delayed', { DelaySeconds: 2 });
    await send('Standard', 'ready');
    for (const id of ['1', '2', '3']) await send('Fifo.fifo', id, inGroup('a', id));
    expect(await bodies('Fifo.fifo')).toEqual(['1', '2', '3']);
    child.kill('SIGKILL');
    await once(child, 'exit');

    await start({ Standard: {}, Fifo: { FifoQueue: true } }, directory);
    const standard = await bodies('Standard');
    expect(standard).toEqual(expect.arrayContaining(['in flight', 'ready']));
    while (standard.length < 3) standard.push(...(await bodies('Standard', 20)));
    expect(standard.toSorted()).toEqual(['delayed', 'in flight', 'ready']);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
    const again = await receive('Fifo.fifo');
    expect(again.map(({ Body }) => Body)).toEqual(['1', '2', '3']);
    expect(again[0]).toMatchObject({ Attributes: { ApproximateReceiveCount: '2' } });
  });

  it.each(['Poisoned', 'Poisoned.fifo'])(
    'keeps a message of %s that its dead-letter queue cannot store',
    async (name) => {
      const directory = newDirectory();
      const redrive = { VisibilityTimeout: 0, ...redriveTo(name.replace('Poisoned', 'Dead'), 1) };
      const fifo = name.endsWith('.fifo') ? { FifoQueue: true } : {};
      const queues = { Dead: fifo, Poisoned: { ...fifo, ...redrive } };
      await start(queues, directory);
      await send(name, 'poison', name.endsWith('.fifo') ? inGroup('a', '1') : {});
      expect(await bodies(name)).toEqual(['poison']);
      const database = new DatabaseSync(join(directory, 'fauxqs.db'));
      database.exec(`
        CREATE TRIGGER full BEFORE INSERT ON sqs_messages BEGIN SELECT RAISE(ABORT, 'disk full'); END
      `);
      expect(await bodies(name)).toEqual([]);
      database.exec('DROP TRIGGER full');
      database.close();
      client.destroy();
      await own?.stop();

      await start(queues, directory);
      expect([await bodies(name), await bodies(name.replace('Poisoned', 'Dead'))].flat()).toEqual(['poison']);
    },
  );

  it('follows changes of the template', async () => {
    const directory = newDirectory();
    await start({ Dead: {}, One: { VisibilityTimeout: 100, ...redriveTo('Dead', 3) } }, directory);
    await send('One', 'kept');
    client.destroy();
    await own?.stop();

    await start({ Dead: {}, One: { MessageRetentionPeriod: 70 } }, directory);
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: urlOf('One'), AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      VisibilityTimeout: '30',
      MessageRetentionPeriod: '70',
      QueueArn: arnOf('One'),
    });
    expect(Attributes).not.toHaveProperty('RedrivePolicy');
    expect(await bodies('One')).toEqual(['kept']);
  });

  it.each([
    ['an unsupported property', { One: { DelaySeconds: 1 } }, /One .*DelaySeconds/],
    ['a timeout above the limit', { One: { VisibilityTimeout: 43_201 } }, /One .*VisibilityTimeout/],
  ])('does not start with %s', async (_, queues, message) => {
    await expect(start(queues)).rejects.toThrow(message);
  });

  it('listens on the loopback address only', async () => {
    const port = new URL(shared.endpoint).port;
    await expect(fetch(`http://127.0.0.1:${port}/health`)).resolves.toHaveProperty('status', 403);
    await expect(fetch(`http://127.0.0.2:${port}/health`)).rejects.toThrow();
  });
});
