import { map, requiredString } from '../table/items/attributes.ts';
import { importLockPartition, lastImportKey, queuedImportKey } from '../table/items/import-keys.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import, ImportKind, ImportSettings } from './import.ts';
import { type ImportLease, leaseFromItem } from './import-lease.ts';
import { changeImport, insertOperation, settingsOf } from './import-repository.ts';
import { readSourceState } from './source-state.ts';

/** Starts or continues an import. The queue may deliver it more than once. */
export interface ImportMessage {
  readonly organizationId: string;
  readonly importId: string;
}

/** The message that starts or continues an import, in this order of fields. */
export const importMessageOf = ({
  organizationId,
  id,
}: Pick<Import, 'organizationId' | 'id'>): ImportMessage => ({
  organizationId,
  importId: id,
});

/** The imports of one kind that run or wait. */
export interface ImportQueueState {
  readonly lease: ImportLease | undefined;
  /** The id of the import that is first in the queue. */
  readonly first: string | undefined;
}

const joinOperation = ({ organizationId, kind, id }: Import, queuedAt: string): WriteOperation => ({
  put: { Item: { ...queuedImportKey(organizationId, kind, queuedAt, id), importId: id } },
});

/**
 * Stores a new import at the end of the queue of its kind. Returns `undefined` if there is one with its id.
 */
export const insertQueuedImport = async (
  { writer }: Table,
  created: Import,
  queuedAt: string,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> => {
  const queued: Import = { ...created, status: 'queued', queuedAt };
  const operations = [insertOperation(queued), joinOperation(queued, queuedAt), ...others];
  return (await writer.transact(operations)) ? queued : undefined;
};

/**
 * Adds a stored import to the end of the queue of its kind. The caller then sends its {@link ImportMessage}.
 *
 * @param others writes of the same transaction, such as an audit entry
 * @returns the changed import, or `undefined` if it was modified since it was read
 */
export const enqueueImport = (
  table: Table,
  before: Import,
  changes: Partial<Import>,
  queuedAt: string,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> =>
  changeImport(table, before, { ...changes, status: 'queued', queuedAt }, [
    joinOperation(before, queuedAt),
    ...others,
  ]);

/**
 * Changes an import and takes it out of the queue. Returns `undefined` if it was modified since it was read.
 */
export const dequeueImport = (
  table: Table,
  before: Import,
  changes: Partial<Import>,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> => {
  const { organizationId, kind, id, queuedAt } = before;
  const leave: readonly WriteOperation[] =
    queuedAt === null
      ? []
      : [{ delete: { Key: { ...queuedImportKey(organizationId, kind, queuedAt, id) } } }];
  return changeImport(table, before, { ...changes, queuedAt: null }, [...leave, ...others]);
};

export const readImportQueue = async (
  reader: TableReader,
  organizationId: string,
  kind: ImportKind,
): Promise<ImportQueueState> => {
  const items = await readItems(reader, {
    partition: importLockPartition(organizationId),
    from: kind,
    // Follows all sort keys that start with `kind#`.
    to: `${kind}$`,
    consistentRead: true,
    limit: 2,
  });
  const lease = items.find(({ sk }) => sk === kind);
  const first = items.find(({ sk }) => sk !== kind);
  return {
    lease: lease && leaseFromItem(lease),
    first: first && requiredString(first, 'importId'),
  };
};

/** What the last completed import of a kind and source had read. */
export interface LastImport {
  readonly importId: string;
  readonly contentHash: string;
  readonly settings: ImportSettings;
}

/** The write that makes an import the last completed one of its kind and source. */
export const lastImportOperation = ({
  organizationId,
  kind,
  source,
  id,
  contentHash,
  settings,
}: Import): WriteOperation => ({
  put: { Item: { ...lastImportKey(organizationId, kind, source), importId: id, contentHash, settings } },
});

/**
 * The last completed import of a kind and source, unless another one has begun since, which may have changed
 * records: nothing is skipped then.
 */
export const readLastImport = async (
  reader: TableReader,
  { organizationId, kind, source }: Pick<Import, 'organizationId' | 'kind' | 'source'>,
): Promise<LastImport | undefined> => {
  const state = await readSourceState(reader, { organizationId, kind, source });
  const item = await reader.get(lastImportKey(organizationId, kind, source), { consistentRead: true });
  if (item === undefined || item['importId'] !== state?.importId) return undefined;
  return {
    importId: requiredString(item, 'importId'),
    contentHash: requiredString(item, 'contentHash'),
    settings: settingsOf(map<ImportSettings>(item, 'settings')),
  };
};
