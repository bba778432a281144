import { BatchWriteCommand, type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';

/** The BatchWriteItem maximum. */
const BATCH = 25;
/** The importer's transaction size. */
const TRANSACTION = 50;
const CONCURRENCY = 8;

/** Writes items directly, bypassing the service's own writers. */
type PutItems = (
  client: DynamoDBDocumentClient,
  tableName: string,
  count: number,
  itemAt: (index: number) => Record<string, unknown>,
) => Promise<void>;

const inParts = async (
  count: number,
  size: number,
  put: (indexes: readonly number[]) => Promise<void>,
): Promise<void> => {
  const starts = Array.from({ length: Math.ceil(count / size) }, (_, index) => index * size);
  await forEachConcurrently(starts, CONCURRENCY, (start) =>
    put(Array.from({ length: Math.min(size, count - start) }, (_, index) => start + index)),
  );
};

export const putInBatches: PutItems = (client, tableName, count, itemAt) =>
  inParts(count, BATCH, async (indexes) => {
    const requests = indexes.map((index) => ({ PutRequest: { Item: itemAt(index) } }));
    const { UnprocessedItems: left = {} } = await client.send(
      new BatchWriteCommand({ RequestItems: { [tableName]: requests } }),
    );
    if (Object.keys(left).length > 0) throw new Error('The engine left items out.');
  });

export const putInTransactions: PutItems = (client, tableName, count, itemAt) =>
  inParts(count, TRANSACTION, async (indexes) => {
    const TransactItems = indexes.map((index) => ({ Put: { TableName: tableName, Item: itemAt(index) } }));
    await client.send(new TransactWriteCommand({ TransactItems }));
  });
