import { FILTERS } from '../../kinds/filters.ts';
import {
  type Camel,
  camelOf,
  type IDENTITIES,
  KIND_NAMES,
  type KindName,
  OWN_KINDS,
  type OwnKind,
  PLAIN_KINDS,
  pluralOf,
} from '../../kinds/names.ts';
import { upperOf } from './keys.ts';

/** The items, the lookups and the collections of the kinds whose records have no code of their own. */
export const PLAIN_ITEMS = PLAIN_KINDS.map((name) => camelOf(pluralOf(name)));
export const PLAIN_LOOKUPS = PLAIN_KINDS.map((name) => `${camelOf(name)}Lookups` as const);
export const PLAIN_COLLECTIONS = PLAIN_KINDS.map((name) => `${camelOf(name)}Collections` as const);

type KeysOfRecords = Readonly<
  Record<
    | Camel<(typeof IDENTITIES)[OwnKind]['plural']>
    | `${Camel<OwnKind>}Lookups`
    | `${Camel<KindName>}Collections`,
    string
  >
>;

/** The words with which the names of all filters of a kind begin. */
const filterPrefix = (kind: OwnKind): string => {
  const [first = [], ...others] = Object.keys(FILTERS[kind]).map((name) => name.split('_').slice(0, -1));
  return first.filter((word, at) => others.every((words) => words[at] === word)).join('_');
};

/** Records, with all that is in their partitions, collections and lookups of each kind. */
const ofRecords = Object.fromEntries([
  ...OWN_KINDS.map((name) => [camelOf(pluralOf(name)), `ORG#*#${upperOf(name)}#*`]),
  ...OWN_KINDS.map((name) => [`${camelOf(name)}Lookups`, `LOOKUP#*#${filterPrefix(name)}_*`]),
  ...KIND_NAMES.map((name) => [`${camelOf(name)}Collections`, `ORG#*#${upperOf(pluralOf(name))}*`]),
]) as KeysOfRecords;

/**
 * Partition key patterns of each kind of item, to which IAM's `dynamodb:LeadingKeys` restricts each function.
 * `*` also matches `#`, so each pattern contains a name that no other has.
 */
export const LEADING_KEYS = {
  ...ofRecords,
  callListEntryLocators: 'ORG#*#CALL_LIST_ENTRY#*',
  lookups: 'LOOKUP#*',
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
  webhookSlots: 'WEBHOOK_SLOTS#*',
  webhookDeliveries: 'WEBHOOK_DELIVERY#*',
  webhookDeliveryCollections: 'WEBHOOK_DELIVERIES#*',
  webhookReplays: 'WEBHOOK_REPLAYS#*',
  feeds: 'FEED#*',
  dueWebhookDeliveries: 'DUE_WEBHOOK_DELIVERIES#*',
  imports: 'IMPORT#*',
  importCollections: 'IMPORTS#*',
  importBatches: 'IMPORT_BATCH#*',
  importBatchCollections: 'IMPORT_BATCHES#*',
  importLocks: 'IMPORT_LOCK#*',
  importProfiles: 'IMPORT_PROFILE#*',
  exports: 'EXPORTS#*',
  queuedJobs: 'QUEUED_JOBS#*',
  idempotentRequests: 'IDEMPOTENT_REQUEST#*',
  expiries: 'EXPIRIES',
} as const;
