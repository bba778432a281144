import { importKey, importPartition } from '../table/items/import-keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import { unchangedSince } from '../table/items/versions.ts';
import { readCollectionPage } from '../table/paging/collection-page.ts';
import { readWholeItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import, ImportKind, NewImport } from './import.ts';
import { importFromItem, importToItem } from './import-mapper.ts';

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
  version: 1,
});

/** The write of a new import, on condition that there is none with its id. */
export const insertOperation = (created: Import): WriteOperation => ({
  put: { Item: { ...importToItem(created) }, ...unchangedSince(undefined) },
});

/** The write of a changed import, on condition that it was not modified since it was read. */
const changeOperation = (after: Import): WriteOperation => ({
  put: { Item: { ...importToItem(after) }, ...unchangedSince(after.version - 1) },
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
export const changeImport = async (
  { writer }: Table,
  before: Import,
  changes: Partial<Import>,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> => {
  const after: Import = { ...before, ...changes, version: before.version + 1 };
  return (await writer.transact([changeOperation(after), ...others])) ? after : undefined;
};

export const readImport = async (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<Import | undefined> => {
  const item = await reader.get(importKey(organizationId, id), { consistentRead: true });
  return item === undefined ? undefined : importFromItem(item);
};

/**
 * A page of an organization's imports, newest first. The index lags slightly behind the table.
 *
 * @param selection.kind default: all kinds
 * @param page.position where the previous page ended
 */
export const listImports = async (
  reader: TableReader,
  { organizationId, kind }: { readonly organizationId: string; readonly kind?: ImportKind | undefined },
  page: { readonly limit: number; readonly position?: string | undefined },
): Promise<ImportPage> => {
  const { items, next } = await readCollectionPage(reader, {
    ...page,
    index: kind === undefined ? COLLECTION_INDEX : PART_INDEX,
    partition: importPartition(organizationId, kind),
    keyAt: (id) => importKey(organizationId, id),
    descending: true,
  });
  const stored = await readWholeItems(reader, items, { consistentRead: true });
  return { imports: stored.map(importFromItem), next };
};
