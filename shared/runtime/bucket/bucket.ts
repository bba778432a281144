import { type Credentials, readCredentials } from '../credentials.ts';
import { PRESIGNING_ACCESS_KEY_ID_VARIABLE, PRESIGNING_SECRET_ACCESS_KEY_VARIABLE } from '../environment.ts';
import { type BucketAddress, bucketUrl, hasDotSegments, readBucketAddress } from './bucket-address.ts';
import { encodeUri, type PresignOptions, presignUrl } from './presigned-url.ts';

/** The revision and size of an object. */
export interface StoredObject {
  /** Without quotes, as in S3's notifications. */
  readonly etag: string;
  /** In bytes. */
  readonly size: number;
}

/** A URL that works until it expires. */
export interface ExpiringUrl {
  readonly url: string;
  readonly expiresAt: Date;
}

/** The bucket of files, by URLs that need no other credentials. */
export interface Bucket {
  readonly name: string;
  /** The partition of its ARN: `aws`, or that of a Region in China or for the US government. */
  readonly partition: string;
  /**
   * The URL for uploads of exactly this size and type.
   *
   * @param file.headers further headers that the request must have, by lower-case name: a checksum of S3
   */
  uploadUrl(
    key: string,
    file: {
      readonly size: number;
      readonly contentType: string;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ): ExpiringUrl;
  /** Creates or replaces an object. */
  write(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** The URL of a download that browsers save under a name. */
  downloadUrl(key: string, fileName: string): ExpiringUrl;
  /** Deletes objects. Those that do not exist make no difference. */
  remove(keys: readonly string[]): Promise<void>;
  /** `undefined` if there is no object with this key. */
  find(key: string): Promise<StoredObject | undefined>;
  /** The first bytes of an object, or `undefined` if there is none with this key. */
  readStart(key: string, bytes: number): Promise<Uint8Array | undefined>;
}

export interface BucketEnvironment extends BucketAddress {
  readonly credentials: Credentials;
}

const partitionOf = (region: string): string => {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
};

const URL_SECONDS = 3_600;
/** Signs the service's own requests, which are sent immediately. */
const OWN_URL_SECONDS = 60;
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Reads credentials for presigned URLs only, if the environment has some, or else those of the function's
 * role.
 */
const readPresigningCredentials = (environment: NodeJS.ProcessEnv): Credentials => {
  const accessKeyId = environment[PRESIGNING_ACCESS_KEY_ID_VARIABLE];
  const secretAccessKey = environment[PRESIGNING_SECRET_ACCESS_KEY_VARIABLE];
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : readCredentials(environment);
};

/** Reads the variables of the stack and of Lambda, and `AWS_ENDPOINT_URL_S3`. */
export const readBucketEnvironment = (environment: NodeJS.ProcessEnv): BucketEnvironment => ({
  ...readBucketAddress(environment),
  credentials: readPresigningCredentials(environment),
});

/** The value of a header that makes browsers save a file (RFC 6266). */
const attachment = (fileName: string): string => `attachment; filename*=UTF-8''${encodeUri(fileName)}`;

/**
 * The bucket, by requests with presigned URLs: this takes a hundredth of the code of the AWS SDK's client.
 */
export const createBucket = (environment: BucketEnvironment): Bucket => {
  const { name, region, credentials } = environment;
  const base = bucketUrl(environment);
  const presigned = (
    method: PresignOptions['method'],
    key: string,
    expiresInSeconds: number,
    options: Pick<PresignOptions, 'headers' | 'query'> = {},
  ): ExpiringUrl => {
    if (hasDotSegments(key)) throw new Error(`The key ${key} cannot be part of a URL.`);
    const signedAt = new Date();
    const url = new URL(`${base}/${key.split('/').map(encodeUri).join('/')}`);
    return {
      url: presignUrl({ ...options, method, url, region, credentials, expiresInSeconds, signedAt }),
      expiresAt: new Date(signedAt.getTime() + expiresInSeconds * 1_000),
    };
  };

  const request = async (
    method: 'GET' | 'HEAD' | 'DELETE',
    key: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response | undefined> => {
    const { url } = presigned(method, key, OWN_URL_SECONDS);
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await fetch(url, { method, headers: { ...headers }, signal });
    if (response.ok) return response;
    await response.body?.cancel();
    // S3 hides whether an object exists from those who may not list the bucket: it answers with 403.
    if (response.status === 404 || response.status === 403) return undefined;
    throw new Error(`S3 answered ${method} of ${key} with ${response.status}.`);
  };

  return {
    name,
    partition: partitionOf(region),
    uploadUrl: (key, { size, contentType, headers = {} }) =>
      presigned('PUT', key, URL_SECONDS, {
        headers: { ...headers, 'content-length': String(size), 'content-type': contentType },
      }),
    async write(key, content, contentType) {
      const headers = { 'content-length': String(content.length), 'content-type': contentType };
      const { url } = presigned('PUT', key, OWN_URL_SECONDS, { headers });
      const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
      const response = await fetch(url, { method: 'PUT', headers, body: Buffer.from(content), signal });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`S3 answered PUT of ${key} with ${response.status}.`);
    },
    downloadUrl: (key, fileName) =>
      presigned('GET', key, URL_SECONDS, {
        query: { 'response-content-disposition': attachment(fileName) },
      }),
    async remove(keys) {
      for (const key of keys) await request('DELETE', key);
    },
    async find(key) {
      const response = await request('HEAD', key);
      return (
        response && {
          etag: (response.headers.get('etag') ?? '').replaceAll('"', ''),
          size: Number(response.headers.get('content-length') ?? 0),
        }
      );
    },
    async readStart(key, bytes) {
      const response = await request('GET', key, { range: `bytes=0-${bytes - 1}` });
      return response && new Uint8Array(await response.arrayBuffer());
    },
  };
};

/** The bucket that the function's environment names. */
export const createBucketFromEnv = (): Bucket => createBucket(readBucketEnvironment(process.env));
