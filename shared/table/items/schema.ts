/** The table and its indexes. `infra/docs/data-model.md` documents each item and the cost of each access. */

export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** Collections in order of creation: call lists, API keys, the audit log of one target, organizations. */
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

/** Pending webhook deliveries, by the time at which the requeuer checks them. Sparse, keys only. */
export const DUE_INDEX = {
  name: 'gsi3',
  partitionKey: 'gsi3pk',
  sortKey: 'gsi3sk',
} as const;

/**
 * People, companies, call lists and entries in order of their last change. Keys only, so a page of a
 * collection reads the records from the table, and counting reads little.
 */
export const CHANGE_INDEX = {
  name: 'gsi4',
  partitionKey: 'gsi4pk',
  sortKey: 'gsi4sk',
} as const;

/** All indexes of the table. */
export const INDEXES = [COLLECTION_INDEX, PART_INDEX, DUE_INDEX, CHANGE_INDEX] as const;

/** Seconds since 1970, on items that DynamoDB deletes when they expire. Deletion may lag by days. */
export const TIME_TO_LIVE_ATTRIBUTE = 'ttl';

/**
 * The non-key attributes of the first two indexes: the fields of the call list collection. Writes to other
 * attributes, such as the entry count, cost nothing in the indexes.
 */
export const INDEX_ATTRIBUTES = ['name', 'isLocked'] as const;

/** When this service stored the last change of a resource. */
export const CHANGED_ATTRIBUTE = 'changedAt';

/**
 * When a resource was deleted. Its item then is a tombstone: only its key, its id and its version, from which
 * a re-created resource continues.
 */
export const DELETED_ATTRIBUTE = 'deletedAt';

/**
 * When the data of a person was erased: on the person's tombstone, and on an entry until its next change,
 * whose previous values must not become an event.
 */
export const ERASED_ATTRIBUTE = 'erasedAt';

/**
 * The versions, on an entry's locator, with which the entry was created again after a deletion, the last
 * {@link MAX_FIRST_VERSIONS} of them in order. They tell an entry that moved from one that was deleted.
 */
export const FIRST_VERSIONS_ATTRIBUTE = 'firstVersions';

/** More re-creations than can reasonably wait for the publisher of events. */
export const MAX_FIRST_VERSIONS = 20;

/** The last version of a deleted entry, on its locator. */
export const DELETED_VERSION_ATTRIBUTE = 'deletedVersion';

/** `true` on items whose change must not become an event. */
export const SILENT_ATTRIBUTE = 'silent';

/**
 * Which import wrote the item last, and what became of its row. A repeated write whose first response was
 * lost thereby counts as what the first did.
 */
export const IMPORT_MARK_ATTRIBUTE = 'mark';

/** Starts at 1 and counts the changes of an item. Each write is conditional on the version it is based on. */
export const VERSION_ATTRIBUTE = 'version';

/**
 * When an import or a call list last referred to a person or company without changing it, to a few days.
 * Neither a change nor a new `version`; the next change drops it.
 */
export const TOUCHED_ATTRIBUTE = 'touchedAt';

/** When a person or company that was announced as expiring may be deleted. The next change drops it. */
export const EXPIRES_ATTRIBUTE = 'expiresAt';

/**
 * The previous values of the changed fields, on the item of a moved entry (its position is part of its key).
 * The next write drops this attribute.
 */
export const PREVIOUS_ATTRIBUTE = 'previous';
