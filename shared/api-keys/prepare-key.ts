import { apiKeyKey } from '../table/keys.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyToItem, HAS_GATEWAY_KEY, PENDING_SINCE } from './api-key-mapper.ts';
import type { KeyStore } from './key-store.ts';
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
  { writer, gatewayKeys, usagePlanIds }: KeyStore,
  key: Omit<ApiKey, 'id' | 'hint' | 'revokedAt'>,
): Promise<PreparedKey> => {
  const usagePlanId = usagePlanIds[key.plan];
  if (usagePlanId === undefined) {
    const plans = Object.keys(usagePlanIds).join(', ');
    throw new Error(`There is no usage plan "${key.plan}"; the plans are ${plans}.`);
  }
  const { id, token } = generateToken();
  const apiKey: ApiKey = { ...key, id, hint: hintOf(token), revokedAt: null };
  const marks = { [PENDING_SINCE]: key.createdAt, [HAS_GATEWAY_KEY]: true };
  // The id is new: an item that is already there is this very write, repeated because its answer got lost.
  await writer.put({ ...apiKeyToItem(apiKey, hashToken(token)), ...marks, version: 1 }, undefined);
  await gatewayKeys.create(id, usagePlanId);
  const activation: WriteOperation = {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: `REMOVE ${PENDING_SINCE} ADD version :one`,
      ConditionExpression: `attribute_exists(${PENDING_SINCE})`,
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
  return { apiKey, token, activation };
};

/** Takes a key away again that was prepared but not activated. Does nothing to one that was. */
export const discardKey = async ({ writer, gatewayKeys }: KeyStore, id: string): Promise<void> => {
  await gatewayKeys.remove(id);
  const deletion: WriteOperation = {
    delete: { Key: { ...apiKeyKey(id) }, ConditionExpression: `attribute_exists(${PENDING_SINCE})` },
  };
  await writer.transact([deletion]);
};
