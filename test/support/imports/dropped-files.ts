import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { connect } from '../../../infra/cli/support/connection.ts';
import { createS3Client } from '../../../shared/runtime/bucket/s3-object-store.ts';
import { eventually } from '../eventually.ts';
import { service } from '../service/service.ts';

/** The report that an import writes next to its file. */
export interface DroppedReport {
  readonly import: string;
  readonly status: string;
  readonly problem: string | null;
  readonly sameAs: string | null;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
}

/** The import bucket of the service under test. */
export const openImportBucket = async () => {
  Object.assign(process.env, service.toolEnvironment);
  const connection = await connect(service.toolArguments[1]);
  const client = createS3Client(connection.clientOptions('s3'));
  const Bucket = connection.output('ImportBucketName');
  const read = async (Key: string): Promise<string | undefined> => {
    try {
      const { Body: body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return await body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };
  return {
    read,
    put: async (Key: string, Body: string | Uint8Array): Promise<void> => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    /** The report of a file, once its import ended. */
    report: async (key: string): Promise<DroppedReport> =>
      JSON.parse(await eventually(() => read(`${key}.report.json`))),
    close: () => client.destroy(),
  };
};
