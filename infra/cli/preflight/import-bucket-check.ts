import { HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { createS3Client } from '../../../shared/runtime/bucket/s3-object-store.ts';
import type { Check } from './finding.ts';

const REGION_HEADER = 'x-amz-bucket-region';

/** S3 names the Region of a bucket also to those who may not read it; `undefined` if there is none. */
const regionOf = async (region: string, bucket: string): Promise<string | undefined> => {
  try {
    const { BucketRegion } = await createS3Client({ region }).send(new HeadBucketCommand({ Bucket: bucket }));
    return BucketRegion;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    if (error.$metadata.httpStatusCode === 404) return undefined;
    const named = error.$response?.headers[REGION_HEADER];
    if (named === undefined) throw error;
    return named;
  }
};

/** S3 notifies only queues in the Region of the bucket. */
export const importBucketCheck = (region: string, bucket: string): Check => ({
  name: `Import bucket ${bucket}`,
  action: 's3:ListBucket',
  check: async () => {
    const found = await regionOf(region, bucket);
    if (found === region) return { ok: `It is in ${region}.` };
    return {
      problem: found === undefined ? 'There is no such bucket.' : `The bucket is in ${found}.`,
      solution: `Name a bucket in ${region} in \`importBuckets\`, or replicate the objects to one.`,
    };
  },
});
