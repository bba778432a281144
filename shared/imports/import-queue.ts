import { leaveOperations } from '../jobs/change-job.ts';
import type { Job } from '../jobs/job.ts';
import { joinOperation } from '../jobs/job-queue.ts';
import { map, requiredString } from '../table/items/attributes.ts';
import { importLockPartition, lastImportKey } from '../table/items/import-keys.ts';
import type { TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import, ImportSettings } from './import.ts';
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

/** An import in the line of its kind. */
export const jobOf = ({ organizationId, kind, id }: Pick<Import, 'organizationId' | 'kind' | 'id'>): Job => ({
  line: { partition: importLockPartition(organizationId), name: kind },
  id,
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
  const operations = [insertOperation(queued), joinOperation(jobOf(queued), queuedAt), ...others];
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
    joinOperation(jobOf(before), queuedAt),
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
  const dequeued = { ...changes, queuedAt: null };
  const leave = leaveOperations(jobOf(before), before, dequeued);
  return changeImport(table, before, dequeued, [...leave, ...others]);
};

/** What the last completed import of a kind and source had read. */
export interface LastImport {
  readonly importId: string;
  readonly contentHash: string;
  readonly settings: ImportSettings;
}

/** The write with which no import is the last completed one of a kind and source, so that none is skipped. */
export const forgetLastImport = ({ organizationId, kind, source }: Import): WriteOperation => ({
  delete: { Key: { ...lastImportKey(organizationId, kind, source) } },
});

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
