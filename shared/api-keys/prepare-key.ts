import { apiKeyKey } from '../table/keys.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyToItem, IS_DISCARDED, PENDING_SINCE } from './api-key-mapper.ts';
import { GATEWAY_KEY, GATEWAY_KEY_ID, GATEWAY_KEYS, newGatewayKeyName } from './gateway-key-marks.ts';
import { type KeyStore, usagePlanIdOf } from './key-store.ts';
import { generateToken, hashToken, hintOf } from './token.ts';

/** A key that is stored and metered, but not accepted until its activation is written. */
export interface PreparedKey {
  readonly apiKey: ApiKey;
  readonly token: string;
  /** To be part of the transaction that decides on the key. */
  readonly activation: WriteOperation;
}

/**
 * Makes a key in an order that a crash can interrupt anywhere: first a pending item, which nothing accepts and which
 * says that there may be a gateway key; then the gateway key and its plan; last, by the caller, the activation.
 * What a crash leaves behind is an item that `clearLeftOvers` finds. A key never works without its limits.
 */
export const prepareKey = async (
  store: KeyStore,
  key: Omit<ApiKey, 'id' | 'hint' | 'revokedAt' | 'lastUsedAt' | 'rotatedTo'>,
): Promise<PreparedKey> => {
  const usagePlanId = usagePlanIdOf(store, key.plan);
  const { id, token } = generateToken();
  const apiKey: ApiKey = {
    ...key,
    id,
    hint: hintOf(token),
    revokedAt: null,
    lastUsedAt: null,
    rotatedTo: null,
  };
  const gatewayKey = newGatewayKeyName(id);
  const marks = {
    [PENDING_SINCE]: key.createdAt,
    [GATEWAY_KEY]: gatewayKey,
    [GATEWAY_KEYS]: { [gatewayKey]: key.createdAt },
  };
  // The id is new: an item that is already there is this very write, repeated because its answer got lost.
  await store.writer.put({ ...apiKeyToItem(apiKey, hashToken(token)), ...marks, version: 1 }, undefined);
  const gatewayKeyId = await store.gatewayKeys.create(gatewayKey, usagePlanId);
  const activation: WriteOperation = {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: `SET ${GATEWAY_KEY_ID} = :gatewayKeyId REMOVE ${PENDING_SINCE} ADD version :one`,
      ConditionExpression: `attribute_exists(${PENDING_SINCE}) AND attribute_not_exists(${IS_DISCARDED})`,
      ExpressionAttributeValues: { ':one': 1, ':gatewayKeyId': gatewayKeyId },
    },
  };
  return { apiKey, token, activation };
};
