/**
 * The one table and its indexes. Which items live where, and what each access costs, is written in
 * `infra/docs/data-model.md`.
 */

export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** Collections in order of creation: call lists, API keys, the audit log of one thing, organizations. */
export const COLLECTION_INDEX = {
  name: 'gsi1',
  partitionKey: 'gsi1pk',
  sortKey: 'gsi1sk',
} as const;

/**
 * The same order for parts of a collection: call lists by whether they are locked, API keys by owner, the
 * audit log by actor. Sparse, and shares the first index's sort key.
 */
export const PART_INDEX = {
  name: 'gsi2',
  partitionKey: 'gsi2pk',
  sortKey: COLLECTION_INDEX.sortKey,
} as const;

/**
 * Webhook deliveries that are still to be attempted, by when somebody has to look at them. Sparse, keys only.
 */
export const DUE_INDEX = {
  name: 'gsi3',
  partitionKey: 'gsi3pk',
  sortKey: 'gsi3sk',
} as const;

/** Set on items that DynamoDB removes by itself, to seconds since 1970. It may take days longer. */
export const TIME_TO_LIVE_ATTRIBUTE = 'ttl';

/**
 * What the first two indexes hold besides keys: just what an item of the call-list collection shows. Other
 * writes to a call list (its entry count, above all) then cost nothing in the indexes.
 */
export const INDEX_ATTRIBUTES = ['name', 'isLocked'] as const;

/** Set (to true) on items whose change must not become an event. */
export const SILENT_ATTRIBUTE = 'silent';

/** Counts the changes of an item, from 1; every write is conditional on the version it was based on. */
export const VERSION_ATTRIBUTE = 'version';

/**
 * Set on the item of an entry that moved, whose position is part of its key: the old values of the fields
 * that the move changed. The next write replaces the item, and this with it.
 */
export const PREVIOUS_ATTRIBUTE = 'previous';
