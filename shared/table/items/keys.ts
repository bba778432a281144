import { type KindName, type OwnKind, pluralOf, snakeOf } from '../../kinds/names.ts';
import { PART_INDEX } from './schema.ts';

/** The primary key of an item. */
export interface TableKey {
  readonly pk: string;
  readonly sk: string;
}

/** How keys name a kind. */
export const upperOf = (name: string): string => snakeOf(name).toUpperCase();

/** The keys of the records of a kind that have a partition of their own. */
export const recordKeyOf = (kind: OwnKind) => {
  const name = upperOf(kind);
  return (organizationId: string, id: string): TableKey => ({
    pk: `ORG#${organizationId}#${name}#${id}`,
    sk: name,
  });
};

export const personKey = /* @__PURE__ */ recordKeyOf('person');
export const companyKey = /* @__PURE__ */ recordKeyOf('company');
/** A call list; its entries share the partition and sort after it, so one Query reads both. */
export const callListKey = /* @__PURE__ */ recordKeyOf('call-list');

/** Zero-padded to ten digits, so that text order is numeric order. */
const entrySortKey = (position: number, id: string): string =>
  `ENTRY#${String(position).padStart(10, '0')}#${id}`;

export const callListEntryKey = (
  organizationId: string,
  callListId: string,
  position: number,
  id: string,
): TableKey => ({
  pk: callListKey(organizationId, callListId).pk,
  sk: entrySortKey(position, id),
});

/**
 * Locates an entry by its id. The entry's own key contains its position, so this item finds an entry that is
 * about to move, and makes the id unique within the organization.
 */
export const callListEntryLocatorKey = (organizationId: string, entryId: string): TableKey => ({
  pk: `ORG#${organizationId}#CALL_LIST_ENTRY#${entryId}`,
  sk: 'CALL_LIST_ENTRY_LOCATOR',
});

const callListCollection = (organizationId: string): string =>
  collectionPartition(organizationId, 'call-list');

/** The table partition of a collection's counts. */
export const collectionPartition = (organizationId: string, kind: KindName): string =>
  `ORG#${organizationId}#${upperOf(pluralOf(kind))}`;

/** The organization's call list counts: total and locked. */
export const callListCountsKey = (organizationId: string): TableKey => ({
  pk: callListCollection(organizationId),
  sk: 'COUNTS',
});

/** `createdAt#id`: unique, and in order of creation. */
export const collectionSortKey = (createdAt: string, id: string): string => `${createdAt}#${id}`;

/** The partition of an index that holds the organization's call lists, all or by whether they are locked. */
export const callListPartition = (organizationId: string, isLocked?: boolean): string => {
  const collection = callListCollection(organizationId);
  if (isLocked === undefined) return collection;
  return `${collection}#${isLocked ? 'LOCKED' : 'UNLOCKED'}`;
};

export const callListIndexKeys = (
  organizationId: string,
  callList: { readonly id: string; readonly createdAt: string; readonly isLocked: boolean },
) => ({
  gsi1pk: callListPartition(organizationId),
  gsi1sk: collectionSortKey(callList.createdAt, callList.id),
  [PART_INDEX.partitionKey]: callListPartition(organizationId, callList.isLocked),
});

export const apiKeyKey = (id: string): TableKey => ({ pk: `API_KEY#${id}`, sk: 'API_KEY' });

/** The partition of an index that holds the organization's API keys, all or those of one owner. */
export const apiKeyPartition = (organizationId: string, ownerId?: string): string =>
  `ORG#${organizationId}#API_KEYS${ownerId === undefined ? '' : `#OWNER#${ownerId}`}`;

/** The keys that count for the limit of a member. */
export const memberKeysKey = (organizationId: string, ownerId: string): TableKey => ({
  pk: `MEMBER_KEYS#${organizationId}#${ownerId}`,
  sk: 'MEMBER_KEYS',
});

/** The keys that count for the limit of an organization. */
export const organizationKeysKey = (organizationId: string): TableKey => ({
  pk: `MEMBER_KEYS#${organizationId}`,
  sk: 'ORGANIZATION_KEYS',
});

/** The table partition of an organization's audit log, sorted by {@link collectionSortKey}. */
export const auditLogPartition = (organizationId: string): string => `AUDIT_LOG#${organizationId}`;

/** The collection index partition of the audit log of one target. */
export const auditTargetPartition = (organizationId: string, targetId: string): string =>
  `${auditLogPartition(organizationId)}#TARGET#${targetId}`;

/** The part index partition of the audit log of one user or operator. */
export const auditActorPartition = (organizationId: string, actorId: string): string =>
  `${auditLogPartition(organizationId)}#ACTOR#${actorId}`;

export const organizationKey = (id: string): TableKey => ({ pk: `ORGANIZATION#${id}`, sk: 'ORGANIZATION' });

/** The table partition of an organization's users. */
export const userPartition = (organizationId: string): string => `USER#${organizationId}`;

export const userKey = (organizationId: string, id: string): TableKey => ({
  pk: userPartition(organizationId),
  sk: `USER#${id}`,
});

/** The organizations of a user who belongs to several. */
export const membershipsKey = (userId: string): TableKey => ({
  pk: `MEMBERSHIPS#${userId}`,
  sk: 'MEMBERSHIPS',
});

/** The partition of the counts of requests of an organization's users. */
export const adminRequestsPartition = (organizationId: string): string => `ADMIN_REQUESTS#${organizationId}`;

/** The requests of an organization's users in the minute that starts at this time. */
export const adminRequestsKey = (organizationId: string, minute: string): TableKey => ({
  pk: adminRequestsPartition(organizationId),
  sk: minute,
});

/** The partition of all identity providers that are connected to an organization. */
export const IDENTITY_PROVIDER_PARTITION = 'IDENTITY_PROVIDERS';

export const identityProviderKey = (name: string): TableKey => ({
  pk: IDENTITY_PROVIDER_PARTITION,
  sk: name,
});

/** Keeps the address of a provider that admins set up to their organization. */
export const providerAddressKey = (address: string): TableKey => ({
  pk: IDENTITY_PROVIDER_PARTITION,
  sk: `ADDRESS#${address}`,
});

/** The partition of the collection index that holds all organizations. */
export const ORGANIZATION_PARTITION = 'ORGANIZATIONS';

/** The partition of all organizations whose records expire. */
export const EXPIRY_PARTITION = 'EXPIRIES';

/** Where the search for expired records of an organization is. */
export const expiryKey = (organizationId: string): TableKey => ({ pk: EXPIRY_PARTITION, sk: organizationId });
