import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  AdminDeleteUserCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { entryFromItem } from '../../../shared/audit-log/audit-log.ts';
import { EVENT_TYPES } from '../../../shared/contract/events/event-types.ts';
import { FIRST_POSITION } from '../../../shared/events/feed/feed-position.ts';
import { readFeed } from '../../../shared/events/feed/read-feed.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { gatewayKeysOf } from '../../../shared/keys/metering.ts';
import { COUNTED_FILTERS } from '../../../shared/kinds/counts.ts';
import { KIND_NAMES } from '../../../shared/kinds/names.ts';
import type { Organization } from '../../../shared/organizations/organization.ts';
import { countedKey } from '../../../shared/records/lookups/counters.ts';
import { batchesOf } from '../../../shared/table/batches.ts';
import { exportPartition } from '../../../shared/table/items/export-keys.ts';
import { feedPartition } from '../../../shared/table/items/feed-keys.ts';
import { importLockPartition, importPartition } from '../../../shared/table/items/import-keys.ts';
import {
  adminRequestsPartition,
  apiKeyPartition,
  auditLogPartition,
  callListEntryLocatorKey,
  callListKey,
  collectionPartition,
  companyKey,
  organizationKey,
  organizationKeysKey,
  personKey,
  type TableKey,
  userPartition,
} from '../../../shared/table/items/keys.ts';
import { COLLECTION_INDEX } from '../../../shared/table/items/schema.ts';
import {
  webhookDeliveryPartition,
  webhookDomainPartition,
  webhookEndpointPartition,
} from '../../../shared/table/items/webhook-keys.ts';
import { readItems, readWholeItems } from '../../../shared/table/paging/read-items.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';
import { MAX_TRANSACTION_WRITES } from '../../../shared/table/writer.ts';
import { SAMPLE_IDS } from './sample-records.ts';

/** Starts the id of every temporary organization: "verify" in ASCII, as a version 8 UUID (RFC 9562). */
const ID_PREFIX = '76657269-6679-8';

export const temporaryOrganizationId = (): string => `${ID_PREFIX}${randomUUID().slice(ID_PREFIX.length)}`;

/** The email of an organization's only user. No mail goes there: the domain is reserved (RFC 2606). */
export const userEmailOf = (organizationId: string): string => `verify-${organizationId}@example.com`;

/** Longer than any run takes. */
const LONGEST_RUN_MILLISECONDS = 30 * 60_000;

/** Whether a run that was killed left this organization. */
export const isAbandoned = ({ id, createdAt }: Organization, now: number): boolean =>
  id.startsWith(ID_PREFIX) && Date.parse(createdAt) < now - LONGEST_RUN_MILLISECONDS;

export interface RemovalDependencies {
  readonly store: KeyStore;
  readonly cognito: CognitoIdentityProviderClient;
  readonly userPoolId: string;
}

const keyOf = (item: Item): TableKey => ({ pk: String(item['pk']), sk: String(item['sk']) });

/** Events take about a second, and longer behind many others. */
const LONGEST_WAIT_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 250;

/** Waits until the feed holds this many deletions, which would begin a new feed after its removal. */
const untilDeletionsAppear = async (
  reader: TableReader,
  organizationId: string,
  count: number,
): Promise<void> => {
  const types = new Set(EVENT_TYPES.filter((type) => type.endsWith('.deleted')));
  const end = Date.now() + LONGEST_WAIT_MILLISECONDS;
  while (Date.now() < end) {
    const query = { organizationId, start: FIRST_POSITION, limit: count + 1, types, now: new Date() };
    const { events = [] } = (await readFeed(reader, query)) ?? {};
    if (events.length >= count) return;
    await setTimeout(POLL_MILLISECONDS);
  }
};

/**
 * Removes a temporary organization with all that belongs to it. The organization itself goes last, and the
 * audit log before it, which names the endpoints: a removal that fails can be repeated.
 *
 * Deliveries that are created meanwhile expire on their own, and so do the index of the feed's events, the
 * lists of what the feed has seen, the counters of lookups, and the files of imports and exports.
 */
export const removeOrganization = async (
  { store, cognito, userPoolId }: RemovalDependencies,
  organizationId: string,
): Promise<void> => {
  const { reader, writer } = store;
  const remove = async (keys: readonly TableKey[]): Promise<void> => {
    for (const batch of batchesOf(keys, MAX_TRANSACTION_WRITES)) {
      await writer.transact(batch.map(({ pk, sk }) => ({ delete: { Key: { pk, sk } } })));
    }
  };
  const removePartition = async (partition: string): Promise<void> =>
    remove((await readItems(reader, { partition, consistentRead: true })).map(keyOf));
  const readCollection = async (partition: string): Promise<readonly Item[]> =>
    readWholeItems(reader, await readItems(reader, { index: COLLECTION_INDEX, partition }));

  const auditLog = { partition: auditLogPartition(organizationId), consistentRead: true };
  const entries = (await readItems(reader, auditLog)).map(entryFromItem);
  await removePartition(webhookEndpointPartition(organizationId));
  await removePartition(webhookDomainPartition(organizationId));

  const keys = await readCollection(apiKeyPartition(organizationId));
  const gatewayKeys = keys.flatMap((key) => Object.keys(gatewayKeysOf(key)));
  for (const name of new Set(gatewayKeys)) await store.gatewayKeys.remove(name);
  await remove([organizationKeysKey(organizationId), ...keys.map(keyOf)]);

  const list = { partition: callListKey(organizationId, SAMPLE_IDS.callList).pk, consistentRead: true };
  const records = [
    ...(await readItems(reader, list)),
    ...(await reader.getMany(
      [personKey(organizationId, SAMPLE_IDS.person), companyKey(organizationId, SAMPLE_IDS.company)],
      { consistentRead: true },
    )),
  ];
  await remove([callListEntryLocatorKey(organizationId, SAMPLE_IDS.entry), ...records.map(keyOf)]);

  await remove((await readCollection(importPartition(organizationId))).map(keyOf));
  await removePartition(importLockPartition(organizationId));
  await removePartition(exportPartition(organizationId));

  await remove(COUNTED_FILTERS.map((filter) => countedKey(organizationId, filter)));
  for (const collection of KIND_NAMES) await removePartition(collectionPartition(organizationId, collection));

  const user = { UserPoolId: userPoolId, Username: userEmailOf(organizationId) };
  await cognito.send(new AdminDeleteUserCommand(user)).catch((error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw error;
  });

  // Not from the endpoints themselves, which may be deleted already.
  for (const { targetId } of entries.filter(({ action }) => action === 'webhook_endpoint.created')) {
    await remove((await readCollection(webhookDeliveryPartition(organizationId, targetId))).map(keyOf));
  }
  await untilDeletionsAppear(reader, organizationId, records.length);
  await removePartition(feedPartition(organizationId));
  await removePartition(userPartition(organizationId));
  await removePartition(adminRequestsPartition(organizationId));
  await removePartition(auditLogPartition(organizationId));
  await remove([organizationKey(organizationId)]);
};
