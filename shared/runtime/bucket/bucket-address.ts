import { BUCKET_VARIABLE, requiredVariable } from '../environment.ts';

/** Where a bucket is. */
export interface BucketAddress {
  readonly name: string;
  readonly region: string;
  /** Another address than that of AWS. Requests then name the bucket in their path. */
  readonly endpoint?: string;
}

/** Reads the variables of the stack and of Lambda, and `AWS_ENDPOINT_URL_S3`. */
export const readBucketAddress = (environment: NodeJS.ProcessEnv): BucketAddress => {
  const endpoint = environment['AWS_ENDPOINT_URL_S3'];
  return {
    name: requiredVariable(BUCKET_VARIABLE, environment),
    region: requiredVariable('AWS_REGION', environment),
    ...(endpoint ? { endpoint } : {}),
  };
};

/**
 * The URL of a bucket, without a trailing slash.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export const bucketUrl = ({ name, region, endpoint }: BucketAddress): string =>
  endpoint === undefined
    ? `https://${name}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
    : `${endpoint.replace(/\/$/, '')}/${name}`;

/**
 * Whether a key contains `.` or `..` between slashes. S3 treats these as names, but URLs resolve them: the
 * URL of the object would be that of another one.
 */
export const hasDotSegments = (key: string): boolean => /(?:^|\/)\.{1,2}(?:\/|$)/.test(key);
