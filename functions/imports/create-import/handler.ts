import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import { createKeyImportBody } from '../../../shared/contract/imports/import-bodies.ts';
import {
  MAX_INLINE_CHARACTERS,
  MAX_WAITING_IMPORTS,
} from '../../../shared/contract/imports/import-limits.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { importOfFile } from '../../../shared/imports/batches/advance-batch.ts';
import {
  type BatchFile,
  type ImportBatch,
  newBatch,
  putBatch,
  readBatch,
} from '../../../shared/imports/batches/import-batch.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import { countJobs } from '../../../shared/jobs/job-queue.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { IMPORT_ROUTES } from '../../../shared/operations/data-api/imports.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import type { WriteOperation } from '../../../shared/table/writer.ts';
import type { DataHandler, DataRequest } from '../../http/data-api.ts';
import { once } from '../../http/idempotency.ts';
import { keyActorOf } from '../../http/key-principal.ts';
import { showBatch } from '../batch-view.ts';
import { requireSource, sourceOfKey } from '../key-source.ts';
import { requireSettings } from '../require-settings.ts';
import type { RowDependencies } from './import-rows.ts';
import { createRowObjects, type RowFile, rowFiles } from './stored-rows.ts';

/** The route with its body, whose schema the other functions of the data API need not load. */
export const CREATE_IMPORT = {
  ...IMPORT_ROUTES.createImport,
  body: createKeyImportBody,
  maxBodyCharacters: MAX_INLINE_CHARACTERS,
} as const;

export interface CreateImportDependencies extends RowDependencies {
  readonly bucket: Pick<Bucket, 'uploadUrl' | 'downloadUrl' | 'readStart' | 'write'>;
  /** How long rows are imported in the request. */
  readonly rowMilliseconds: number;
}

/** The importer takes longer to load than the rest of the function. */
const importer = lazily(() => import('./import-rows.ts'));

type Request = DataRequest<typeof CREATE_IMPORT>;

const batchOf = (
  { principal, body, from }: Request,
  rows: readonly RowFile[],
  createdAt: string,
): ImportBatch => {
  const { source, files = [], settings = null } = body;
  const isInline = files.length === 0;
  const startedBy = keyActorOf(principal, from);
  const common = {
    organizationId: principal.organizationId,
    source,
    settings,
    isInline,
    isBound: sourceOfKey(principal) !== null,
    startedBy,
    createdAt,
  };
  const uploads = files.map(({ kind, bytes, sha256 = null, format = null }) => ({
    kind,
    bytes,
    sha256,
    format,
  }));
  const inline = rows.map(({ kind, content, sha256 }) => ({
    ...{ kind, sha256 },
    bytes: content.length,
    format: 'jsonl' as const,
  }));
  const batch = newBatch(common, isInline ? inline : uploads);
  if (!isInline) return batch;
  const etagOf = (kind: RowFile['kind']) => rows.find((each) => each.kind === kind)?.etag ?? null;
  const stored = batch.files.map((file) => ({ ...file, etag: etagOf(file.kind) }));
  return { ...batch, files: stored, receivedAt: createdAt };
};

const auditEntry = ({
  organizationId,
  id,
  source,
  files,
  startedBy,
  createdAt,
}: ImportBatch): WriteOperation =>
  recordEntry(
    'import.created',
    { organizationId, at: createdAt, actor: startedBy, targetId: id },
    {
      kind: files.map(({ kind }) => kind).join(', '),
      source,
      fileName: files.map(({ objectKey }) => objectKey.slice(objectKey.lastIndexOf('/') + 1)).join(', '),
      files: files.length,
      size: files.reduce((sum, { bytes }) => sum + bytes, 0),
    },
  );

/**
 * Prepares the upload of files, which are imported once all are there, or imports the rows of the request.
 * The write checks the key again, in case it was just revoked. A repetition gets the present state of its
 * import: addresses of uploads expire.
 */
export const createCreateImport = ({
  table,
  bucket,
  messages,
  rowMilliseconds,
}: CreateImportDependencies): DataHandler<typeof CREATE_IMPORT> => {
  const { reader, writer } = table;

  const requireTurn = async ({ organizationId, files }: ImportBatch): Promise<void> => {
    for (const { kind } of files) {
      const { line } = IMPORTS.jobIn({ organizationId, kind }, '');
      if ((await countJobs(reader, line, MAX_WAITING_IMPORTS)) < MAX_WAITING_IMPORTS) continue;
      throw new ProblemError(
        'rate-limit-exceeded',
        `${MAX_WAITING_IMPORTS} imports of ${kind} wait or run, and one runs at a time. ` +
          'Send fewer requests with more rows each, and retry after the `Retry-After` delay.',
        { headers: { 'Retry-After': '5' } },
      );
    }
  };

  return async (request) => {
    const deadline = Date.now() + rowMilliseconds;
    const { principal, body } = request;
    requireSource(principal, body.source);
    const { settings } = body;
    const rows = rowFiles(body.rows ?? {});
    if (settings !== undefined) {
      for (const { kind } of body.files ?? rows) await requireSettings(kind, settings);
    }
    let stored: ImportBatch | undefined;
    const created = await once<{ readonly id: string }>(reader, CREATE_IMPORT, request, async (keep) => {
      const batch = batchOf(request, rows, timestampOf(new Date()));
      const [first] = batch.files;
      const queue = async (file: BatchFile): Promise<readonly WriteOperation[]> => {
        const [item] = await Promise.all([
          importOfFile(reader, batch, file),
          requireTurn(batch),
          ...batch.files.map(({ kind, objectKey }) => {
            const content = rows.find((each) => each.kind === kind)?.content ?? Buffer.alloc(0);
            return bucket.write(objectKey, content, 'application/x-ndjson');
          }),
        ]);
        return IMPORTS.insertOperations(item);
      };
      const kept = { body: { id: batch.id } };
      const isCreated = await writer.transact([
        putBatch(batch, undefined),
        ...(batch.isInline && first !== undefined ? await queue(first) : [auditEntry(batch)]),
        requireKeyPermissions(principal.keyId, [[CREATE_IMPORT.permission]]),
        ...keep(kept),
      ]);
      if (!isCreated)
        throw new ProblemError('conflict', 'The request or its key changed concurrently. Retry.');
      stored = batch;
      return kept;
    });
    // A repetition may be of an earlier request.
    const batch =
      stored?.id === created.body.id
        ? stored
        : await readBatch(reader, principal.organizationId, created.body.id);
    if (batch === undefined) throw new Error(`The import ${created.body.id} is missing.`);
    let ended: readonly Import[] = [];
    if (batch.isInline) {
      const { importRows } = await importer();
      const objects = createRowObjects(bucket, batch, rows);
      ended = await importRows({ table, messages, objects }, principal, batch, deadline);
    }
    const shown: ResponseBody<'StartedImport'> = await showBatch(
      { reader, bucket },
      batch,
      new Date(),
      ended,
    );
    const isStored = shown.completedAt !== null && batch.isInline;
    return {
      status: isStored ? 200 : 202,
      headers: { Location: `${CREATE_IMPORT.path}/${batch.id}` },
      body: shown,
    };
  };
};
