import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { INDEXES, PARTITION_KEY, SORT_KEY } from '../../shared/table/items/schema.ts';
import type { Item, TableReader } from '../../shared/table/reader.ts';
import { createReader } from '../../shared/table/table-reader.ts';

/**
 * Maximum key sizes, in bytes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
const MAX_PARTITION_KEY = 2_048;
const MAX_SORT_KEY = 1_024;

const refuse = (message: string): never => {
  throw Object.assign(new Error(message), { name: 'ValidationException' });
};

const isKeyValue = (value: unknown, maximum: number): value is string =>
  typeof value === 'string' && value.isWellFormed() && value !== '' && Buffer.byteLength(value) <= maximum;

/** Rejects an `ExclusiveStartKey` as DynamoDB does when the Query cannot have ended there. */
const checkStartKey = ({
  IndexName: indexName,
  ExclusiveStartKey: startKey,
  KeyConditionExpression: condition = '',
  ExpressionAttributeNames: names = {},
  ExpressionAttributeValues: values = {},
}: QueryCommandInput): void => {
  if (startKey === undefined) return;
  const index = INDEXES.find(({ name }) => name === indexName);
  const partitionKeys: readonly string[] = [
    PARTITION_KEY,
    ...(index === undefined ? [] : [index.partitionKey]),
  ];
  const keys = [...partitionKeys, SORT_KEY, ...(index === undefined ? [] : [index.sortKey])];
  const isKey =
    Object.keys(startKey).toSorted().join() === keys.toSorted().join() &&
    keys.every((key) =>
      isKeyValue(startKey[key], partitionKeys.includes(key) ? MAX_PARTITION_KEY : MAX_SORT_KEY),
    );
  if (!isKey) refuse('The provided starting key is invalid');
  const sortValue = String(startKey[names['#sk'] ?? '']);
  const isWithin =
    startKey[names['#pk'] ?? ''] === values[':pk'] &&
    (!/:from/.test(condition) || sortValue >= values[':from']) &&
    (!/:to/.test(condition) || sortValue <= values[':to']);
  if (!isWithin) {
    refuse('The provided starting key is outside query boundaries based on provided conditions');
  }
};

/**
 * An empty table that validates the start key of a Query as strictly as DynamoDB, unlike local engines.
 *
 * @param item returned by every GetItem
 */
export const createStrictReader = (item: Item): TableReader =>
  createReader(
    {
      getItem: async () => ({ Item: { ...item } }),
      batchGetItem: async () => ({}),
      transactGetItems: async () => ({}),
      async query(input) {
        checkStartKey(input);
        return { Items: [], Count: 0 };
      },
      updateItem: async () => undefined,
    },
    'table',
  );
