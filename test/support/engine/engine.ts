import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { writeFastEngine } from '../../../infra/local/dynamodb/engine-binary.ts';
import { ENGINE_ENVIRONMENT } from '../../../infra/local/dynamodb/engine-process.ts';
import { findEngine } from '../../../infra/local/dynamodb/find-engine.ts';
import { prepareStreamRecords } from '../../../infra/local/dynamodb/stream-records.ts';
import {
  CHANGE_INDEX,
  DUE_INDEX,
  INDEX_ATTRIBUTES,
  INDEXES,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../shared/table/items/schema.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import type { Table } from '../../../shared/table/table.ts';
import { freePort } from '../http/free-port.ts';
import { functionTable } from './function-table.ts';

/** A DynamoDB engine for one test, with the service's table. */
export interface TestEngine {
  readonly pid: number | undefined;
  readonly endpoint: string;
  readonly tableName: string;
  readonly client: DynamoDBDocumentClient;
  /** As functions read and write it: with less CPU time than through the client. */
  readonly table: Table;
  /** Every item whose partition key starts with the prefix. */
  itemsOf(partitionPrefix: string): Promise<readonly Item[]>;
  /** Kills the engine, as a power failure would. */
  stop(): Promise<void>;
}

/** The engine accepts any. A runner with such an engine keeps them in its environment. */
export const CREDENTIALS_OF_ENGINE = { accessKeyId: 'local', secretAccessKey: 'local' };

const TABLE_NAME = 'sales-data';
const START_ATTEMPTS = 12_000;
const POLL_MILLISECONDS = 25;

/** Creates the service's table. */
export const createEngineTable = async (
  client: DynamoDBDocumentClient,
  hasStream: boolean,
  tableName = TABLE_NAME,
): Promise<void> => {
  const keySchema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  const keyNames = new Set([
    PARTITION_KEY,
    SORT_KEY,
    ...INDEXES.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]),
  ]);
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...keyNames].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
      KeySchema: keySchema(PARTITION_KEY, SORT_KEY),
      GlobalSecondaryIndexes: INDEXES.map(({ name, partitionKey, sortKey }) => ({
        IndexName: name,
        KeySchema: keySchema(partitionKey, sortKey),
        Projection:
          name === DUE_INDEX.name || name === CHANGE_INDEX.name
            ? { ProjectionType: 'KEYS_ONLY' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...INDEX_ATTRIBUTES] },
      })),
      ...(hasStream && {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    }),
  );
};

/** Every item of a table whose partition key starts with the prefix. */
export const itemsOfTable = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  partitionPrefix = '',
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: 'begins_with(pk, :prefix)',
      ExpressionAttributeValues: { ':prefix': partitionPrefix },
    },
  );
  for await (const page of pages) items.push(...(page.Items ?? []));
  return items;
};

const waitUntilReady = async (endpoint: string, child: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < START_ATTEMPTS && child.exitCode === null; attempt++) {
    const answer = await fetch(endpoint).catch(() => undefined);
    if (answer !== undefined) return;
    await setTimeout(POLL_MILLISECONDS);
  }
  throw new Error(`The engine at ${endpoint} did not start.`);
};

export interface TestEngineOptions {
  /** Whether the table has a stream, as prepared by `npm start`. Default: false. */
  readonly hasStream?: boolean;
  /** Its file. Default: in memory, unless the table has a stream. */
  readonly databaseFile?: string;
}

/**
 * The engine expects a signature, but does not verify it: computing it takes a quarter of a call's CPU time.
 */
const skipSigning = ({ middlewareStack }: DynamoDBDocumentClient): void => {
  const signature = {
    authorization: 'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none',
    'x-amz-date': '20260101T000000Z',
  };
  middlewareStack.remove('httpSigningMiddleware');
  middlewareStack.add(
    (next) => (args) => {
      Object.assign(Object(args.request).headers, signature);
      return next(args);
    },
    { step: 'build' },
  );
};

/** Starts an engine on a free port. The caller stops it. */
export const startTestEngine = async ({
  hasStream = false,
  databaseFile,
}: TestEngineOptions = {}): Promise<TestEngine> => {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const found = findEngine();
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const fast = join(folder, 'engine');
  const file = databaseFile ?? (hasStream ? join(folder, 'dynamodb.db') : undefined);
  const options = file === undefined ? [] : ['--db-path', file];
  const binary = file !== undefined && writeFastEngine(found, fast) ? fast : found.path;
  const child = spawn(binary, ['serve', '--port', String(port), ...options], {
    stdio: 'ignore',
    env: ENGINE_ENVIRONMENT,
  });
  await waitUntilReady(endpoint, child);
  if (hasStream && file !== undefined) prepareStreamRecords(file);
  const client = createDocumentClient({
    endpoint,
    region: 'eu-central-1',
    credentials: CREDENTIALS_OF_ENGINE,
    requestTimeout: 20_000,
  });
  skipSigning(client);
  await createEngineTable(client, hasStream);
  return {
    pid: child.pid,
    endpoint,
    tableName: TABLE_NAME,
    client,
    table: functionTable({ endpoint, tableName: TABLE_NAME }),
    itemsOf: (partitionPrefix) => itemsOfTable(client, TABLE_NAME, partitionPrefix),
    async stop() {
      client.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
      await promise;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
