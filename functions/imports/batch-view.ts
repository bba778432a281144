import {
  type BatchState,
  type ImportStatus,
  MAX_INLINE_ROWS,
  UPLOAD_HOURS,
} from '../../shared/contract/imports/import-limits.ts';
import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import { readBatchImports } from '../../shared/imports/batches/advance-batch.ts';
import { type BatchFile, type ImportBatch, isExpired } from '../../shared/imports/batches/import-batch.ts';
import { inWordsOfApi } from '../../shared/imports/console-words.ts';
import type { Import } from '../../shared/imports/import.ts';
import { rejectsKeyOf, warningsKeyOf } from '../../shared/imports/object-keys.ts';
import { sumOf } from '../../shared/imports/reader/run/import-report.ts';
import type { Bucket } from '../../shared/runtime/bucket/bucket.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { readFirstRejects } from './first-rejects.ts';

/** What views of imports by key are read with. */
export interface BatchDependencies {
  readonly reader: TableReader;
  readonly bucket: Pick<Bucket, 'uploadUrl' | 'downloadUrl' | 'readStart'>;
}

const CONTENT_TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** Where and how to upload a file. */
const uploadOf = (bucket: BatchDependencies['bucket'], { objectKey, bytes, format, sha256 }: BatchFile) => {
  const contentType = format === null ? 'application/octet-stream' : CONTENT_TYPES[format];
  const checksum: Record<string, string> =
    sha256 === null ? {} : { 'x-amz-checksum-sha256': base64Of(sha256) };
  const required = { 'Content-Type': contentType, ...checksum };
  return {
    uploadUrl: bucket.uploadUrl(objectKey, { size: bytes, contentType, headers: checksum }).url,
    uploadHeaders: Object.entries(required).map(([name, value]) => ({ name, value })),
  };
};

const NO_UPLOAD = { uploadUrl: null, uploadHeaders: [] };

const viewOfFile = (
  bucket: BatchDependencies['bucket'],
  file: BatchFile,
  started: Import | undefined,
  isUploadable: boolean,
): ResponseBody<'Import'>['files'][number] => {
  const { kind, format, bytes, sha256, etag } = file;
  const urlOf = (parts: number | undefined, keyOf: (objectKey: string, importId?: string) => string) => {
    if (started === undefined || started.finishedAt === null || !parts) return null;
    const { objectKey, fileName, id } = started;
    return bucket.downloadUrl(keyOf(objectKey, id), keyOf(fileName)).url;
  };
  const { progress = null } = started ?? {};
  const rejectsFormat = progress?.rejectsFormat ?? 'csv';
  return {
    kind,
    format,
    bytes,
    sha256,
    state: started?.status ?? (etag === null ? 'awaiting_upload' : 'uploaded'),
    ...(isUploadable && etag === null ? uploadOf(bucket, file) : NO_UPLOAD),
    bytesRead: started?.bytesRead ?? 0,
    plan: started?.plan ?? null,
    warnings: (started?.warnings ?? []).map(({ field, reason, count, line, value }) => ({
      field,
      reason: inWordsOfApi(reason),
      count,
      line,
      value,
    })),
    deletions: started?.deletions ?? null,
    problem: started?.problem ?? null,
    rejectedUrl: urlOf(progress?.rejectParts, (key, id) => rejectsKeyOf(key, rejectsFormat, id)),
    warningsUrl: urlOf(progress?.warningParts, warningsKeyOf),
  };
};

const ENDED: ReadonlySet<ImportStatus | undefined> = new Set([
  'completed',
  'skipped',
  'failed',
  'awaiting_confirmation',
  'undone',
]);

const stateOf = (
  batch: ImportBatch,
  statuses: readonly (ImportStatus | undefined)[],
  now: Date,
): BatchState => {
  if (batch.receivedAt === null) return isExpired(batch, now) ? 'expired' : 'awaiting_files';
  // The files after one that failed are not imported.
  if (statuses.includes('failed')) return 'failed';
  if (!statuses.every((status) => ENDED.has(status))) {
    return statuses.every((status) => status === undefined || status === 'queued') ? 'queued' : 'running';
  }
  if (statuses.includes('awaiting_confirmation')) return 'awaiting_confirmation';
  return statuses.every((status) => status === 'undone') ? 'undone' : 'completed';
};

const EXPIRED =
  `The files were not uploaded within ${UPLOAD_HOURS} hours, so nothing was imported. ` +
  'Create another import.';

/**
 * An import by key. Its files have new addresses each time.
 *
 * @param known imports of its files that need not be read
 */
export const viewOfBatch = async (
  { reader, bucket }: BatchDependencies,
  batch: ImportBatch,
  now: Date,
  known: readonly Import[] = [],
): Promise<{
  readonly view: ResponseBody<'ImportPage'>['items'][number];
  readonly imports: readonly Import[];
}> => {
  const files = await readBatchImports(reader, batch, known);
  const imports = files.flatMap(([, started]) => started ?? []);
  const state = stateOf(
    batch,
    files.map(([, started]) => started?.status),
    now,
  );
  const isUploadable = state === 'awaiting_files' && !batch.isInline;
  const problem = imports.find(({ status }) => status === 'failed')?.problem ?? null;
  const ends = imports.flatMap(({ finishedAt }) => finishedAt ?? []).toSorted();
  const counts = imports.flatMap((each) => each.counts ?? []);
  const view = {
    id: batch.id,
    source: batch.source,
    state,
    problem: state === 'expired' ? EXPIRED : problem,
    settings: batch.settings && { ...batch.settings, mappings: [...batch.settings.mappings] },
    files: files.map(([file, started]) => viewOfFile(bucket, file, started, isUploadable)),
    counts: counts.length === 0 && state !== 'completed' ? null : sumOf(counts),
    createdAt: batch.createdAt,
    completedAt: ['awaiting_files', 'queued', 'running', 'expired'].includes(state)
      ? null
      : (ends.at(-1) ?? null),
  };
  return { view, imports };
};

/** How much of the rejected rows of a request is read: more than it has. */
const ROW_REJECTS = { bytes: 8 * 1024 ** 2, rows: MAX_INLINE_ROWS };

/** An import by key with the first rejected rows. */
export const showBatch = async (
  dependencies: BatchDependencies,
  batch: ImportBatch,
  now: Date,
  known: readonly Import[] = [],
): Promise<ResponseBody<'Import'>> => {
  const { view, imports } = await viewOfBatch(dependencies, batch, now, known);
  const limits = batch.isInline ? ROW_REJECTS : undefined;
  const rejected = await Promise.all(
    imports.map(async (each) => {
      const first = await readFirstRejects(dependencies.bucket, each, limits);
      return first.map(({ line, reason }) => ({ kind: each.kind, line, reason }));
    }),
  );
  return { ...view, rejected: rejected.flat() };
};
