import type { DynamoDbCalls } from '../dynamodb-calls.ts';
import type { Item } from '../reader.ts';
import { mapEntries } from './map-entries.ts';
import { createSignedCall, type SignedCallsOptions } from './signed-call.ts';

/** Keys and the values in expressions are text or numbers. */
const toAttribute = (value: unknown) => {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? { S: value } : { N: String(value) };
};

const toAttributes = (values: Item | undefined) => values && mapEntries(values, toAttribute);

/** {@link DynamoDbCalls} as signed calls. */
export const createSignedCalls = (options: SignedCallsOptions = {}): DynamoDbCalls => {
  const call = createSignedCall(options);
  return {
    getItem: ({ Key: key, ...input }) => call('GetItem', { ...input, Key: toAttributes(key) }),

    batchGetItem: ({ RequestItems: requested = {}, ...input }) =>
      call('BatchGetItem', {
        ...input,
        RequestItems: mapEntries(requested, ({ Keys: keys = [], ...of }) => ({
          ...of,
          Keys: keys.map(toAttributes),
        })),
      }),

    transactGetItems: ({ TransactItems: items = [], ...input }) =>
      call('TransactGetItems', {
        ...input,
        TransactItems: items.map(({ Get: get }) => ({ Get: { ...get, Key: toAttributes(get?.Key) } })),
      }),

    query: ({ ExpressionAttributeValues: values, ExclusiveStartKey: startKey, ...input }) =>
      call('Query', {
        ...input,
        ExpressionAttributeValues: toAttributes(values),
        ExclusiveStartKey: toAttributes(startKey),
      }),

    async updateItem({ Key: key, ExpressionAttributeValues: values, ...input }, signal) {
      const attributes = { Key: toAttributes(key), ExpressionAttributeValues: toAttributes(values) };
      await call('UpdateItem', { ...input, ...attributes }, { signal });
    },
  };
};
