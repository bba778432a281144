import { createS3Client, createS3ObjectStore } from '../../../shared/runtime/bucket/s3-object-store.ts';
import type { Connection } from './connection.ts';

/** Deletes objects of the bucket of files. */
export const removeObjectsOf =
  ({ output, clientOptions }: Pick<Connection, 'output' | 'clientOptions'>) =>
  async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return;
    const client = createS3Client(clientOptions('s3'));
    await createS3ObjectStore(client, output('ImportBucketName')).remove(keys);
  };
