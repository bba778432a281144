import { randomUUID } from 'node:crypto';
import { v5 } from 'uuid';
import type { Actor } from '../../contract/audit-log/audit-log.ts';
import type { ReceivedFormat } from '../../contract/imports/import-limits.ts';
import { IMPORT_KINDS, UPLOAD_HOURS } from '../../contract/imports/import-limits.ts';
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../../runtime/durations.ts';
import {
  knownString,
  list,
  map,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { importBatchKey, importBatchPartition } from '../../table/items/import-keys.ts';
import { collectionSortKey } from '../../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX, TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import { readCollectionPage } from '../../table/paging/collection-page.ts';
import { readWholeItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { IMPORT_ORDER } from '../file-kinds.ts';
import type { Import, ImportKind, ImportSettings } from '../import.ts';
import { IMPORTS, settingsOf } from '../import-repository.ts';
import { RECEIVED_PREFIX, UPLOAD_PREFIX } from '../object-keys.ts';

/** A file of a batch. */
export interface BatchFile {
  readonly kind: ImportKind;
  readonly objectKey: string;
  readonly bytes: number;
  /** In hexadecimal, if the client gave it: S3 accepts no other content. */
  readonly sha256: string | null;
  /** `null` if it shows when the file is read. */
  readonly format: ReceivedFormat | null;
  /** The revision of its object; `null` until it is there. */
  readonly etag: string | null;
}

/**
 * Files, at most one of each kind, or rows that an API key imports together: one after the other, in the
 * order of {@link IMPORT_ORDER}. Each file gets an import once all are there.
 */
export interface ImportBatch {
  readonly id: string;
  readonly organizationId: string;
  readonly source: string;
  /** `null` for those of the import profiles. */
  readonly settings: ImportSettings | null;
  /** Whether its rows were in the request. */
  readonly isInline: boolean;
  /** Whether its key may import this source alone. */
  readonly isBound: boolean;
  /** In the order in which they are imported. */
  readonly files: readonly BatchFile[];
  readonly startedBy: Actor;
  readonly createdAt: string;
  /** When its last file arrived; `null` until then. */
  readonly receivedAt: string | null;
  readonly version: number;
}

const KEPT_DAYS = IMPORTS.kind.keptDays;

const EXTENSIONS = { csv: '.csv', jsonl: '.jsonl' } as const;

const byOrder = (a: { readonly kind: ImportKind }, b: { readonly kind: ImportKind }): number =>
  IMPORT_ORDER.indexOf(a.kind) - IMPORT_ORDER.indexOf(b.kind);

/** A batch that is not stored yet, with an id that cannot be guessed, nor the keys of its objects. */
export const newBatch = (
  batch: Pick<
    ImportBatch,
    'organizationId' | 'source' | 'settings' | 'isInline' | 'isBound' | 'startedBy' | 'createdAt'
  >,
  files: readonly Omit<BatchFile, 'objectKey' | 'etag'>[],
): ImportBatch => {
  const id = randomUUID();
  const prefix = batch.isInline ? UPLOAD_PREFIX : RECEIVED_PREFIX;
  const folder = `${prefix}${batch.organizationId}/${id}/`;
  return {
    ...batch,
    id,
    files: files.toSorted(byOrder).map((file) => {
      const name = `${file.kind}${file.format === null ? '' : EXTENSIONS[file.format]}`;
      return { ...file, objectKey: folder + name, etag: null };
    }),
    receivedAt: null,
    version: 1,
  };
};

/** Whether its files can no longer be uploaded. */
export const isExpired = ({ createdAt, receivedAt }: ImportBatch, now: Date): boolean =>
  receivedAt === null && now.getTime() >= Date.parse(createdAt) + UPLOAD_HOURS * MILLISECONDS_PER_HOUR;

/** The id of the import of a file of a batch, the same each time. */
export const importIdOf = ({ id }: Pick<ImportBatch, 'id'>, { kind }: Pick<BatchFile, 'kind'>): string =>
  v5(`import:${kind}`, id);

const batchFromItem = (item: Item): ImportBatch => {
  const settings = map<ImportSettings>(item, 'settings');
  const actor = map<Actor>(item, 'startedBy');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    source: requiredString(item, 'source'),
    settings: settings && settingsOf(settings),
    isInline: item['isInline'] === true,
    isBound: item['isBound'] === true,
    files: list<Item>(item, 'files').map((file) => ({
      kind: knownString(IMPORT_KINDS, file, 'kind'),
      objectKey: requiredString(file, 'objectKey'),
      bytes: requiredNumber(file, 'bytes'),
      sha256: optionalString(file, 'sha256'),
      format: file['format'] === 'csv' || file['format'] === 'jsonl' ? file['format'] : null,
      etag: optionalString(file, 'etag'),
    })),
    startedBy: { id: actor?.id ?? '', name: actor?.name ?? '', from: actor?.from ?? null },
    createdAt: requiredString(item, 'createdAt'),
    receivedAt: optionalString(item, 'receivedAt'),
    version: requiredNumber(item, 'version'),
  };
};

/**
 * The write of a batch.
 *
 * @param before the version that it replaces; `undefined` for a new one
 */
export const putBatch = (batch: ImportBatch, before: number | undefined): WriteOperation => {
  const { organizationId, id, source, createdAt } = batch;
  const expiry = Date.parse(createdAt) + KEPT_DAYS * MILLISECONDS_PER_DAY;
  return {
    put: {
      Item: withoutAbsent({
        ...batch,
        files: batch.files.map((file) => withoutAbsent({ ...file })),
        ...importBatchKey(organizationId, id),
        [COLLECTION_INDEX.partitionKey]: importBatchPartition(organizationId),
        [PART_INDEX.partitionKey]: importBatchPartition(organizationId, source),
        [COLLECTION_INDEX.sortKey]: collectionSortKey(createdAt, id),
        [TIME_TO_LIVE_ATTRIBUTE]: Math.floor(expiry / 1_000),
      }),
      ...unchangedSince(before),
    },
  };
};

export const readBatch = async (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<ImportBatch | undefined> => {
  const item = await reader.get(importBatchKey(organizationId, id), { consistentRead: true });
  return item && batchFromItem(item);
};

/**
 * A page of an organization's batches, newest first. The index lags slightly behind the table.
 *
 * @param scope.source `null` for all sources
 */
export const listBatches = async (
  reader: TableReader,
  { organizationId, source }: { readonly organizationId: string; readonly source: string | null },
  page: { readonly limit: number; readonly position?: string | undefined },
): Promise<{ readonly batches: readonly ImportBatch[]; readonly next?: string | undefined }> => {
  const { items, next } = await readCollectionPage(reader, {
    ...page,
    index: source === null ? COLLECTION_INDEX : PART_INDEX,
    partition: importBatchPartition(organizationId, source ?? undefined),
    keyAt: (id) => importBatchKey(organizationId, id),
    descending: true,
  });
  const stored = await readWholeItems(reader, items, { consistentRead: true });
  return { batches: stored.map(batchFromItem), next };
};

/** The imports of a batch that have begun, in their order, with their files. */
export type BatchImports = readonly (readonly [file: BatchFile, started: Import | undefined])[];
