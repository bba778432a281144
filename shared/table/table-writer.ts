import { isTransientFailure } from '../runtime/transient-failure.ts';
import { withFullJitter } from './backoff.ts';
import { cancellationCodes, isPassing } from './canceled-transaction.ts';
import type { DynamoDbWrites } from './dynamodb-calls.ts';
import { unchangedSince } from './items/versions.ts';
import { TableUnavailableError } from './reader.ts';
import type { TableWriter, WriteOperation } from './writer.ts';

/** Attempts per write that conflicts with other transactions. */
const CONFLICT_ATTEMPTS = 12;

/**
 * Longer than any request waits for a write. After that, Lambda has frozen the function meanwhile, and the
 * client may have repeated its request.
 */
const CONFLICT_MILLISECONDS = 60_000;

/**
 * How long one stamp of a write is good for, the client's retries included. Whatever continues after a scan of a
 * collection goes back a minute: a change that is stored under an older time could be missed.
 */
const STAMP_MILLISECONDS = 7_000;

type Failure = 'condition' | 'passing' | 'fatal';

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return 'fatal';
  if (error.name === 'ConditionalCheckFailedException') return 'condition';
  if (error.name === 'TransactionConflictException') return 'passing';
  // The stamp became too old.
  if (error.name === 'AbortError') return 'passing';
  const codes = cancellationCodes(error) ?? [];
  if (codes.includes('ConditionalCheckFailed')) return 'condition';
  return isPassing(codes) ? 'passing' : 'fatal';
};

/** Retries a conditional write on conflicts. Returns `undefined` if its condition failed. */
const attempted = async <T>(write: () => Promise<T>): Promise<{ readonly result: T } | undefined> => {
  const until = Date.now() + CONFLICT_MILLISECONDS;
  for (let attempt = 1; ; attempt++) {
    try {
      return { result: await write() };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'condition') return undefined;
      if (failure === 'fatal') {
        if (!isTransientFailure(error)) throw error;
        throw new TableUnavailableError('DynamoDB did not respond. Retry the request.', { cause: error });
      }
      if (attempt < CONFLICT_ATTEMPTS) await withFullJitter(attempt);
      if (attempt === CONFLICT_ATTEMPTS || Date.now() > until) {
        throw new TableUnavailableError(
          'The write kept conflicting with other transactions. Retry the request.',
          { cause: error },
        );
      }
    }
  }
};

/**
 * The {@link TableWriter} over any client's DynamoDB calls.
 *
 * @param options.stampMilliseconds how long the time that is given to `transact`'s function is good for.
 *   Default: 7,000
 */
export const createWriter = (
  calls: DynamoDbWrites,
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
      return (await attempted(() => calls.putItem(command))) !== undefined;
    },
    async update(operation) {
      const command = { TableName: tableName, ...operation, ReturnValues: 'ALL_NEW' } as const;
      const updated = await attempted(() => calls.updateItem(command));
      return updated && (updated.result.Attributes ?? {});
    },
    async transact(operations) {
      const attempt = () => {
        const isStamped = typeof operations === 'function';
        const items = (isStamped ? operations(new Date()) : operations).map(transactItem);
        const signal = isStamped ? AbortSignal.timeout(stampMilliseconds) : undefined;
        return calls.transactWriteItems({ TransactItems: items }, signal);
      };
      return (await attempted(attempt)) !== undefined;
    },
  };
};
