import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Stack } from '../assembly/stack.ts';
import type { DataDirectory } from '../process/data-directory.ts';
import { StartError } from '../process/start-error.ts';
import type { Started } from '../process/started.ts';
import type { Credentials } from '../settings.ts';
import { startEngine } from './engine.ts';
import type { FoundEngine } from './find-engine.ts';
import { prepareTable } from './table.ts';

export interface DynamoDbOptions {
  readonly stack: Stack;
  readonly data: DataDirectory;
  /** The engine, or the endpoint of another DynamoDB. */
  readonly engine: FoundEngine | string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly onError: (error: Error) => void;
}

export interface DynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  /** Fulfilled with the reason when the engine keeps crashing. */
  readonly failed: Promise<StartError>;
}

/** Starts the engine, if it is one, and creates or updates the tables of the stack. */
export const startDynamoDb = async (
  { stack, data, engine: given, region, credentials, onError }: DynamoDbOptions,
  started: Started,
): Promise<DynamoDb> => {
  const engine = typeof given === 'string' ? undefined : await startEngine(data, given, onError);
  started.add(() => engine?.stop());
  const endpoint = typeof given === 'string' ? given : (engine?.endpoint ?? '');
  const client = new DynamoDBClient({
    region,
    credentials,
    endpoint,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  started.add(() => client.destroy());
  for (const table of stack.resourcesOf('AWS::DynamoDB::Table')) await prepareTable(client, table);
  const log = data.path('logs', 'dynamodb.log');
  const failed = new Promise<StartError>((resolve) => {
    void engine?.ended.then(() => resolve(new StartError(`The local DynamoDB keeps crashing: see ${log}.`)));
  });
  return { endpoint, client, failed };
};
