import { apiKeyKey } from '../table/items/keys.ts';
import { VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import { updateOf } from '../table/items/update-expression.ts';
import { versionOf } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { GATEWAY_KEYS, REPLACED_GATEWAY_KEYS } from './gateway-key-marks.ts';
import { PREDECESSORS } from './predecessors.ts';

/**
 * The owner of gateway keys is the one key whose revocation or expiry removes them: the last of a chain of
 * rotations, or the predecessor that outlives it. Only the owner can change the plan.
 */
type Ownership = Readonly<Record<string, unknown>>;

/**
 * What passes from an owner to the next one.
 *
 * @param predecessors the keys that share the gateway key with the next owner, with their end
 */
export const ownershipOf = (item: Item, predecessors: Readonly<Record<string, unknown>>): Ownership => ({
  [GATEWAY_KEYS]: item[GATEWAY_KEYS] ?? {},
  [REPLACED_GATEWAY_KEYS]: item[REPLACED_GATEWAY_KEYS] ?? {},
  [PREDECESSORS]: predecessors,
});

export const NO_OWNERSHIP: Ownership = {
  [GATEWAY_KEYS]: {},
  [REPLACED_GATEWAY_KEYS]: null,
};

/**
 * Changes a key together with its ownership, provided that both are as they were read: recording a gateway
 * key that is about to be created does not change the version.
 */
export const changeOwnership = (
  item: Item,
  ownership: Ownership,
  attributes: Readonly<Record<string, unknown>> = {},
): WriteOperation => {
  const marks = item[GATEWAY_KEYS];
  const condition =
    marks === undefined ? `attribute_not_exists(#${GATEWAY_KEYS})` : `#${GATEWAY_KEYS} = :marks`;
  return {
    update: updateOf(
      apiKeyKey(String(item['id'])),
      { ...attributes, ...ownership },
      {
        ConditionExpression: `#${VERSION_ATTRIBUTE} = :read AND ${condition}`,
        ExpressionAttributeValues: {
          ':read': versionOf(item),
          ...(marks === undefined ? {} : { ':marks': marks }),
        },
      },
      { [VERSION_ATTRIBUTE]: 1 },
    ),
  };
};
