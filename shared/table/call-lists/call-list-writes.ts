import type { CallList } from '../../domain/call-list.ts';
import type { CallListEntry } from '../../domain/call-list-entry.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { callListCountsKey, callListEntryKey, callListEntryLocatorKey, callListKey } from '../items/keys.ts';
import { PREVIOUS_ATTRIBUTE, SILENT_ATTRIBUTE } from '../items/schema.ts';
import { updateOf } from '../items/update-expression.ts';
import { nextVersion, unchangedSince } from '../items/versions.ts';
import type { WriteOperation } from '../writer.ts';
import { callListEntryToItem, callListToItem } from './call-list-mapper.ts';

export interface WriteOptions {
  readonly organizationId: string;
  /** Whether the write must not become an event. */
  readonly isSilent: boolean;
}

/** An entry's position and the version of its locator item. */
export interface StoredLocator {
  readonly callListId: string;
  readonly position: number;
  readonly version: number;
}

/** A stored entry with its version. */
export interface StoredEntry {
  readonly entry: CallListEntry;
  readonly version: number;
}

/** Creates an empty call list, in one transaction with {@link addToCallListCounts}. */
export const createCallList = (callList: CallList, options: WriteOptions): WriteOperation => ({
  put: {
    Item: nextVersion(
      { ...callListToItem(options.organizationId, callList), entryCount: 0 },
      undefined,
      options,
    ),
    ...unchangedSince(undefined),
  },
});

/** Changes a call list but not its entry count, which concurrent writers may be increasing. */
export const changeCallList = (
  callList: CallList,
  version: number,
  options: WriteOptions,
): WriteOperation => {
  const { pk: _pk, sk: _sk, ...attributes } = callListToItem(options.organizationId, callList);
  return {
    update: updateOf(
      callListKey(options.organizationId, callList.id),
      { [SILENT_ATTRIBUTE]: null, ...nextVersion(attributes, version, options) },
      unchangedSince(version),
    ),
  };
};

/**
 * Updates the counts in the transaction that creates, locks or unlocks call lists. Missing counts start at 0.
 */
export const addToCallListCounts = (
  organizationId: string,
  added: { readonly total: number; readonly locked: number },
): WriteOperation => ({
  update: updateOf(callListCountsKey(organizationId), {}, {}, added),
});

/** Updates the entry count in the transaction that adds entries. Fails if the call list does not exist. */
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
  callListId: string,
  entry: CallListEntry,
  stored: StoredLocator | undefined,
  { organizationId }: WriteOptions,
): WriteOperation => ({
  put: {
    Item: nextVersion(
      { ...callListEntryLocatorKey(organizationId, entry.id), callListId, position: entry.position },
      stored?.version,
    ),
    ...unchangedSince(stored?.version),
  },
});

const putEntry = (
  callListId: string,
  entry: CallListEntry,
  version: number | undefined,
  condition: ReturnType<typeof unchangedSince>,
  options: WriteOptions,
  marks: Readonly<Record<string, unknown>> = {},
): WriteOperation => ({
  put: {
    Item: nextVersion(
      { ...callListEntryToItem(options.organizationId, callListId, entry), ...marks },
      version,
      options,
    ),
    ...condition,
  },
});

/**
 * Creates an entry, in one transaction with {@link addToEntryCount}.
 *
 * @param stored an existing locator whose entry is missing
 */
export const createEntry = (
  callListId: string,
  entry: CallListEntry,
  stored: StoredLocator | undefined,
  options: WriteOptions,
): readonly WriteOperation[] => [
  putEntry(callListId, entry, undefined, unchangedSince(undefined), options),
  putLocator(callListId, entry, stored, options),
];

/** Changes an entry that keeps its position. */
export const changeEntry = (
  callListId: string,
  entry: CallListEntry,
  version: number,
  options: WriteOptions,
): readonly WriteOperation[] => [putEntry(callListId, entry, version, unchangedSince(version), options)];

/**
 * Moves an entry to another position, which is part of its key. The new item contains the previous values of
 * the changed fields, because the table's stream reports a removal and an insertion.
 */
export const moveEntry = (
  callListId: string,
  entry: CallListEntry,
  before: StoredEntry,
  stored: StoredLocator,
  options: WriteOptions,
): readonly WriteOperation[] => [
  {
    delete: {
      Key: { ...callListEntryKey(options.organizationId, callListId, stored.position, entry.id) },
      ...unchangedSince(before.version),
    },
  },
  putEntry(callListId, entry, before.version, unchangedSince(undefined), options, {
    [PREVIOUS_ATTRIBUTE]: changedFields(before.entry, entry),
  }),
  putLocator(callListId, entry, stored, options),
];
