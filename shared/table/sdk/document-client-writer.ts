import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { isTransientFailure } from '../../runtime/transient-failure.ts';
import { withFullJitter } from '../backoff.ts';
import { unchangedSince } from '../items/versions.ts';
import { TableUnavailableError } from '../reader.ts';
import type { TableWriter, WriteOperation } from '../writer.ts';

/** Attempts per write that conflicts with other transactions. */
const CONFLICT_ATTEMPTS = 12;

/**
 * How long one stamp of a write is good for, the SDK's retries included. A scan of a collection goes back ten
 * seconds: a change that is stored under an older time could be missed.
 */
const STAMP_MILLISECONDS = 7_000;

/** Cancellation reasons that a retry may resolve. */
const PASSING_REASONS = new Set([
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'RequestLimitExceeded',
]);

type Failure = 'condition' | 'passing' | 'fatal';

const failureOf = (error: unknown): Failure => {
  if (error instanceof ConditionalCheckFailedException) return 'condition';
  if (error instanceof TransactionConflictException) return 'passing';
  // The stamp became too old.
  if (error instanceof Error && error.name === 'AbortError') return 'passing';
  if (!(error instanceof TransactionCanceledException)) return 'fatal';
  const reasons = (error.CancellationReasons ?? []).map(({ Code: code = 'None' }) => code);
  const failed = reasons.filter((code) => code !== 'None');
  if (failed.some((code) => code === 'ConditionalCheckFailed')) return 'condition';
  return failed.length > 0 && failed.every((code) => PASSING_REASONS.has(code)) ? 'passing' : 'fatal';
};

/** Retries a conditional write on conflicts. Returns `undefined` if its condition failed. */
const attempted = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'condition') return undefined;
      if (failure === 'fatal') {
        if (!isTransientFailure(error)) throw error;
        throw new TableUnavailableError('DynamoDB did not respond. Retry the request.', { cause: error });
      }
      if (attempt === CONFLICT_ATTEMPTS) {
        throw new TableUnavailableError(
          'The write kept conflicting with other transactions. Retry the request.',
          { cause: error },
        );
      }
      await withFullJitter(attempt);
    }
  }
};

/**
 * The {@link TableWriter} over the AWS SDK's document client.
 *
 * @param options.stampMilliseconds how long the time that is given to `transact`'s function is good for.
 *   Default: 7,000
 */
export const createTableWriter = (
  client: DynamoDBDocumentClient,
  tableName: string,
  { stampMilliseconds = STAMP_MILLISECONDS } = {},
): TableWriter => {
  const transactItem = (operation: WriteOperation) => {
    if ('put' in operation) return { Put: { TableName: tableName, ...operation.put } };
    if ('update' in operation) return { Update: { TableName: tableName, ...operation.update } };
    if ('check' in operation) return { ConditionCheck: { TableName: tableName, ...operation.check } };
    return { Delete: { TableName: tableName, ...operation.delete } };
  };

  return {
    async put(item, version) {
      const command = { TableName: tableName, Item: { ...item }, ...unchangedSince(version) };
      return (await attempted(() => client.send(new PutCommand(command)))) !== undefined;
    },
    async update(operation) {
      const command = new UpdateCommand({ TableName: tableName, ...operation, ReturnValues: 'ALL_NEW' });
      const result = await attempted(() => client.send(command));
      return result === undefined ? undefined : (result.Attributes ?? {});
    },
    async transact(operations) {
      const attempt = () => {
        const isStamped = typeof operations === 'function';
        const items = (isStamped ? operations(new Date()) : operations).map(transactItem);
        const command = new TransactWriteCommand({ TransactItems: items });
        const limit = isStamped ? { abortSignal: AbortSignal.timeout(stampMilliseconds) } : {};
        return client.send(command, limit);
      };
      return (await attempted(attempt)) !== undefined;
    },
  };
};
