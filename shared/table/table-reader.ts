import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { isTransientFailure } from '../runtime/transient-failure.ts';
import { withFullJitter } from './backoff.ts';
import { batchesOf } from './batches.ts';
import { cancellationCodes, isPassing } from './canceled-transaction.ts';
import type { DynamoDbCalls } from './dynamodb-calls.ts';
import type { TableKey } from './items/keys.ts';
import { PARTITION_KEY, SORT_KEY } from './items/schema.ts';
import { type Item, type PageQuery, type TableReader, TableUnavailableError } from './reader.ts';

/** The maximum of BatchGetItem. */
const BATCH_GET_KEYS = 100;
/** The maximum of TransactGetItems. */
const TRANSACTION_GET_KEYS = 100;
/** Attempts per read that conflicts with transactions, which last for milliseconds. */
const CONFLICT_ATTEMPTS = 8;
/** The maximum in milliseconds. */
const LONGEST_CONFLICT_WAIT = 500;
/** Partial responses per batch before it counts as throttled. */
const BATCH_GET_ATTEMPTS = 5;

const keyCondition = (
  query: PageQuery,
): Pick<
  QueryCommandInput,
  'KeyConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
> => {
  const partitionKey = query.index?.partitionKey ?? PARTITION_KEY;
  const sortKey = query.index?.sortKey ?? SORT_KEY;
  const { partition, from, to } = query;
  if (from === undefined && to === undefined) {
    return {
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': partitionKey },
      ExpressionAttributeValues: { ':pk': partition },
    };
  }
  let range = '#sk BETWEEN :from AND :to';
  if (to === undefined) range = '#sk >= :from';
  if (from === undefined) range = '#sk <= :to';
  return {
    KeyConditionExpression: `#pk = :pk AND ${range}`,
    ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
    ExpressionAttributeValues: { ':pk': partition, ':from': from, ':to': to },
  };
};

const queryInput = (tableName: string, query: PageQuery): QueryCommandInput => ({
  TableName: tableName,
  IndexName: query.index?.name,
  ...keyCondition(query),
  Limit: query.limit,
  ScanIndexForward: query.descending !== true,
  ConsistentRead: query.consistentRead,
  ExclusiveStartKey: query.startAfter,
});

/** Turns transient failures into {@link TableUnavailableError}. */
const answered = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (isTransientFailure(error)) {
      throw new TableUnavailableError('DynamoDB did not respond. Retry the request.', { cause: error });
    }
    throw error;
  }
};

/** The {@link TableReader} over any client's DynamoDB calls. */
export const createReader = (calls: DynamoDbCalls, tableName: string): TableReader => {
  const getBatch = async (keys: readonly TableKey[], isConsistent: boolean): Promise<readonly Item[]> => {
    const items: Item[] = [];
    let missing: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 1; missing.length > 0; attempt++) {
      if (attempt > BATCH_GET_ATTEMPTS)
        throw new TableUnavailableError('DynamoDB throttles batch reads. Retry the request.');
      if (attempt > 1) await withFullJitter(attempt - 1);
      const input = { RequestItems: { [tableName]: { Keys: missing, ConsistentRead: isConsistent } } };
      const output = await answered(calls.batchGetItem(input));
      items.push(...(output.Responses?.[tableName] ?? []));
      missing = output.UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return items;
  };

  const getInTransaction = async (keys: readonly TableKey[]): Promise<readonly Item[]> => {
    const items = keys.map(({ pk, sk }) => ({ Get: { TableName: tableName, Key: { pk, sk } } }));
    for (let attempt = 1; ; attempt++) {
      try {
        const { Responses = [] } = await answered(calls.transactGetItems({ TransactItems: items }));
        return Responses.flatMap(({ Item }) => Item ?? []);
      } catch (error) {
        if (!isPassing(cancellationCodes(error) ?? [])) throw error;
        if (attempt === CONFLICT_ATTEMPTS) {
          throw new TableUnavailableError('The read kept conflicting with transactions. Retry the request.', {
            cause: error,
          });
        }
        await withFullJitter(attempt, LONGEST_CONFLICT_WAIT);
      }
    }
  };

  return {
    async get(key, { consistentRead = false } = {}) {
      const input = {
        TableName: tableName,
        Key: { pk: key.pk, sk: key.sk },
        ConsistentRead: consistentRead,
      };
      return (await answered(calls.getItem(input))).Item;
    },

    async getMany(keys, { consistentRead = false } = {}) {
      const batches = batchesOf(keys, BATCH_GET_KEYS);
      return (await Promise.all(batches.map((batch) => getBatch(batch, consistentRead)))).flat();
    },

    async transactGet(keys) {
      return (await Promise.all(batchesOf(keys, TRANSACTION_GET_KEYS).map(getInTransaction))).flat();
    },

    async queryPage(query) {
      const output = await answered(calls.query(queryInput(tableName, query)));
      return { items: output.Items ?? [], lastEvaluated: output.LastEvaluatedKey };
    },

    async count(query, { maximum } = {}) {
      let total = 0;
      let startAfter: Item | undefined;
      do {
        const limit = maximum === undefined ? undefined : maximum + 1 - total;
        const input = queryInput(tableName, { ...query, startAfter, limit });
        const output = await answered(calls.query({ ...input, Select: 'COUNT' }));
        total += output.Count ?? 0;
        startAfter = output.LastEvaluatedKey;
      } while (startAfter !== undefined && (maximum === undefined || total <= maximum));
      return total;
    },
  };
};
