import { map, optionalString, requiredNumber, requiredString } from '../table/items/attributes.ts';
import {
  importLeaseKey,
  importLockPartition,
  lastImportKey,
  queuedImportKey,
} from '../table/items/import-keys.ts';
import { updateOf } from '../table/items/update-expression.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Import, ImportKind, ImportSettings } from './import.ts';
import { settingsOf } from './import-mapper.ts';
import { changeImport, insertOperation } from './import-repository.ts';

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

/** Who holds the right to run imports of one kind. */
export interface ImportLease {
  readonly importId: string;
  /** The invocation that runs; `null` between two steps. */
  readonly owner: string | null;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The imports of one kind that run or wait. */
export interface ImportQueueState {
  readonly lease: ImportLease | undefined;
  /** The id of the import that queued first. */
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
    lease: lease && {
      importId: requiredString(lease, 'importId'),
      owner: optionalString(lease, 'owner'),
      until: requiredNumber(lease, 'leaseUntil'),
    },
    first: first && requiredString(first, 'importId'),
  };
};

type LeasedImport = Pick<Import, 'organizationId' | 'kind' | 'id'>;

/**
 * Takes the lease for an import: if there is none, it expired, or it is handed over to this import.
 *
 * @param owner the invocation, or `null` to hand the lease over to the next message of the import
 * @param until milliseconds since 1970
 * @returns whether it was taken
 */
export const takeLease = async (
  { writer }: Table,
  { organizationId, kind, id }: LeasedImport,
  owner: string | null,
  until: number,
  now: number,
): Promise<boolean> => {
  const key = importLeaseKey(organizationId, kind);
  const condition = {
    ConditionExpression:
      'attribute_not_exists(pk) OR #leaseUntil < :now OR (#importId = :importId AND attribute_not_exists(#owner))',
    ExpressionAttributeValues: { ':now': now },
  };
  const lease = { importId: id, owner, leaseUntil: until };
  return (await writer.update(updateOf(key, lease, condition))) !== undefined;
};

/** Changes the lease of an invocation. Returns `false` if it expired and another invocation took it. */
const changeLease = async (
  { writer }: Table,
  { organizationId, kind }: LeasedImport,
  owner: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const condition = {
    ConditionExpression: '#held = :held',
    ExpressionAttributeNames: { '#held': 'owner' },
    ExpressionAttributeValues: { ':held': owner },
  };
  const update = updateOf(importLeaseKey(organizationId, kind), changes, condition);
  return (await writer.update(update)) !== undefined;
};

/** @returns `false` if the lease expired and another invocation took it */
export const renewLease = (
  table: Table,
  leased: LeasedImport,
  owner: string,
  until: number,
): Promise<boolean> => changeLease(table, leased, owner, { leaseUntil: until });

/** Keeps the lease for the next step of the same import. */
export const handOverLease = (
  table: Table,
  leased: LeasedImport,
  owner: string,
  until: number,
): Promise<boolean> => changeLease(table, leased, owner, { owner: null, leaseUntil: until });

/** The write that ends a lease, on condition that no other invocation took it. */
export const releaseOperation = ({ organizationId, kind }: LeasedImport, owner: string): WriteOperation => ({
  delete: {
    Key: { ...importLeaseKey(organizationId, kind) },
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner },
  },
});

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
 * The write after an import that may have changed records and may be repeated: nothing of its kind and source
 * is skipped.
 */
export const forgetLastImportOperation = ({ organizationId, kind, source }: Import): WriteOperation => ({
  delete: { Key: { ...lastImportKey(organizationId, kind, source) } },
});

export const readLastImport = async (
  reader: TableReader,
  { organizationId, kind, source }: Pick<Import, 'organizationId' | 'kind' | 'source'>,
): Promise<LastImport | undefined> => {
  const item = await reader.get(lastImportKey(organizationId, kind, source), { consistentRead: true });
  if (item === undefined) return undefined;
  return {
    importId: requiredString(item, 'importId'),
    contentHash: requiredString(item, 'contentHash'),
    settings: settingsOf(map<ImportSettings>(item, 'settings')),
  };
};
