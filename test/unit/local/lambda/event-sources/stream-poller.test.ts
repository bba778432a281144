import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueClient } from '../../../../../infra/local/sqs/queue-client.ts';
import type { Queues } from '../../../../../infra/local/sqs/queues.ts';
import { startTestEngine, type TestEngine } from '../../../../support/engine/engine.ts';
import { startEngineProxy } from '../../../../support/engine/engine-proxy.ts';
import { openTableStream } from '../../../../support/engine/table-stream.ts';
import {
  CREDENTIALS,
  newFolder,
  type SmallSources,
  STREAM_ARN,
  startSmallQueues,
  startSmallSources,
  urlOf,
} from './small-sources.ts';

let engine: TestEngine;
let sources: SmallSources | undefined;
let folder: string;
/** Receives failed batches. */
let queues: Queues;

beforeAll(async () => {
  queues = await startSmallQueues(newFolder());
});
afterAll(() => queues?.stop());

beforeEach(async () => {
  engine = await startTestEngine({ hasStream: true });
  folder = newFolder();
});
afterEach(async () => {
  vi.useRealTimers();
  await sources?.stop();
  sources = undefined;
  await engine.stop();
});

interface StartOptions {
  readonly mapping?: Record<string, unknown>;
  readonly handler?: string;
  readonly endpoint?: string;
}

const NOTE_NAMES = 'const names = event.Records.map(({ dynamodb }) => dynamodb.Keys.sk.S); note(names);';

const start = async ({ mapping = {}, handler = NOTE_NAMES, endpoint }: StartOptions = {}): Promise<void> => {
  sources = await startSmallSources({
    mapping: { EventSourceArn: STREAM_ARN, ...mapping },
    handler,
    folder,
    queues,
    dynamodbEndpoint: endpoint ?? engine.endpoint,
  });
};

const put = (sk: string, more: object = {}) =>
  engine.client.send(new PutCommand({ TableName: engine.tableName, Item: { pk: 'p', sk, ...more } }));

/** Puts items in one request, so that they are read together. */
const putAll = (...names: readonly string[]) =>
  engine.client.send(
    new BatchWriteCommand({
      RequestItems: { [engine.tableName]: names.map((sk) => ({ PutRequest: { Item: { pk: 'p', sk } } })) },
    }),
  );

const noted = (expected: unknown) => expect.poll(() => sources?.notes()).toEqual(expected);

const positionsFile = (): string => join(folder, 'stream-positions.json');

const keptPosition = (): unknown =>
  Object.values(JSON.parse(readFileSync(positionsFile(), 'utf8')).Mapping.shards)[0];

/** The sequence numbers of all records, which depend on the version of the engine. */
const sequenceNumbers = async (): Promise<readonly (string | undefined)[]> => {
  const stream = openTableStream(engine);
  const records = await stream.recordsOf('p');
  stream.close();
  return records.map(({ dynamodb }) => dynamodb?.SequenceNumber);
};

const failuresOf = async (): Promise<readonly unknown[]> => {
  const client = createQueueClient(queues.endpoint, 'eu-central-1', CREDENTIALS);
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: urlOf('Dead'), MaxNumberOfMessages: 10, WaitTimeSeconds: 5 }),
  );
  client.destroy();
  return Messages.map(({ Body = '' }) => JSON.parse(Body));
};

