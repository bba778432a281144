import type { Item } from '../reader.ts';
import { requiredNumber } from './attributes.ts';
import { PARTITION_KEY, SILENT_ATTRIBUTE, VERSION_ATTRIBUTE } from './schema.ts';

/** The version of a stored item; `undefined` without an item. */
export const versionOf = (item: Item | undefined): number | undefined =>
  item === undefined ? undefined : requiredNumber(item, VERSION_ATTRIBUTE);

/** The item that replaces `version`, which is `undefined` for a new item. */
export const nextVersion = (
  item: Readonly<Record<string, unknown>>,
  version: number | undefined,
  options: { readonly isSilent?: boolean } = {},
): Item => ({
  ...item,
  [VERSION_ATTRIBUTE]: (version ?? 0) + 1,
  ...(options.isSilent === true ? { [SILENT_ATTRIBUTE]: true } : {}),
});

/** The condition that an item is unchanged since `version` was read. */
export const unchangedSince = (version: number | undefined) =>
  version === undefined
    ? {
        ConditionExpression: 'attribute_not_exists(#pk)',
        ExpressionAttributeNames: { '#pk': PARTITION_KEY },
      }
    : {
        ConditionExpression: '#version = :read',
        ExpressionAttributeNames: { '#version': VERSION_ATTRIBUTE },
        ExpressionAttributeValues: { ':read': version },
      };
