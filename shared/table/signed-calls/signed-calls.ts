import type {
  BatchGetCommandInput,
  GetCommandInput,
  QueryCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { convertToAttr } from '@aws-sdk/util-dynamodb';
import { isTransientFailure } from '../../runtime/transient-failure.ts';
import { withFullJitter } from '../backoff.ts';
import type { DynamoDbCalls } from '../dynamodb-calls.ts';
import type { Item } from '../reader.ts';
import { TRY_LIMITS } from '../try-limits.ts';
import { type AttributeMap, withTextForBytes } from './binary-values.ts';
import { createClock } from './clock.ts';
import { dynamoDbError } from './dynamodb-error.ts';
import { type DynamoDbEnvironment, readEnvironment } from './environment.ts';
import { createHttpPost } from './http-post.ts';
import { plainValues } from './plain-values.ts';
import { createSignedPost } from './signed-post.ts';

interface Answer {
  readonly Item?: AttributeMap;
  readonly Items?: readonly AttributeMap[];
  readonly Count?: number;
  readonly LastEvaluatedKey?: AttributeMap;
  readonly Responses?: Readonly<Record<string, readonly AttributeMap[]>>;
  readonly UnprocessedKeys?: Readonly<Record<string, { readonly Keys?: readonly AttributeMap[] }>>;
}

export interface SignedCallsOptions {
  /** @default the environment of the Lambda function */
  readonly environment?: DynamoDbEnvironment;
  /** Attempts per call. @default 3 */
  readonly attempts?: number;
  /** Milliseconds per attempt. @default 500 */
  readonly connectionTimeout?: number;
  /** Milliseconds per attempt. @default 1500 */
  readonly requestTimeout?: number;
  /** This machine's time, in milliseconds since 1970. @default `Date.now` */
  readonly machineTime?: () => number;
}

/**
 * Converts values to attribute values in JSON. Text, such as keys, bypasses the SDK's marshaller, which took
 * a tenth of the time of a get by id.
 */
const toAttributes = (values: Item): Record<string, unknown> => {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    attributes[name] =
      typeof value === 'string'
        ? { S: value }
        : withTextForBytes(convertToAttr(value, { removeUndefinedValues: true }));
  }
  return attributes;
};

const optionalAttributes = (values: Item | undefined): Record<string, unknown> | undefined =>
  values === undefined ? undefined : toAttributes(values);

/**
 * {@link DynamoDbCalls} as signed requests over keep-alive connections. This is a tenth of the code of the
 * AWS SDK's client and speeds up cold starts. It uses the SDK for the signing key and attribute values, and
 * has the same timeouts, attempts and error names as {@link createDocumentClient}.
 */
export const createSignedCalls = ({
  environment = readEnvironment(process.env),
  attempts = TRY_LIMITS.attempts,
  connectionTimeout = TRY_LIMITS.connectionTimeout,
  requestTimeout = TRY_LIMITS.requestTimeout,
  machineTime = Date.now,
}: SignedCallsOptions = {}): DynamoDbCalls => {
  const { endpoint } = environment;
  const clock = createClock(machineTime);
  const post = createSignedPost(environment, createHttpPost({ endpoint, connectionTimeout, requestTimeout }));

  const tryOnce = async (operation: string, body: string, signal?: AbortSignal) => {
    const signedAt = clock.now();
    const { status, headers, body: text } = await post(operation, body, signedAt, signal);
    if (status === 200) return { answer: JSON.parse(text) as Answer };
    const requestId = headers['x-amzn-requestid'];
    const error = dynamoDbError(status, text, typeof requestId === 'string' ? requestId : undefined);
    return { error, isToRepeat: clock.correctBy(error, headers, signedAt) || isTransientFailure(error) };
  };

  const call = async (operation: string, input: object, signal?: AbortSignal): Promise<Answer> => {
    const body = JSON.stringify(input);
    for (let attempt = 1; ; attempt++) {
      const outcome = await tryOnce(operation, body, signal).catch((error: unknown) => ({
        error,
        isToRepeat: isTransientFailure(error) && signal?.aborted !== true,
      }));
      if ('answer' in outcome) return outcome.answer;
      if (!outcome.isToRepeat || attempt >= attempts) throw outcome.error;
      await withFullJitter(attempt);
    }
  };

  return {
    async getItem({ Key: key, ...input }: GetCommandInput) {
      const { Item: item } = await call('GetItem', { ...input, Key: toAttributes(key ?? {}) });
      return item === undefined ? {} : { Item: plainValues(item) };
    },

    async batchGetItem({ RequestItems: requested = {}, ...input }: BatchGetCommandInput) {
      const { Responses: responses = {}, UnprocessedKeys: unprocessed = {} } = await call('BatchGetItem', {
        ...input,
        RequestItems: Object.fromEntries(
          Object.entries(requested).map(([table, { Keys: keys = [], ...of }]) => [
            table,
            { ...of, Keys: keys.map(toAttributes) },
          ]),
        ),
      });
      return {
        Responses: Object.fromEntries(
          Object.entries(responses).map(([table, items]) => [table, items.map(plainValues)]),
        ),
        UnprocessedKeys: Object.fromEntries(
          Object.entries(unprocessed).map(([table, { Keys: keys = [] }]) => [
            table,
            { Keys: keys.map(plainValues) },
          ]),
        ),
      };
    },

    async query({
      ExpressionAttributeValues: values,
      ExclusiveStartKey: startKey,
      ...input
    }: QueryCommandInput) {
      const answer = await call('Query', {
        ...input,
        ExpressionAttributeValues: optionalAttributes(values),
        ExclusiveStartKey: optionalAttributes(startKey),
      });
      const { Items: items, Count: count, LastEvaluatedKey: lastKey } = answer;
      return {
        ...(items === undefined ? {} : { Items: items.map(plainValues) }),
        ...(count === undefined ? {} : { Count: count }),
        ...(lastKey === undefined ? {} : { LastEvaluatedKey: plainValues(lastKey) }),
      };
    },

    async updateItem(
      { Key: key, ExpressionAttributeValues: values, ...input }: UpdateCommandInput,
      signal?: AbortSignal,
    ) {
      await call(
        'UpdateItem',
        { ...input, Key: toAttributes(key ?? {}), ExpressionAttributeValues: optionalAttributes(values) },
        signal,
      );
    },
  };
};
