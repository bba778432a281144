import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { batchesOf } from '../../table/batches.ts';
import { CorruptItemError } from '../../table/items/attributes.ts';
import type { CollectionName } from '../../table/items/keys.ts';
import { isListed } from '../../table/items/versions.ts';
import type { Table } from '../../table/table.ts';
import { listResource, listResources, TRANSACTION_RESOURCES } from './list-resources.ts';
import { COLLECTION_OF_KIND, type ScannedResource, scanResources } from './scan-resources.ts';

/** Segments that are scanned at once, each with one transaction in flight. */
const SEGMENTS = 8;

/** Numbers of resources by collection. */
export type ResourceCounts = Record<CollectionName, number>;

export const noResources = (): ResourceCounts => ({
  people: 0,
  companies: 0,
  callLists: 0,
  callListEntries: 0,
});

/** What one scan of the table found of an organization. */
export interface ScannedOrganization {
  /** All its resources, those included that were listed by the pass. */
  readonly stored: ResourceCounts;
  /** Resources that the pass listed. */
  readonly upgraded: ResourceCounts;
  /** Items that lack what listing them takes. */
  unreadable: number;
}

/** What one scan of the table found, by organization. */
export type ScannedOrganizations = ReadonlyMap<string, ScannedOrganization>;

export interface ScanProgress {
  /** Items that were scanned so far, of any kind. */
  readonly scanned: number;
  /** Resources that were upgraded so far. */
  readonly upgraded: number;
}

export interface ScanPassOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly table: Table;
  /** Called with the resources that a transaction listed. The segment continues when the call ends. */
  readonly onListed: (listed: readonly ScannedResource[]) => Promise<void>;
  readonly onProgress: (progress: ScanProgress) => void;
  /** Called with the reason why an item cannot be listed. */
  readonly onUnreadable: (reason: string) => void;
}

/** Why a resource cannot be listed, if so. */
const unreadableReason = (scanned: ScannedResource): string | undefined => {
  try {
    listResource(scanned, new Date());
    return undefined;
  } catch (error) {
    if (error instanceof CorruptItemError) return error.message;
    throw error;
  }
};

/**
 * Scans the table once, lists every resource of an earlier version of the service, and counts what each
 * organization has. Memory depends on the number of organizations only.
 */
export const scanPass = async (options: ScanPassOptions): Promise<ScannedOrganizations> => {
  const { client, tableName, table, onListed, onProgress, onUnreadable } = options;
  const organizations = new Map<string, ScannedOrganization>();
  const progress = { scanned: 0, upgraded: 0 };

  const organizationOf = (id: string): ScannedOrganization => {
    const known = organizations.get(id) ?? { stored: noResources(), upgraded: noResources(), unreadable: 0 };
    organizations.set(id, known);
    return known;
  };
  const isReadable = (scanned: ScannedResource): boolean => {
    const reason = unreadableReason(scanned);
    if (reason === undefined) return true;
    organizationOf(scanned.resource.organizationId).unreadable += 1;
    onUnreadable(reason);
    return false;
  };

  const scanSegment = async (segment: number): Promise<void> => {
    const pages = scanResources(client, tableName, { Segment: segment, TotalSegments: SEGMENTS });
    for await (const { scanned, resources, organizationIds } of pages) {
      progress.scanned += scanned;
      onProgress(progress);
      organizationIds.forEach(organizationOf);
      for (const { resource } of resources) {
        organizationOf(resource.organizationId).stored[COLLECTION_OF_KIND[resource.kind]] += 1;
      }
      const unlisted = resources.filter(({ item }) => !isListed(item)).filter(isReadable);
      for (const batch of batchesOf(unlisted, TRANSACTION_RESOURCES)) {
        const upgraded = await listResources(batch, table);
        await onListed(upgraded);
        for (const { resource } of upgraded) {
          organizationOf(resource.organizationId).upgraded[COLLECTION_OF_KIND[resource.kind]] += 1;
        }
        progress.upgraded += upgraded.length;
        onProgress(progress);
      }
    }
  };

  const segments = Array.from({ length: SEGMENTS }, (_, segment) => segment);
  await forEachConcurrently(segments, SEGMENTS, scanSegment);
  return organizations;
};
