import { type KindName, PLURALS } from '../../kinds/names.ts';
import { PART_INDEX } from './schema.ts';

/** The primary key of an item. */
export interface TableKey {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Partition key patterns of each kind of item, to which IAM's `dynamodb:LeadingKeys` restricts each function.
 * `*` also matches `#`, so each pattern contains a name that no other has.
 */
export const LEADING_KEYS = {
  people: 'ORG#*#PERSON#*',
  companies: 'ORG#*#COMPANY#*',
  callLists: 'ORG#*#CALL_LIST#*',
  callListCollections: 'ORG#*#CALL_LISTS*',
  callListEntryLocators: 'ORG#*#CALL_LIST_ENTRY#*',
  personCollections: 'ORG#*#PEOPLE*',
  companyCollections: 'ORG#*#COMPANIES*',
  callListEntryCollections: 'ORG#*#CALL_LIST_ENTRIES*',
  lookups: 'LOOKUP#*',
  personLookups: 'LOOKUP#*#PERSON_*',
  companyLookups: 'LOOKUP#*#COMPANY_*',
  callListLookups: 'LOOKUP#*#CALL_LIST_*',
  entryLookups: 'LOOKUP#*#ENTRY_*',
  eventLookups: 'LOOKUP#*#EVENT_*',
  customFields: 'CUSTOM_FIELDS#*',
  suppressions: 'SUPPRESSIONS#*',
  recordAliases: 'RECORD_ALIAS#*',
  apiKeys: 'API_KEY#*',
  apiKeyCollections: 'ORG#*#API_KEYS*',
  memberKeys: 'MEMBER_KEYS#*',
  auditLogs: 'AUDIT_LOG#*',
  organizations: 'ORGANIZATION#*',
  users: 'USER#*',
  memberships: 'MEMBERSHIPS#*',
  adminRequests: 'ADMIN_REQUESTS#*',
  identityProviders: 'IDENTITY_PROVIDERS',
  webhookEndpoints: 'WEBHOOKS#*',
  webhookDomains: 'WEBHOOK_DOMAINS#*',
  webhookDeliveries: 'WEBHOOK_DELIVERY#*',
  webhookDeliveryCollections: 'WEBHOOK_DELIVERIES#*',
  webhookReplays: 'WEBHOOK_REPLAYS#*',
  feeds: 'FEED#*',
  dueWebhookDeliveries: 'DUE_WEBHOOK_DELIVERIES#*',
  imports: 'IMPORT#*',
  importCollections: 'IMPORTS#*',
  importLocks: 'IMPORT_LOCK#*',
  importProfiles: 'IMPORT_PROFILE#*',
  exports: 'EXPORTS#*',
  queuedJobs: 'QUEUED_JOBS#*',
  idempotentRequests: 'IDEMPOTENT_REQUEST#*',
  expiries: 'EXPIRIES',
} as const;

export const personKey = (organizationId: string, id: string): TableKey => ({
  pk: `ORG#${organizationId}#PERSON#${id}`,
  sk: 'PERSON',
});

export const companyKey = (organizationId: string, id: string): TableKey => ({
  pk: `ORG#${organizationId}#COMPANY#${id}`,
  sk: 'COMPANY',
});

/** A call list; its entries share the partition and sort after it, so one Query reads both. */
export const callListKey = (organizationId: string, id: string): TableKey => ({
  pk: `ORG#${organizationId}#CALL_LIST#${id}`,
  sk: 'CALL_LIST',
});

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
  `ORG#${organizationId}#${PLURALS[kind].replaceAll('-', '_').toUpperCase()}`;

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

/** The partition of the collection index that holds all organizations. */
export const ORGANIZATION_PARTITION = 'ORGANIZATIONS';

/** The partition of all organizations whose records expire. */
export const EXPIRY_PARTITION = 'EXPIRIES';

/** Where the search for expired records of an organization is. */
export const expiryKey = (organizationId: string): TableKey => ({ pk: EXPIRY_PARTITION, sk: organizationId });
