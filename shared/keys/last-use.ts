import { MILLISECONDS_PER_HOUR } from '../runtime/durations.ts';
import type { DynamoDbCalls } from '../table/dynamodb-calls.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { ApiKey } from './api-key.ts';

/** How much `lastUsedAt` may lag, in exchange for not writing on every request. */
const PRECISION_MILLISECONDS = MILLISECONDS_PER_HOUR;

/** The longest that a request waits for this write, which its response does not depend on. */
export const LAST_USE_MILLISECONDS = 500;

export type UseRecorder = (key: Pick<ApiKey, 'id' | 'lastUsedAt'>, now: Date) => Promise<void>;

/**
 * Updates `lastUsedAt` if it is an hour old or more, which costs at most one write per key and hour. It does
 * not change the version, so it never conflicts with other writes.
 *
 * @param onFailure called when the write failed; the request continues
 */
export const createUseRecorder =
  (
    calls: Pick<DynamoDbCalls, 'updateItem'>,
    tableName: string,
    onFailure: (error: unknown) => void,
  ): UseRecorder =>
  async ({ id, lastUsedAt }, now) => {
    const outdated = new Date(now.getTime() - PRECISION_MILLISECONDS).toISOString();
    if (lastUsedAt !== null && lastUsedAt > outdated) return;
    const input = {
      TableName: tableName,
      Key: { ...apiKeyKey(id) },
      UpdateExpression: 'SET lastUsedAt = :now',
      // Only one of several concurrent requests writes.
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :outdated)',
      ExpressionAttributeValues: { ':now': now.toISOString(), ':outdated': outdated },
    };
    try {
      await calls.updateItem(input, AbortSignal.timeout(LAST_USE_MILLISECONDS));
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return;
      onFailure(error);
    }
  };
