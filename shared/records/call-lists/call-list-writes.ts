import { changedFields } from '../../domain/changed-fields.ts';
import type { CallList } from '../../kinds/call-list.ts';
import { CALL_LIST_ENTRY, type CallListEntry } from '../../kinds/call-list-entry.ts';
import { map } from '../../table/items/attributes.ts';
import {
  callListCountsKey,
  callListEntryKey,
  callListEntryLocatorKey,
  callListKey,
} from '../../table/items/keys.ts';
import {
  DELETED_VERSION_ATTRIBUTE,
  ERASED_ATTRIBUTE,
  FIRST_VERSIONS_ATTRIBUTE,
  IMPORT_MARK_ATTRIBUTE,
  MAX_FIRST_VERSIONS,
  PREVIOUS_ATTRIBUTE,
  SILENT_ATTRIBUTE,
} from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import {
  nextChangedAt,
  nextVersion,
  unchangedResource,
  unchangedSince,
  versionOf,
} from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { callListEntryToItem } from '../store/call-list-entry-items.ts';
import { callListToItem } from '../store/call-list-items.ts';
import { type RecordWriteOptions, tombstoneOf } from '../store/record-writes.ts';

export interface WriteOptions extends RecordWriteOptions {
  readonly organizationId: string;
}

/** Where an entry is, or that it was deleted. */
export interface StoredLocator {
  readonly callListId: string;
  readonly position: number;
  /** The version of the locator's own item. */
  readonly version: number;
  /** The last version of a deleted entry, which its deletion counts as well. */
  readonly deletedVersion: number | undefined;
  /** The versions with which the entry was created again after a deletion. */
  readonly firstVersions: readonly number[];
}

/** A stored entry with its item. */
export interface StoredEntry {
  readonly entry: CallListEntry;
  readonly item: Item;
}

/**
 * Creates an empty call list, in one transaction with {@link addToCallListCounts}.
 *
 * @param tombstone of a call list with the same id that was deleted
 */
export const createCallList = (
  callList: CallList,
  tombstone: Item | undefined,
  options: WriteOptions,
): WriteOperation => ({
  put: {
    Item: nextVersion(
      {
        ...callListToItem(options.organizationId, {
          ...callList,
          changedAt: nextChangedAt(options.now, tombstone),
        }),
        entryCount: 0,
      },
      versionOf(tombstone),
      options,
    ),
    ...unchangedSince(versionOf(tombstone)),
  },
});

/** Changes a call list but not its entry count, which concurrent writers may be increasing. */
export const changeCallList = (callList: CallList, stored: Item, options: WriteOptions): WriteOperation => {
  const {
    pk: _pk,
    sk: _sk,
    ...attributes
  } = callListToItem(options.organizationId, {
    ...callList,
    changedAt: nextChangedAt(options.now, stored),
  });
  return {
    update: updateOf(
      callListKey(options.organizationId, callList.id),
      {
        [SILENT_ATTRIBUTE]: null,
        [IMPORT_MARK_ATTRIBUTE]: null,
        ...nextVersion(attributes, versionOf(stored), options),
      },
      unchangedResource(stored),
    ),
  };
};

/** Deletes a call list that has no entries, in one transaction with {@link addToCallListCounts}. */
export const deleteCallList = (stored: Item, options: WriteOptions): WriteOperation => {
  const key = callListKey(options.organizationId, String(stored['id']));
  const { ConditionExpression, ...condition } = unchangedResource(stored);
  return {
    put: {
      Item: tombstoneOf(key, stored, options),
      ConditionExpression: `${ConditionExpression} AND #entryCount = :none`,
      ExpressionAttributeNames: { ...condition.ExpressionAttributeNames, '#entryCount': 'entryCount' },
      ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':none': 0 },
    },
  };
};

/**
 * Updates the counts in the transaction that creates, deletes, locks or unlocks call lists. Missing counts
 * start at 0.
 */
export const addToCallListCounts = (
  organizationId: string,
  added: { readonly total: number; readonly locked: number },
): WriteOperation => ({
  update: updateOf(callListCountsKey(organizationId), {}, {}, added),
});

/**
 * Updates the entry count in the transaction that adds or deletes entries. Fails if the call list does not
 * exist.
 */
export const addToEntryCount = (
  organizationId: string,
  callListId: string,
  added: number,
): WriteOperation => ({
  update: updateOf(
    callListKey(organizationId, callListId),
    {},
    { ConditionExpression: 'attribute_exists(#entryCount)' },
    { entryCount: added },
  ),
});

const putLocator = (
  { id, callListId, position }: CallListEntry,
  stored: StoredLocator | undefined,
  firstVersions: readonly number[],
  { organizationId }: WriteOptions,
): WriteOperation => ({
  put: {
    Item: nextVersion(
      {
        ...callListEntryLocatorKey(organizationId, id),
        callListId,
        position,
        ...(firstVersions.length > 0 && { [FIRST_VERSIONS_ATTRIBUTE]: firstVersions }),
      },
      stored?.version,
    ),
    ...unchangedSince(stored?.version),
  },
});

