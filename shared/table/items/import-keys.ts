import { sourceKeyOf } from '../../domain/values/external-id.ts';
import type { TableKey } from './keys.ts';

export const importKey = (organizationId: string, id: string): TableKey => ({
  pk: `IMPORT#${organizationId}#${id}`,
  sk: 'IMPORT',
});

/**
 * The index partition of an organization's imports in order of creation: all (collection index), or of one
 * kind (part index).
 */
export const importPartition = (organizationId: string, kind?: string): string =>
  `IMPORTS#${organizationId}${kind === undefined ? '' : `#${kind}`}`;

/** Files or rows that an API key imports together. */
export const importBatchKey = (organizationId: string, id: string): TableKey => ({
  pk: `IMPORT_BATCH#${organizationId}#${id}`,
  sk: 'IMPORT_BATCH',
});

/**
 * The index partition of an organization's batches in order of creation: all (collection index), or of one
 * source (part index).
 */
export const importBatchPartition = (organizationId: string, source?: string): string =>
  `IMPORT_BATCHES#${organizationId}${source === undefined ? '' : `#${sourceKeyOf(source)}`}`;

/**
 * The table partition of what decides which import runs: leases, waiting imports, and what was imported last.
 */
export const importLockPartition = (organizationId: string): string => `IMPORT_LOCK#${organizationId}`;

/** The organization of an {@link importLockPartition}. */
export const organizationOfImportLocks = (partition: string): string =>
  partition.slice('IMPORT_LOCK#'.length);

/** What the last completed import of a kind and source had read. */
export const lastImportKey = (organizationId: string, kind: string, source: string): TableKey => ({
  pk: importLockPartition(organizationId),
  sk: `LAST#${kind}#${sourceKeyOf(source)}`,
});

/**
 * Copies of what is newest of a kind and source: concurrent transactions that check the same item conflict.
 */
export const SOURCE_STATE_COPIES = 8;

/** Which import of a kind and source is the newest, in one of {@link SOURCE_STATE_COPIES} equal items. */
export const sourceStateKey = (
  organizationId: string,
  kind: string,
  source: string,
  copy: number,
): TableKey => ({
  pk: importLockPartition(organizationId),
  sk: `SOURCE#${copy}#${kind}#${sourceKeyOf(source)}`,
});

/** The table partition of an organization's import profiles. */
export const importProfilePartition = (organizationId: string): string => `IMPORT_PROFILE#${organizationId}`;

export const importProfileKey = (organizationId: string, kind: string, source: string): TableKey => ({
  pk: importProfilePartition(organizationId),
  sk: `${kind}#${sourceKeyOf(source)}`,
});

/**
 * Leads from an id that a row may have to the record that it is of, if that has another id.
 *
 * @param id computed like that of a record, from a source and an id or an address
 */
export const recordAliasKey = (organizationId: string, id: string): TableKey => ({
  pk: `RECORD_ALIAS#${organizationId}#${id}`,
  sk: 'RECORD_ALIAS',
});
