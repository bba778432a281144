import { isUuid } from '../../domain/uuid.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import type { DroppedFile } from '../create-dropped-import.ts';
import type { Import } from '../import.ts';
import { IMPORTS, readImport } from '../import-repository.ts';
import { importOfFile } from './advance-batch.ts';
import { importIdOf, putBatch, readBatch } from './import-batch.ts';

/**
 * Notes that a file of a batch was uploaded. The last one queues the import of the first file. Idempotent.
 *
 * @param file that was written below `RECEIVED_PREFIX`
 * @returns the import of the first file, or `undefined` while others are missing
 */
export const receiveFile = (
  table: Table,
  { key, etag, size, arrivedAt }: Omit<DroppedFile, 'droppedBy'>,
): Promise<Import | undefined> => {
  const { reader, writer } = table;
  const [, organizationId = '', id = ''] = key.split('/');
  return retryLostRaces(async () => {
    const batch =
      isUuid(organizationId) && isUuid(id) ? await readBatch(reader, organizationId, id) : undefined;
    const [first] = batch?.files ?? [];
    if (
      batch === undefined ||
      first === undefined ||
      batch.files.every(({ objectKey }) => objectKey !== key)
    ) {
      console.warn({ problem: 'No import expects this file.', key, size });
      return undefined;
    }
    // Each import reads the revision that was there when all files were, and fails if it was replaced.
    if (batch.receivedAt !== null) return readImport(reader, organizationId, importIdOf(batch, first));
    const files = batch.files.map((file) => (file.objectKey === key ? { ...file, etag } : file));
    const isComplete = files.every((file) => file.etag !== null);
    const after = {
      ...batch,
      files,
      receivedAt: isComplete ? arrivedAt : null,
      version: batch.version + 1,
    };
    const [firstFile = first] = files;
    const started = isComplete ? await importOfFile(reader, after, firstFile) : undefined;
    const isWritten = await writer.transact([
      putBatch(after, batch.version),
      ...(started === undefined ? [] : IMPORTS.insertOperations(started)),
    ]);
    return isWritten ? started : LOST;
  });
};