const putEntry = (
  entry: CallListEntry,
  { version, changedAt }: { readonly version: number | undefined; readonly changedAt: string },
  condition: ReturnType<typeof unchangedSince>,
  options: WriteOptions,
  marks: Readonly<Record<string, unknown>> = {},
): WriteOperation => ({
  put: {
    Item: nextVersion(
      { ...callListEntryToItem(options.organizationId, { ...entry, changedAt }), ...marks },
      version,
      options,
    ),
    ...condition,
  },
});

/**
 * Creates an entry, in one transaction with {@link addToEntryCount}.
 *
 * @param stored the locator of a deleted entry with the same id, or one whose entry is missing
 */
export const createEntry = (
  entry: CallListEntry,
  stored: StoredLocator | undefined,
  options: WriteOptions,
): readonly WriteOperation[] => {
  const version = stored?.deletedVersion;
  const created = { version, changedAt: nextChangedAt(options.now, undefined) };
  const firstVersions = version === undefined ? [] : [...(stored?.firstVersions ?? []), version + 1];
  return [
    putEntry(entry, created, unchangedSince(undefined), options),
    putLocator(entry, stored, firstVersions.slice(-MAX_FIRST_VERSIONS), options),
  ];
};

const changed = ({ item }: StoredEntry, { now }: WriteOptions) => ({
  version: versionOf(item),
  changedAt: nextChangedAt(now, item),
});

/** Changes an entry that keeps its position. */
export const changeEntry = (
  entry: CallListEntry,
  before: StoredEntry,
  options: WriteOptions,
): readonly WriteOperation[] => [
  putEntry(entry, changed(before, options), unchangedResource(before.item), options),
];

/**
 * Removes the data of an erased person from an entry. The event of this change does not show what it removes.
 */
export const eraseEntry = (before: StoredEntry, options: WriteOptions): WriteOperation => {
  const at = changed(before, options).changedAt;
  const cleared = Object.fromEntries(CALL_LIST_ENTRY.personal.clears.map((field) => [field, null]));
  const entry = { ...before.entry, ...cleared, updatedAt: at };
  return putEntry(entry, changed(before, options), unchangedResource(before.item), options, {
    [ERASED_ATTRIBUTE]: at,
  });
};

/** The previous values of the changed fields of an entry that moved with its last change. Else empty. */
export const previousOf = (item: Item): Partial<CallListEntry> =>
  map<Partial<CallListEntry>>(item, PREVIOUS_ATTRIBUTE) ?? {};

/** Removes the previous values from an entry. Publishes no event. */
export const forgetPrevious = ({ entry, item }: StoredEntry, organizationId: string): WriteOperation => ({
  update: updateOf(
    callListEntryKey(organizationId, entry.callListId, entry.position, entry.id),
    { [PREVIOUS_ATTRIBUTE]: null },
    unchangedResource(item),
  ),
});

/**
 * Moves an entry to another position, which is part of its key. The new item contains the previous values of
 * the changed fields, because the table's stream reports a removal and an insertion.
 */
export const moveEntry = (
  entry: CallListEntry,
  before: StoredEntry,
  stored: StoredLocator,
  options: WriteOptions,
): readonly WriteOperation[] => [
  {
    delete: {
      Key: { ...callListEntryKey(options.organizationId, entry.callListId, stored.position, entry.id) },
      ...unchangedResource(before.item),
    },
  },
  putEntry(entry, changed(before, options), unchangedSince(undefined), options, {
    [PREVIOUS_ATTRIBUTE]: changedFields(before.entry, entry),
  }),
  putLocator(entry, stored, stored.firstVersions, options),
];

/**
 * Deletes an entry, in one transaction with {@link addToEntryCount}. Its locator keeps the entry's last
 * version.
 *
 * @param locator the item of the entry's locator; undefined if it has none
 */
export const deleteEntry = (
  { entry, item }: StoredEntry,
  locator: Item | undefined,
  { organizationId }: WriteOptions,
): readonly WriteOperation[] => [
  {
    delete: {
      Key: { ...callListEntryKey(organizationId, entry.callListId, entry.position, entry.id) },
      ...unchangedResource(item),
    },
  },
  {
    put: {
      Item: nextVersion(
        {
          ...callListEntryLocatorKey(organizationId, entry.id),
          callListId: entry.callListId,
          position: entry.position,
          ...(locator?.[FIRST_VERSIONS_ATTRIBUTE] !== undefined && {
            [FIRST_VERSIONS_ATTRIBUTE]: locator[FIRST_VERSIONS_ATTRIBUTE],
          }),
          [DELETED_VERSION_ATTRIBUTE]: (versionOf(item) ?? 0) + 1,
        },
        versionOf(locator),
      ),
      ...unchangedSince(versionOf(locator)),
    },
  },
];
