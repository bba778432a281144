import { DEFAULT_SETTINGS } from '../../contract/imports/import-limits.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import type { Import, ImportSettings } from '../import.ts';
import { readProfile } from '../import-profiles.ts';
import { IMPORTS, newImport, readImport } from '../import-repository.ts';
import {
  type BatchFile,
  type BatchImports,
  type ImportBatch,
  importIdOf,
  readBatch,
} from './import-batch.ts';

const settingsOf = async (
  reader: TableReader,
  { settings, organizationId, source, isInline }: ImportBatch,
  { kind }: BatchFile,
): Promise<ImportSettings> => {
  if (settings !== null) return settings;
  const profile = await readProfile(reader, { organizationId, kind, source });
  const given = profile?.settings ?? DEFAULT_SETTINGS;
  // Rows have no columns to map.
  return isInline ? { ...given, mappings: [] } : given;
};

/** The import of a file of a batch whose files are all there, which is not stored yet. */
export const importOfFile = async (
  reader: TableReader,
  batch: ImportBatch,
  file: BatchFile,
): Promise<Import> => {
  const { organizationId, source, startedBy, receivedAt, isInline } = batch;
  if (receivedAt === null) throw new Error(`Files of the batch ${batch.id} are missing.`);
  const { kind, objectKey, etag, bytes, sha256 } = file;
  const created = {
    id: importIdOf(batch, file),
    organizationId,
    kind,
    source,
    fileName: objectKey.slice(objectKey.lastIndexOf('/') + 1),
    objectKey,
    etag,
    size: bytes,
    settings: await settingsOf(reader, batch, file),
    // A client that sends rows needs their counts, even if it sent the same rows before.
    isRepeat: isInline,
    contentHash: isInline ? sha256 : null,
    startedBy,
    createdAt: receivedAt,
    batchId: batch.id,
    isBound: batch.isBound,
  };
  return newImport(created, timestampOf(new Date()));
};

/** Whether the next file of a batch is imported after one that ended so. */
const CONTINUES: ReadonlySet<Import['status']> = new Set(['completed', 'skipped', 'awaiting_confirmation']);

/**
 * The import that follows one that ended, of the next file of its batch.
 *
 * @returns `undefined` if there is none, or it is stored already
 */
const nextImport = async (reader: TableReader, ended: Import): Promise<Import | undefined> => {
  const { organizationId, batchId, kind, status } = ended;
  if (batchId === null || !CONTINUES.has(status)) return undefined;
  const batch = await readBatch(reader, organizationId, batchId);
  const file = batch?.files[batch.files.findIndex((each) => each.kind === kind) + 1];
  if (batch === undefined || file === undefined) return undefined;
  const known = await readImport(reader, organizationId, importIdOf(batch, file));
  return known === undefined ? importOfFile(reader, batch, file) : undefined;
};

/** The writes that queue the next import of a batch, for the transaction with which one ends. */
export const continueBatch = async (
  reader: TableReader,
  ended: Import,
): Promise<readonly WriteOperation[]> => {
  const next = await nextImport(reader, ended);
  return next === undefined ? [] : IMPORTS.insertOperations(next);
};

/**
 * The imports of the files of a batch.
 *
 * @param known those that need not be read
 */
export const readBatchImports = (
  reader: TableReader,
  batch: ImportBatch,
  known: readonly Import[] = [],
): Promise<BatchImports> =>
  Promise.all(
    batch.files.map(async (file) => {
      if (batch.receivedAt === null) return [file, undefined] as const;
      const importId = importIdOf(batch, file);
      const started =
        known.find(({ id }) => id === importId) ?? (await readImport(reader, batch.organizationId, importId));
      return [file, started] as const;
    }),
  );

/** The import of a batch that waits, if one does. */
export const queuedImport = async (
  reader: TableReader,
  { organizationId, batchId }: Pick<Import, 'organizationId' | 'batchId'>,
): Promise<Import | undefined> => {
  const batch = batchId === null ? undefined : await readBatch(reader, organizationId, batchId);
  if (batch === undefined) return undefined;
  const imports = await readBatchImports(reader, batch);
  return imports.find(([, started]) => started?.status === 'queued')?.[1];
};
