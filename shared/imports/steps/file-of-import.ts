import { createHash } from 'node:crypto';
import { ObjectChangedError, type ObjectStore } from '../../runtime/bucket/object-store.ts';
import type { Import } from '../import.ts';
import type { SourceFile } from '../reader/files/source-file.ts';

/** The step has to end before it reached a checkpoint. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/**
 * The object of an import as a file.
 *
 * @param assertTime called with each chunk; throws to stop reading
 */
export const fileOfImport = (
  objects: ObjectStore,
  { objectKey, etag, fileName }: Import,
  assertTime: () => void,
): SourceFile => ({
  name: fileName,
  async *open() {
    if (etag === null) throw new ObjectChangedError('The file was not uploaded.');
    for await (const chunk of objects.read(objectKey, etag)) {
      assertTime();
      yield chunk;
    }
  },
});

/** SHA-256 of a file as it is stored, in hexadecimal. */
export const hashOf = async (file: SourceFile): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of file.open()) hash.update(chunk);
  return hash.digest('hex');
};
