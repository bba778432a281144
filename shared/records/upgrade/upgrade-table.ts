import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { createTable } from '../../table/sdk/document-client-table.ts';
import type { Table } from '../../table/table.ts';
import { completeCollections } from '../store/collection-writes.ts';
import {
  COUNTED_COLLECTIONS,
  type CountedCollection,
  readStoredCounts,
  type StoredCounts,
  verifyCount,
} from './collection-counts.ts';
import {
  noResources,
  type ResourceCounts,
  type ScannedOrganization,
  type ScannedOrganizations,
  type ScanProgress,
  scanPass,
} from './scan-pass.ts';
import type { ScannedResource } from './scan-resources.ts';

/** Which scan of the table: the first one upgrades, the following ones verify. */
export interface UpgradeProgress extends ScanProgress {
  readonly scan: number;
}

export interface UpgradeOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Default: one over the client. */
  readonly table?: Table;
  /**
   * Called with the resources of each transaction that listed some. Collections are not complete before it is
   * done, unless the upgrade is interrupted in between.
   */
  readonly onListed?: (listed: readonly ScannedResource[]) => Promise<void>;
  /** Called often. */
  readonly onProgress?: (progress: UpgradeProgress) => void;
  /** Called with the reason why an item cannot be upgraded. */
  readonly onUnreadable?: (reason: string) => void;
}

interface OrganizationCollection {
  readonly organizationId: string;
  readonly collection: CountedCollection;
}

export interface UpgradeReport {
  /** All resources of the table. */
  readonly stored: ResourceCounts;
  /** Resources that this run listed. */
  readonly upgraded: ResourceCounts;
  readonly organizations: {
    /** Organizations whose collections are complete. */
    readonly complete: number;
    /** Ids of organizations that still have resources of the earlier version. */
    readonly incomplete: readonly string[];
  };
  /** Items that cannot be upgraded, because they lack an attribute. */
  readonly unreadable: number;
  /** Totals that were wrong. */
  readonly corrected: readonly OrganizationCollection[];
  /** Totals that could not be compared with the stored resources, because these changed meanwhile. */
  readonly unverified: readonly OrganizationCollection[];
}

/**
 * One scan upgrades, one verifies, and two more allow for writers of the earlier version that are still
 * active.
 */
const MAX_SCANS = 4;

/** Organizations whose counts are read or written at once. */
const CONCURRENT_ORGANIZATIONS = 8;

const sumOf = (counts: readonly ResourceCounts[]): ResourceCounts => {
  const sum = noResources();
  for (const each of counts) {
    sum.people += each.people;
    sum.companies += each.companies;
    sum.callLists += each.callLists;
    sum.callListEntries += each.callListEntries;
  }
  return sum;
};

const hasUpgraded = ({ upgraded }: ScannedOrganization): boolean =>
  Object.values(upgraded).some((count) => count > 0);

const countsOf = async (
  { reader }: Table,
  organizationIds: Iterable<string>,
): Promise<ReadonlyMap<string, StoredCounts>> => {
  const counts = new Map<string, StoredCounts>();
  await forEachConcurrently([...organizationIds], CONCURRENT_ORGANIZATIONS, async (id) => {
    counts.set(id, await readStoredCounts(reader, id));
  });
  return counts;
};

/**
 * Upgrades data of the previous version, while the service and imports run: lists and counts every person,
 * company, call list and entry that has no `changedAt`, and marks the collections of each organization as
 * complete once a whole scan found nothing left. Can be stopped at any time and repeated: what is listed is
 * skipped, and each transaction counts what it lists.
 *
 * Scans the table at least twice. The second scan also verifies the totals.
 */
export const upgradeTable = async (options: UpgradeOptions): Promise<UpgradeReport> => {
  const { client, tableName, table = createTable(client, tableName) } = options;
  const upgraded: ResourceCounts[] = [];
  const complete = new Set<string>();
  const corrected: OrganizationCollection[] = [];
  const unverified: OrganizationCollection[] = [];

  const scan = async (number: number): Promise<ScannedOrganizations> => {
    const organizations = await scanPass({
      client,
      tableName,
      table,
      onListed: options.onListed ?? (async () => undefined),
      onProgress: (progress) => options.onProgress?.({ ...progress, scan: number }),
      // Each scan meets the same ones again.
      onUnreadable: (reason) => (number === 1 ? options.onUnreadable?.(reason) : undefined),
    });
    upgraded.push(...[...organizations.values()].map((each) => each.upgraded));
    return organizations;
  };

  /** Verifies the totals of an organization of which a whole scan found nothing left, then completes it. */
  const completeOrganization = async (
    organizationId: string,
    before: StoredCounts | undefined,
    { stored }: ScannedOrganization,
  ): Promise<void> => {
    const after = await readStoredCounts(table.reader, organizationId);
    for (const collection of COUNTED_COLLECTIONS) {
      const counts = { before: before ?? after, after, scanned: stored[collection] };
      const result = await verifyCount(table, organizationId, collection, counts);
      if (result === 'corrected') corrected.push({ organizationId, collection });
      if (result === undefined) unverified.push({ organizationId, collection });
    }
    if (!after.isComplete) await table.writer.transact(completeCollections(organizationId));
    complete.add(organizationId);
  };

  let found = await scan(1);
  for (let number = 2; number <= MAX_SCANS; number++) {
    const before = await countsOf(table, found.keys());
    found = await scan(number);
    const finished: (readonly [string, ScannedOrganization])[] = [];
    for (const [id, organization] of found) {
      if (hasUpgraded(organization)) complete.delete(id);
      else if (organization.unreadable === 0 && !complete.has(id)) finished.push([id, organization]);
    }
    await forEachConcurrently(finished, CONCURRENT_ORGANIZATIONS, ([id, organization]) =>
      completeOrganization(id, before.get(id), organization),
    );
    if (![...found.values()].some(hasUpgraded)) break;
  }
  return {
    stored: sumOf([...found.values()].map(({ stored }) => stored)),
    upgraded: sumOf(upgraded),
    organizations: {
      complete: complete.size,
      incomplete: [...found.keys()].filter((id) => !complete.has(id)),
    },
    unreadable: [...found.values()].reduce((sum, { unreadable }) => sum + unreadable, 0),
    corrected,
    unverified,
  };
};
