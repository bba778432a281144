import type { DynamoDbCalls } from '../table/dynamodb-calls.ts';
import { apiKeyKey } from '../table/keys.ts';
import type { ApiKey } from './api-key.ts';

/** How much `lastUsedAt` may lag behind: the price of not writing for each request. */
const PRECISION_MILLISECONDS = 3_600_000;

/** A request must not wait longer than this for a note that nobody's answer depends on. */
export const LAST_USE_MILLISECONDS = 500;

/** Notes that a key was used. */
export type UseRecorder = (key: Pick<ApiKey, 'id' | 'lastUsedAt'>, now: Date) => Promise<void>;

/**
 * Writes `lastUsedAt` when what is stored is an hour old or more, so that a key costs at most one write an hour,
 * however many requests come with it. The attribute is the only one that is written, and does not touch the
 * version: it is in nobody's way.
 *
 * @param onFailure told when the note could not be written; the request goes on all the same
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
      // Of the requests that come at once, one writes.
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
