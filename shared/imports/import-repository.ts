import type { Actor } from '../contract/audit-log.ts';
import { DEFAULT_SETTINGS } from '../contract/import-limits.ts';
import { changeJob } from '../jobs/change-job.ts';
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
import { unchangedSince } from '../table/items/versions.ts';
import { readCollectionPage } from '../table/paging/collection-page.ts';
import { readWholeItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import {
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type Import,
  type ImportDeletions,
  type ImportedCounts,
  type ImportKind,
  type ImportProgress,
  type ImportSettings,
  type ImportUndo,
  type NewImport,
} from './import.ts';

/** How long imports are listed, from their creation. */
const RETENTION_SECONDS = 400 * 24 * 60 * 60;

const importToItem = (item: Import): Item =>
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
    undo: map<ImportUndo>(item, 'undo'),
    version: requiredNumber(item, 'version'),
  };
};

export interface ImportPage {
  /** Newest first. */
  readonly imports: readonly Import[];
  /** The position of the last import, if more follow. */
  readonly next?: string | undefined;
}

/** An import as it is first stored, with nothing read yet. */
export const newImport = (created: NewImport, status: Import['status']): Import => ({
  ...created,
  status,
  contentHash: null,
  queuedAt: null,
  startedAt: null,
  finishedAt: null,
  counts: null,
  bytesRead: 0,
  progress: null,
  problem: null,
  deletions: null,
  confirmedDeletions: null,
  sameAs: null,
  undo: null,
  version: 1,
});

/** The write of a new import, on condition that there is none with its id. */
export const insertOperation = (created: Import): WriteOperation => ({
  put: { Item: { ...importToItem(created) }, ...unchangedSince(undefined) },
});

/**
 * Stores a new import.
 *
 * @param others writes of the same transaction, such as an audit entry
 * @returns `undefined` if there is one with its id
 */
export const insertImport = async (
  { writer }: Table,
  created: Import,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> =>
  (await writer.transact([insertOperation(created), ...others])) ? created : undefined;

/**
 * Changes an import, unless it was modified since it was read.
 *
 * @param others writes of the same transaction, such as an audit entry
 * @returns the changed import, or `undefined` if it was modified
 */
export const changeImport = (
  table: Table,
  before: Import,
  changes: Partial<Import>,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> => changeJob(table, importToItem, before, changes, others);

export const readImport = async (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<Import | undefined> => {
  const item = await reader.get(importKey(organizationId, id), { consistentRead: true });
  return item === undefined ? undefined : importFromItem(item);
};

/**
 * A page of an organization's imports, by default newest first. The index lags slightly behind the table.
 *
 * @param selection.kind default: all kinds
 * @param page.position where the previous page ended
 */
export const listImports = async (
  reader: TableReader,
  { organizationId, kind }: { readonly organizationId: string; readonly kind?: ImportKind | undefined },
  {
    isOldestFirst = false,
    ...page
  }: {
    readonly limit: number;
    readonly position?: string | undefined;
    readonly isOldestFirst?: boolean;
  },
): Promise<ImportPage> => {
  const { items, next } = await readCollectionPage(reader, {
    ...page,
    index: kind === undefined ? COLLECTION_INDEX : PART_INDEX,
    partition: importPartition(organizationId, kind),
    keyAt: (id) => importKey(organizationId, id),
    descending: !isOldestFirst,
  });
  const stored = await readWholeItems(reader, items, { consistentRead: true });
  return { imports: stored.map(importFromItem), next };
};
