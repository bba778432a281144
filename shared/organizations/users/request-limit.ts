import type { DynamoDbCalls } from '../../table/dynamodb-calls.ts';
import { adminRequestsKey } from '../../table/items/keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';

/** Requests of the admin API per minute. */
export interface RequestLimits {
  readonly user: number;
  /** Of all users of an organization together. */
  readonly organization: number;
}

interface Caller {
  readonly organizationId: string;
  readonly userId: string;
}

/** The seconds until a retry can succeed, or `undefined` if the request is within the limits. */
export type RequestCounter = (caller: Caller, now: Date) => Promise<number | undefined>;

const MINUTE_MILLISECONDS = 60_000;

/** The longest that a request waits to be counted. */
const COUNT_MILLISECONDS = 500;

/**
 * Counts each request of a user and of the organization by one conditional write to an item of the current
 * minute. A refused request does not count, so a user at the limit leaves the rest of the organization's to
 * others. 1 write unit per request, and another one for every 20 users in the same minute.
 *
 * @param onFailure called when the request could not be counted; it is within the limits
 */
export const createRequestCounter =
  (
    calls: Pick<DynamoDbCalls, 'updateItem'>,
    tableName: string,
    { user, organization }: RequestLimits,
    onFailure: (error: unknown) => void,
  ): RequestCounter =>
  async ({ organizationId, userId }, now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MILLISECONDS);
    const end = (minute + 1) * MINUTE_MILLISECONDS;
    const input = {
      TableName: tableName,
      Key: { ...adminRequestsKey(organizationId, new Date(minute * MINUTE_MILLISECONDS).toISOString()) },
      UpdateExpression: 'SET #ttl = :end ADD #all :one, #user :one',
      ConditionExpression:
        '(attribute_not_exists(#user) OR #user < :user) AND (attribute_not_exists(#all) OR #all < :all)',
      ExpressionAttributeNames: {
        '#ttl': TIME_TO_LIVE_ATTRIBUTE,
        '#all': 'requests',
        '#user': `requests#${userId}`,
      },
      ExpressionAttributeValues: { ':end': end / 1_000, ':one': 1, ':user': user, ':all': organization },
    };
    try {
      await calls.updateItem(input, AbortSignal.timeout(COUNT_MILLISECONDS));
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') {
        return Math.max(1, Math.ceil((end - now.getTime()) / 1_000));
      }
      onFailure(error);
    }
    return undefined;
  };
