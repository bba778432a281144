import { hash } from 'node:crypto';
import { requiredNumber, requiredString } from './items/attributes.ts';
import type { TableKey } from './items/keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from './items/schema.ts';
import type { TableReader } from './reader.ts';
import type { WriteOperation } from './writer.ts';

/** How long a repeated request gets the first response. */
const SECONDS = 24 * 60 * 60;

/** A request that may be repeated. */
export interface IdempotentRequest {
  /** Who makes it of what: an API key and an operation. */
  readonly caller: readonly [organizationId: string, keyId: string, operation: string];
  /** The value of `Idempotency-Key`. */
  readonly key: string;
  /** The JSON of its valid body. */
  readonly body: string;
}

const keyOf = ({ caller, key }: IdempotentRequest): TableKey => ({
  pk: `IDEMPOTENT_REQUEST#${caller.join('#')}#${hash('sha256', key)}`,
  sk: 'REQUEST',
});

/**
 * The JSON of the first response to a request. DynamoDB deletes items up to two days after they expire.
 *
 * @returns `undefined` if there is none, `mismatch` if it was to another body
 */
export const firstResponse = async (
  reader: TableReader,
  request: IdempotentRequest,
  now: Date,
): Promise<string | 'mismatch' | undefined> => {
  const item = await reader.get(keyOf(request), { consistentRead: true });
  if (item === undefined || requiredNumber(item, TIME_TO_LIVE_ATTRIBUTE) * 1_000 <= now.getTime()) {
    return undefined;
  }
  return item['bodyHash'] === hash('sha256', request.body) ? requiredString(item, 'response') : 'mismatch';
};

/**
 * The write that keeps the response to a request, for the transaction of what it does. It fails if there is
 * one already.
 *
 * @param response JSON without secrets
 */
export const keepResponse = (request: IdempotentRequest, response: string, now: Date): WriteOperation => {
  const seconds = Math.floor(now.getTime() / 1_000);
  return {
    put: {
      Item: {
        ...keyOf(request),
        bodyHash: hash('sha256', request.body),
        response,
        [TIME_TO_LIVE_ATTRIBUTE]: seconds + SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': TIME_TO_LIVE_ATTRIBUTE },
      ExpressionAttributeValues: { ':now': seconds },
    },
  };
};
