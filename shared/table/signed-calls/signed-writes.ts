import type { DynamoDbWrites } from '../dynamodb-calls.ts';
import { mapEntries } from './map-entries.ts';
import { createSignedCall, type SignedCallsOptions } from './signed-call.ts';

type AttributeValue = Readonly<Record<string, unknown>>;

/**
 * Marshals all that the service stores: values of JSON, and bytes. Skips undefined values, like the SDK.
 */
const toAttribute = (value: unknown): AttributeValue | undefined => {
  switch (typeof value) {
    case 'undefined':
      return undefined;
    case 'string':
      return { S: value };
    case 'number':
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    default:
  }
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(toAttribute).filter((each) => each !== undefined) };
  return { M: mapEntries(Object(value), toAttribute) };
};

/** One write of a call or a transaction. */
interface Write {
  readonly Item?: Readonly<Record<string, unknown>> | undefined;
  readonly Key?: Readonly<Record<string, unknown>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

const withAttributes = ({ Item, Key, ExpressionAttributeValues, ...input }: Write): object => ({
  ...input,
  Item: Item && mapEntries(Item, toAttribute),
  Key: Key && mapEntries(Key, toAttribute),
  ExpressionAttributeValues: ExpressionAttributeValues && mapEntries(ExpressionAttributeValues, toAttribute),
});

/** {@link DynamoDbWrites} as signed calls. */
export const createSignedWrites = (options: SignedCallsOptions = {}): DynamoDbWrites => {
  const call = createSignedCall(options);
  return {
    async putItem(input) {
      await call('PutItem', withAttributes(input));
    },

    async deleteItem(input) {
      await call('DeleteItem', withAttributes(input));
    },

    batchWriteItem: ({ RequestItems: requested = {}, ...input }) =>
      call('BatchWriteItem', {
        ...input,
        RequestItems: mapEntries(requested, (requests) =>
          requests.map(({ PutRequest: put }) => ({ PutRequest: put && withAttributes(put) })),
        ),
      }),

    updateItem: (input) => call('UpdateItem', withAttributes(input)),

    async transactWriteItems({ TransactItems: items = [], ...input }, options) {
      const transaction = {
        ...input,
        TransactItems: items.map((item) =>
          mapEntries({ ...item }, (write: Write = {}) => withAttributes(write)),
        ),
      };
      await call('TransactWriteItems', transaction, options);
    },
  };
};
