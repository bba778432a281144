import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { INDEXES, PARTITION_KEY, SORT_KEY } from '../../../../shared/table/items/schema.ts';

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

/**
 * Rejects a Query as DynamoDB does: with bounds in the wrong order, or an `ExclusiveStartKey` at which it
 * cannot have ended.
 */
export const checkQuery = ({
  IndexName: indexName,
  ExclusiveStartKey: startKey,
  ExpressionAttributeNames: names = {},
  ExpressionAttributeValues: values = {},
}: QueryCommandInput): void => {
  const { ':from': from, ':to': to } = values;
  if (from !== undefined && to !== undefined && from > to) {
    refuse('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
  }
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
    (from === undefined || sortValue >= from) &&
    (to === undefined || sortValue <= to);
  if (!isWithin) {
    refuse('The provided starting key is outside query boundaries based on provided conditions');
  }
};
