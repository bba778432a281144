import type { Actor } from '../contract/audit-log.ts';
import { DEFAULT_SETTINGS } from '../contract/import-limits.ts';
import {
  map,
  optionalNumber,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../table/items/attributes.ts';
import { importKey, importPartition } from '../table/items/import-keys.ts';
import { collectionSortKey } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX, TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item } from '../table/reader.ts';
import {
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type Import,
  type ImportDeletions,
  type ImportedCounts,
  type ImportProgress,
  type ImportSettings,
} from './import.ts';

/** How long imports are listed, from their creation. */
const RETENTION_SECONDS = 400 * 24 * 60 * 60;

export const importToItem = (item: Import): Item =>
  withoutAbsent({
    ...item,
    ...importKey(item.organizationId, item.id),
    [COLLECTION_INDEX.partitionKey]: importPartition(item.organizationId),
    [PART_INDEX.partitionKey]: importPartition(item.organizationId, item.kind),
    [COLLECTION_INDEX.sortKey]: collectionSortKey(item.createdAt, item.id),
    [TIME_TO_LIVE_ATTRIBUTE]: Math.floor(Date.parse(item.createdAt) / 1000) + RETENTION_SECONDS,
  });

/** Field by field: a DynamoDB map has no order, and a stored setting of a later version is not passed on. */
export const settingsOf = (stored: Partial<ImportSettings> | null): ImportSettings => {
  const given = { ...DEFAULT_SETTINGS, ...stored };
  return {
    mappings: given.mappings.map(({ column, path }) => ({ column, path })),
    region: given.region,
    dateOrder: given.dateOrder,
    isMergingRows: given.isMergingRows,
    isCreatingCompanies: given.isCreatingCompanies,
    isStrict: given.isStrict,
    isSilent: given.isSilent,
    isDeletingMissing: given.isDeletingMissing,
  };
};

export const importFromItem = (item: Item): Import => {
  const kind = requiredString(item, 'kind');
  const status = requiredString(item, 'status');
  const actor = map<Actor>(item, 'startedBy');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    kind: IMPORT_KINDS.find((known) => known === kind) ?? 'people',
    source: requiredString(item, 'source'),
    fileName: requiredString(item, 'fileName'),
    objectKey: requiredString(item, 'objectKey'),
    etag: optionalString(item, 'etag'),
    size: requiredNumber(item, 'size'),
    contentHash: optionalString(item, 'contentHash'),
    settings: settingsOf(map<ImportSettings>(item, 'settings')),
    status: IMPORT_STATUSES.find((known) => known === status) ?? 'failed',
    isRepeat: item['isRepeat'] === true,
    startedBy: { id: actor?.id ?? '', name: actor?.name ?? '', from: actor?.from ?? null },
    createdAt: requiredString(item, 'createdAt'),
    queuedAt: optionalString(item, 'queuedAt'),
    startedAt: optionalString(item, 'startedAt'),
    finishedAt: optionalString(item, 'finishedAt'),
    counts: map<ImportedCounts>(item, 'counts'),
    bytesRead: requiredNumber(item, 'bytesRead'),
    progress: map<ImportProgress>(item, 'progress'),
    problem: optionalString(item, 'problem'),
    deletions: map<ImportDeletions>(item, 'deletions'),
    confirmedDeletions: optionalNumber(item, 'confirmedDeletions'),
    sameAs: optionalString(item, 'sameAs'),
    version: requiredNumber(item, 'version'),
  };
};