describe('the stream of a table as event source', () => {
  it('delivers records in the Lambda format', async () => {
    await start({ handler: 'note(event);' });
    await put('a', { bytes: new Uint8Array([104, 105]), list: [new Uint8Array([1])], count: 7 });
    const Keys = { pk: { S: 'p' }, sk: { S: 'a' } };
    const record = {
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-central-1',
      eventSourceARN: STREAM_ARN,
      dynamodb: {
        // Within 50 seconds.
        ApproximateCreationDateTime: expect.closeTo(Date.now() / 1000, -2),
        Keys,
        NewImage: { ...Keys, bytes: { B: 'aGk=' }, list: { L: [{ B: 'AQ==' }] }, count: { N: '7' } },
        SequenceNumber: expect.any(String),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    };
    await noted([{ Records: [record] }]);
  });

  it('batches the records that pass a filter, in order', async () => {
    const Pattern = JSON.stringify({ dynamodb: { Keys: { sk: { S: [{ prefix: 'x' }] } } } });
    await putAll('x1', 'y1', 'x2', 'x3', 'y2');
    await start({ mapping: { BatchSize: 2, FilterCriteria: { Filters: [{ Pattern }] } } });
    await noted([['x1', 'x2'], ['x3']]);
    await expect.poll(keptPosition).toBe((await sequenceNumbers()).at(-1));
  });

  it('hands over late records sooner, in larger batches', async () => {
    await put('a');
    await start({ mapping: { BatchSize: 1 } });
    await noted([['a']]);
    expect(sources?.lateness).toEqual([false]);
    await sources?.stop();
    await putAll('b', 'c', 'd', 'e', 'f', 'g');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    await start({ mapping: { BatchSize: 1 } });
    await noted([['a'], ['b', 'c', 'd', 'e', 'f'], ['g']]);
    expect(sources?.lateness).toEqual([true, true]);
  });

  it('resumes at its position after a restart, and from the beginning with another stream', async () => {
    await start();
    await put('a');
    await noted([['a']]);
    await sources?.stop();
    await put('b');
    await start();
    await noted([['a'], ['b']]);
    await sources?.stop();

    await engine.stop();
    engine = await startTestEngine({ hasStream: true });
    await put('c');
    await start();
    await noted([['a'], ['b'], ['c']]);
  });

  it('resumes from the beginning after a position that the engine does not know', async () => {
    const proxy = await startEngineProxy(engine.endpoint);
    await start();
    await put('a');
    await noted([['a']]);
    await sources?.stop();
    const isResuming = (body: string): boolean => body.includes('AFTER_SEQUENCE_NUMBER');
    proxy.failWhen(({ body }) => (isResuming(body) ? 'validation-error' : undefined));
    await start({ endpoint: proxy.url });
    await noted([['a'], ['a']]);
    expect(sources?.errors).toEqual([]);
    await sources?.stop();
    await proxy.stop();
  });

  it('retries a batch until the function succeeds, and only then advances', async () => {
    await put('a');
    await start({ handler: `${NOTE_NAMES} if (notes().length < 3) throw new Error('not yet');` });
    await noted([['a'], ['a'], ['a']]);
    await expect.poll(keptPosition).toBe((await sequenceNumbers())[0]);
  });

  it('resumes from the lowest record that the function reports', async () => {
    await putAll('a', 'b', 'c');
    await start({
      handler:
        `${NOTE_NAMES} if (notes().length === 1) return { batchItemFailures: ` +
        '[2, 1].map((index) => ({ itemIdentifier: event.Records[index].dynamodb.SequenceNumber })) };',
    });
    await noted([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  it('bisects down to a bad record, skips it and reports it to the failure destination', async () => {
    await putAll('a', 'b', 'bad', 'd');
    await start({
      mapping: { MaximumRetryAttempts: 1 },
      handler: `${NOTE_NAMES} if (names.includes('bad')) throw new Error('no');`,
    });
    await noted([['a', 'b', 'bad', 'd'], ['a', 'b'], ['bad', 'd'], ['bad'], ['bad'], ['d']]);
    const [, , bad] = await sequenceNumbers();
    expect(await failuresOf()).toEqual([
      {
        requestContext: {
          requestId: expect.any(String),
          functionArn: expect.stringMatching(/:function:Small-Handler$/),
          condition: 'RetryAttemptsExhausted',
          approximateInvokeCount: 2,
        },
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        version: '1.0',
        timestamp: expect.any(String),
        DDBStreamBatchInfo: {
          shardId: expect.stringMatching(/^shardId-/),
          startSequenceNumber: bad,
          endSequenceNumber: bad,
          approximateArrivalOfFirstRecord: expect.any(String),
          approximateArrivalOfLastRecord: expect.any(String),
          batchSize: 1,
          streamArn: STREAM_ARN,
        },
      },
    ]);
  });

  it('survives an unavailable engine and reports it once', async () => {
    const proxy = await startEngineProxy(engine.endpoint);
    await start({ endpoint: proxy.url });
    await put('a');
    await noted([['a']]);
    proxy.failWhen(() => 'reset');
    await expect.poll(() => sources?.errors.length).toBe(1);
    await put('b');
    let attempts = 0;
    await expect.poll(() => (attempts += proxy.takeCalls().length)).toBeGreaterThan(12);
    proxy.failWhen(() => undefined);
    await noted([['a'], ['b']]);
    expect(sources?.errors).toEqual([expect.stringContaining('Cannot read the stream of sales-data')]);
    await sources?.stop();
    await proxy.stop();
  });

  it('does not start for a table that has no stream', async () => {
    const mapping = { EventSourceArn: STREAM_ARN.replace('sales-data', 'other-table') };
    await expect(start({ mapping })).rejects.toThrow(/other-table.*has no stream|stream of other-table/);
  });
});
