import { apiKeyKey } from '../table/keys.ts';
import { IS_DISCARDED, PENDING_SINCE } from './api-key-mapper.ts';
import { gatewayKeyMarksOf } from './gateway-key-marks.ts';
import type { KeyStore } from './key-store.ts';

/**
 * Takes a key away again that was prepared but not activated. Does nothing to one that was: the decision is
 * written down first, and excludes an activation from then on.
 */
export const discardKey = async ({ reader, writer, gatewayKeys }: KeyStore, id: string): Promise<void> => {
  const Key = { ...apiKeyKey(id) };
  const isPending = { ConditionExpression: `attribute_exists(${PENDING_SINCE})` };
  const decision = {
    update: {
      Key,
      UpdateExpression: `SET ${IS_DISCARDED} = :true`,
      ...isPending,
      ExpressionAttributeValues: { ':true': true },
    },
  };
  if (!(await writer.transact([decision]))) return;
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  if (item === undefined) return;
  for (const { name } of gatewayKeyMarksOf(item)) await gatewayKeys.remove(name);
  await writer.transact([{ delete: { Key, ...isPending } }]);
};
