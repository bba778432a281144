import { randomUUID } from 'node:crypto';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { isThrottling, isTransientFailure } from '../runtime/transient-failure.ts';
import { withFullJitter } from './backoff.ts';
import { cancellationCodes, isPassing, isThrottled } from './canceled-transaction.ts';
import type { DynamoDbWrites } from './dynamodb-calls.ts';
import { unchangedSince } from './items/versions.ts';
import { TableConflictError, TableThrottledError, TableUnavailableError } from './reader.ts';
import type { TableWriter, WriteOperation } from './writer.ts';

/** Attempts per write that conflicts with other transactions. */
const CONFLICT_ATTEMPTS = 12;

/**
 * Longer than any request waits for a write. After that, Lambda has frozen the function meanwhile, and the
 * client may have repeated its request.
 */
const CONFLICT_MILLISECONDS = 60_000;

/**
 * How long one stamp of a write is good for, the client's retries included. Whatever continues after a scan
 * of a collection goes back a minute: a change that is stored under an older time could be missed.
 */
const STAMP_MILLISECONDS = 7_000;

/** Whether a call was given up because its stamp became too old. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

type Failure = 'condition' | 'throttled' | 'passing' | 'fatal';

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return 'fatal';
  if (error.name === 'ConditionalCheckFailedException') return 'condition';
  if (error.name === 'TransactionConflictException') return 'passing';
  if (isAbort(error)) return 'passing';
  const codes = cancellationCodes(error) ?? [];
  if (codes.includes('ConditionalCheckFailed')) return 'condition';
  if (isThrottled(codes)) return 'throttled';
  return isPassing(codes) ? 'passing' : 'fatal';
};

/** The error of a write that failed for good, if a retry of the request may succeed. */
const unavailable = (failure: Failure, cause: unknown): TableUnavailableError => {
  if (failure === 'throttled' || isThrottling(cause)) {
    return new TableThrottledError('DynamoDB throttles writes. Retry the request.', { cause });
  }
  if (failure === 'passing') {
    const message = 'The write kept conflicting with other transactions. Retry the request.';
    return new TableConflictError(message, { cause });
  }
  return new TableUnavailableError('DynamoDB did not respond. Retry the request.', { cause });
};

/**
 * Retries a conditional write on conflicts. Returns `undefined` if its condition failed.
 *
 * @param retriesThrottling called after a throttled attempt
 */
const attempted = async <T>(
  write: () => Promise<T>,
  retriesThrottling: () => boolean = () => true,
): Promise<{ readonly result: T } | undefined> => {
  const until = Date.now() + CONFLICT_MILLISECONDS;
  for (let attempt = 1; ; attempt++) {
    try {
      return { result: await write() };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'condition') return undefined;
      if (failure === 'fatal') {
        throw isTransientFailure(error) ? unavailable(failure, error) : error;
      }
      if (failure === 'throttled' && !retriesThrottling()) throw unavailable(failure, error);
      if (attempt < CONFLICT_ATTEMPTS) await withFullJitter(attempt);
      if (attempt === CONFLICT_ATTEMPTS || Date.now() > until) throw unavailable(failure, error);
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
    async transact(operations, { retriesThrottling = true } = {}) {
      // Attempts that were given up because their stamp became too old. DynamoDB may have made their writes.
      const givenUp: TransactWriteCommandInput[] = [];
      // The caller's retry would not know of them.
      const isPatient = () => retriesThrottling || givenUp.length > 0;
      const attempt = async () => {
        const isStamped = typeof operations === 'function';
        const items = (isStamped ? operations(new Date()) : operations).map(transactItem);
        // The token makes the client's retry after a lost response succeed without a second write.
        const input = { ClientRequestToken: randomUUID(), TransactItems: items };
        const signal = isStamped ? AbortSignal.timeout(stampMilliseconds) : undefined;
        try {
          await calls.transactWriteItems(input, { signal, retriesThrottling: isPatient() });
        } catch (error) {
          if (isAbort(error)) givenUp.push(input);
          throw error;
        }
      };
      if ((await attempted(attempt, isPatient)) !== undefined) return true;
      // A condition fails if one of these succeeded: with its token, DynamoDB then succeeds again, and writes
      // nothing.
      for (const input of givenUp) {
        if ((await attempted(() => calls.transactWriteItems(input))) !== undefined) return true;
      }
      return false;
    },
  };
};
