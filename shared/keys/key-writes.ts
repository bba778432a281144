import type { Permission } from '../contract/keys/permissions.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import { VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import { updateOf } from '../table/items/update-expression.ts';
import { unchangedSince } from '../table/items/versions.ts';
import type { WriteOperation } from '../table/writer.ts';
import { IS_DISCARDED, PENDING_SINCE } from './api-key-mapper.ts';

const NEXT_VERSION = { [VERSION_ATTRIBUTE]: 1 };
const IF_PENDING = { ConditionExpression: `attribute_exists(${PENDING_SINCE})` };
const IF_NOT_REVOKED = 'attribute_exists(pk) AND attribute_not_exists(revokedAt)';

/** Sets attributes of a pending key, unless it was discarded. */
export const changePendingKey = (
  id: string,
  attributes: Readonly<Record<string, unknown>>,
): WriteOperation => ({
  update: updateOf(
    apiKeyKey(id),
    attributes,
    { ConditionExpression: `${IF_PENDING.ConditionExpression} AND attribute_not_exists(${IS_DISCARDED})` },
    NEXT_VERSION,
  ),
});

/** Activates a pending key, unless it was discarded. */
export const activateKey = (id: string, attributes: Readonly<Record<string, unknown>>): WriteOperation =>
  changePendingKey(id, { ...attributes, [PENDING_SINCE]: null });

/** Marks a pending key as discarded, which rules out its activation. */
export const discardPendingKey = (id: string): WriteOperation => ({
  update: updateOf(apiKeyKey(id), { [IS_DISCARDED]: true }, IF_PENDING),
});

export const deletePendingKey = (id: string): WriteOperation => ({
  delete: { Key: { ...apiKeyKey(id) }, ...IF_PENDING },
});

/** Sets attributes of a key that nothing has changed since `version` was read. */
export const changeKey = (
  id: string,
  version: number | undefined,
  attributes: Readonly<Record<string, unknown>>,
): WriteOperation => ({
  update: updateOf(apiKeyKey(id), attributes, unchangedSince(version), NEXT_VERSION),
});

/**
 * The condition that a key is not revoked and has these permissions.
 *
 * @param required one permission of each list
 */
export const requireKeyPermissions = (
  id: string,
  required: readonly (readonly Permission[])[],
): WriteOperation => {
  const names = [...new Set(required.flat())];
  const isHeld = (permission: Permission): string => `contains(#permissions, :p${names.indexOf(permission)})`;
  const held = required.map((alternatives) => `(${alternatives.map(isHeld).join(' OR ')})`);
  return {
    check: {
      Key: { ...apiKeyKey(id) },
      ConditionExpression: [IF_NOT_REVOKED, ...held].join(' AND '),
      ExpressionAttributeNames: { '#permissions': 'permissions' },
      ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:p${index}`, name])),
    },
  };
};

/** Revokes a key, unless it is revoked already. */
export const markRevoked = (id: string, at: string): WriteOperation => ({
  update: updateOf(apiKeyKey(id), { revokedAt: at }, { ConditionExpression: IF_NOT_REVOKED }, NEXT_VERSION),
});

/** Records that a gateway key no longer exists. */
export const dropGatewayKey = (id: string, name: string): WriteOperation => ({
  update: {
    Key: { ...apiKeyKey(id) },
    UpdateExpression: 'REMOVE gatewayKeys.#name',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#name': name },
  },
});
