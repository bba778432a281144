import type { Item } from '../reader.ts';
import type { UpdateOperation } from '../writer.ts';
import { optionalString, requiredNumber } from './attributes.ts';
import {
  CHANGED_ATTRIBUTE,
  DELETED_ATTRIBUTE,
  ERASED_ATTRIBUTE,
  IMPORT_MARK_ATTRIBUTE,
  PARTITION_KEY,
  SILENT_ATTRIBUTE,
  VERSION_ATTRIBUTE,
} from './schema.ts';

/** The version of a stored item; `undefined` without an item. */
export const versionOf = (item: Item | undefined): number | undefined =>
  item === undefined ? undefined : requiredNumber(item, VERSION_ATTRIBUTE);

/** The item that replaces `version`, which is `undefined` for a new item. */
export const nextVersion = (
  item: Readonly<Record<string, unknown>>,
  version: number | undefined,
  options: { readonly isSilent?: boolean; readonly mark?: string | undefined } = {},
): Item => ({
  ...item,
  [VERSION_ATTRIBUTE]: (version ?? 0) + 1,
  ...(options.isSilent === true ? { [SILENT_ATTRIBUTE]: true } : {}),
  ...(options.mark === undefined ? {} : { [IMPORT_MARK_ATTRIBUTE]: options.mark }),
});

type Condition = Required<Pick<UpdateOperation, 'ConditionExpression' | 'ExpressionAttributeNames'>> &
  Pick<UpdateOperation, 'ExpressionAttributeValues'>;

/** The condition that an item is unchanged since `version` was read. */
export const unchangedSince = (version: number | undefined): Condition =>
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

/** Whether a stored item is a tombstone. */
export const isDeleted = (item: Item): boolean => item[DELETED_ATTRIBUTE] !== undefined;

/** The item of a resource that exists: `undefined` for a tombstone. */
export const existing = (item: Item | undefined): Item | undefined =>
  item === undefined || isDeleted(item) ? undefined : item;

/** Whether a stored item is the tombstone of an erased person, or an entry whose personal data was erased. */
export const isErased = (item: Item | undefined): boolean => item?.[ERASED_ATTRIBUTE] !== undefined;

/** The condition that a resource exists. */
export const EXISTS: Condition = {
  ConditionExpression: 'attribute_exists(#pk) AND attribute_not_exists(#deletedAt)',
  ExpressionAttributeNames: { '#pk': PARTITION_KEY, '#deletedAt': DELETED_ATTRIBUTE },
};

/** The condition that a resource is unchanged since it was read. */
export const unchangedResource = (stored: Item | undefined): Condition => unchangedSince(versionOf(stored));

/**
 * The `changedAt` of a change that is stored now. Grows with each change of a resource, whatever the clocks
 * of its writers say.
 */
export const nextChangedAt = (now: Date, stored: Item | undefined): string => {
  const previous =
    stored === undefined
      ? null
      : (optionalString(stored, CHANGED_ATTRIBUTE) ?? optionalString(stored, DELETED_ATTRIBUTE));
  const next = now.toISOString();
  return previous === null || previous < next ? next : new Date(Date.parse(previous) + 1).toISOString();
};
