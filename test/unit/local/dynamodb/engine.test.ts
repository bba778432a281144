import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it } from 'vitest';
import { startEngine } from '../../../../infra/local/dynamodb/engine.ts';
import { findEngine } from '../../../../infra/local/dynamodb/find-engine.ts';
import { type DataDirectory, openDataDirectory } from '../../../../infra/local/process/data-directory.ts';
import { commandLineOf } from '../../../../infra/local/process/process-identity.ts';
import { lookupKey } from '../../../../shared/records/lookups/lookup-keys.ts';
import { feedHeadKey, feedSeenKey } from '../../../../shared/table/items/feed-keys.ts';
import { personKey } from '../../../../shared/table/items/keys.ts';
import { webhookDeliveryKey, webhookEndpointKey } from '../../../../shared/table/items/webhook-keys.ts';
import { eventually } from '../../../support/eventually.ts';
import { listeningAddresses } from '../listening-addresses.ts';
import { newDirectory } from '../runner-child.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const ENGINE = findEngine();

const fail = (error: Error): never => {
  throw error;
};

/** Starts a process and records its id as that of the engine of a killed runner. */
const spawnInPlaceOfEngine = (
  data: DataDirectory,
  [binary = '', ...options]: readonly string[],
): ChildProcess => {
  const child = spawn(binary, options, { stdio: 'ignore' });
  children.push(child);
  writeFileSync(data.path('dynamodb.pid'), String(child.pid));
  return child;
};

const hasEnded = (child: ChildProcess): boolean => (child.exitCode ?? child.signalCode) !== null;

it('ends an orphaned engine before it starts one, but no other process with its id', async () => {
  const data = await openDataDirectory(newDirectory());
  const first = await startEngine(data, ENGINE, fail);
  const command = commandLineOf(Number(readFileSync(data.path('dynamodb.pid'), 'utf8')));
  await first.stop();

  const orphan = spawnInPlaceOfEngine(data, command);
  const second = await startEngine(data, ENGINE, fail);
  await expect.poll(() => hasEnded(orphan)).toBe(true);
  await second.stop();

  const stranger = spawnInPlaceOfEngine(data, ['sleep', '60']);
  const third = await startEngine(data, ENGINE, fail);
  expect(hasEnded(stranger)).toBe(false);
  await third.stop();
  data.release();
});

it.runIf(process.platform === 'linux')('listens on a random loopback address only', async () => {
  const data = await openDataDirectory(newDirectory());
  const hosts: string[] = [];
  for (const _ of [1, 2]) {
    const engine = await startEngine(data, ENGINE, fail);
    const { host, hostname, port } = new URL(engine.endpoint);
    hosts.push(hostname);
    expect(listeningAddresses(Number(readFileSync(data.path('dynamodb.pid'), 'utf8')))).toEqual([host]);
    await expect(fetch(`http://localhost:${port}`)).rejects.toThrow();
    await engine.stop();
  }
  data.release();
  for (const host of hosts) expect(host).toMatch(/^127\.(?!0\.|255\.)\d+\.\d+\.\d+$/);
  expect(new Set(hosts).size).toBe(2);
});

it.runIf(process.platform === 'linux')('handles calls in one thread', async () => {
  const data = await openDataDirectory(newDirectory());
  const engine = await startEngine(data, ENGINE, fail);
  const tasks = `/proc/${readFileSync(data.path('dynamodb.pid'), 'utf8')}/task`;
  const handlers = () =>
    readdirSync(tasks).filter((id) => readFileSync(`${tasks}/${id}/comm`, 'utf8').startsWith('tokio-'));
  // A thread gets its name after it starts.
  await eventually(() => handlers().length > 0);
  expect(handlers()).toHaveLength(1);
  await engine.stop();
  data.release();
});

it.each([
  ['deleted', (database: string) => rmSync(database)],
  ['emptied', (database: string) => truncateSync(database)],
])('refuses to replace a %s database', async (_, lose) => {
  const data = await openDataDirectory(newDirectory());
  const first = await startEngine(data, ENGINE, fail);
  await first.stop();
  lose(data.path('dynamodb.db'));
  const second = await startEngine(data, ENGINE, fail);
  await second.stop();

  writeFileSync(data.path('kms.json'), '{"keys":{}}');
  const third = await startEngine(data, ENGINE, fail);
  await third.stop();
  lose(data.path('dynamodb.db'));
  await expect(startEngine(data, ENGINE, fail)).rejects.toThrow(
    `${data.path('dynamodb.db')} is missing or empty, although kms.json shows that it had data: ` +
      `restore it, or delete ${data.path()} to start without data.`,
  );
  data.release();
});

it('keeps only items without readers out of the stream', async () => {
  const data = await openDataDirectory(newDirectory());
  const engine = await startEngine(data, ENGINE, fail);
  const config = {
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(config));
  const streams = new DynamoDBStreamsClient(config);
  const { TableDescription: table } = await client.send(
    new CreateTableCommand({
      TableName: 'Records',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  const lookup = lookupKey('o', 'PERSON_EMAIL', 'ada@example.com', 'p');
  const seen = feedSeenKey('o', '2026-03-01T08:00:00');
  const delivery = webhookDeliveryKey('o', 'd');
  const others = [
    personKey('o', 'p'),
    webhookEndpointKey('o', 'e'),
    feedHeadKey('o'),
    { pk: `NO_${lookup.pk}`, sk: lookup.pk },
    { pk: seen.sk, sk: `NO_${seen.sk}` },
    { pk: `"pk":{"S":"${lookup.pk}`, sk: JSON.stringify({ pk: { S: lookup.pk } }) },
  ];
  const put = (...keys: readonly object[]) => {
    const requests = keys.map((key) => ({ PutRequest: { Item: { ...key, version: 1 } } }));
    return client.send(new BatchWriteCommand({ RequestItems: { Records: requests } }));
  };
  await put(lookup, seen, delivery);
  for (const key of others) await put(lookup, seen, delivery, key);

  const StreamArn = table?.LatestStreamArn;
  const { StreamDescription: stream } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn,
      ShardId: stream?.Shards?.[0]?.ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    }),
  );
  const { Records: records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  expect(records.map(({ dynamodb }) => [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S])).toEqual(
    others.map(({ pk, sk }) => [pk, sk]),
  );
  const numbers = records.map(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? ''));
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(new Set(numbers).size).toBe(6);
  streams.destroy();
  client.destroy();
  await engine.stop();
  data.release();
});
