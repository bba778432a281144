import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../../infra/local/process/listen.ts';
import { createBucket, readBucketEnvironment } from '../../../../shared/runtime/bucket/bucket.ts';
import { bucketUrl, readBucketAddress } from '../../../../shared/runtime/bucket/bucket-address.ts';

const ENVIRONMENT = {
  BUCKET: 'files',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

/** A bucket whose requests are answered with a status. */
const bucketAnswering = async (status: number) => {
  const requests: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    requests.push(`${method} ${url?.split('?')[0]} ${headers.range ?? ''}`.trim());
    response.writeHead(status, { ETag: '"abc"' }).end('hello');
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const environment = { ...ENVIRONMENT, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
  return { requests, bucket: createBucket(readBucketEnvironment(environment)) };
};

describe('the address of the bucket', () => {
  it.each([
    ['eu-central-1', 'https://files.s3.eu-central-1.amazonaws.com'],
    ['cn-north-1', 'https://files.s3.cn-north-1.amazonaws.com.cn'],
  ])('names the bucket as the host in %s', (region, url) => {
    const address = readBucketAddress({ ...ENVIRONMENT, AWS_REGION: region });
    expect(bucketUrl(address)).toBe(url);
  });

  it('names the bucket in the path at another endpoint', () => {
    const address = readBucketAddress({ ...ENVIRONMENT, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000/' });
    expect(bucketUrl(address)).toBe('http://127.0.0.1:9000/files');
  });
});

describe('the bucket', () => {
  it('gives URLs that encode every part of the key', async () => {
    const bucket = createBucket(readBucketEnvironment(ENVIRONMENT));
    const { url } = bucket.uploadUrl("uploads/a b/ü'#?.csv", { size: 1, contentType: 'text/csv' });
    expect(url).toContain('/uploads/a%20b/%C3%BC%27%23%3F.csv?');
    expect(url).toContain('X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost');
  });

  it('returns no URL for a key that a URL would resolve to another one', () => {
    const bucket = createBucket(readBucketEnvironment(ENVIRONMENT));
    for (const key of ['imports/a/../b', '../a', 'a/.', 'a/./b', '..', 'a/b/..']) {
      expect(() => bucket.downloadUrl(key, 'a.csv'), key).toThrow(`The key ${key} cannot be part of a URL.`);
    }
    const { url } = bucket.downloadUrl('a/..b/c../.../%2e%2e', 'a.csv');
    expect(url).toContain('.com/a/..b/c../.../%252e%252e?');
  });

  it.each([
    ['the role of the function', {}, 'id'],
    [
      'credentials for presigned URLs only, if it has some',
      { PRESIGNING_ACCESS_KEY_ID: 'presigning', PRESIGNING_SECRET_ACCESS_KEY: 'other secret' },
      'presigning',
    ],
    ['the role of the function, if those are incomplete', { PRESIGNING_ACCESS_KEY_ID: 'presigning' }, 'id'],
  ])('signs URLs with %s', (_, variables, accessKeyId) => {
    const bucket = createBucket(readBucketEnvironment({ ...ENVIRONMENT, ...variables }));
    const { searchParams } = new URL(bucket.downloadUrl('a', 'a').url);
    expect(searchParams.get('X-Amz-Credential')?.split('/')[0]).toBe(accessKeyId);
  });

  it.each([
    ['eu-central-1', 'aws'],
    ['cn-north-1', 'aws-cn'],
    ['us-gov-west-1', 'aws-us-gov'],
  ])('places %s in the partition %s', (region, partition) => {
    const environment = readBucketEnvironment({ ...ENVIRONMENT, AWS_REGION: region });
    expect(createBucket(environment).partition).toBe(partition);
  });

  it('finds an object, and reads its start', async () => {
    const { bucket, requests } = await bucketAnswering(200);
    expect(await bucket.find('uploads/a.csv')).toEqual({ etag: 'abc', size: expect.any(Number) });
    expect(Buffer.from((await bucket.readStart('uploads/a.csv', 100)) ?? []).toString()).toBe('hello');
    expect(requests).toEqual(['HEAD /files/uploads/a.csv', 'GET /files/uploads/a.csv bytes=0-99']);
  });

  it.each([403, 404])('finds nothing if S3 answers with %i', async (status) => {
    const { bucket } = await bucketAnswering(status);
    expect(await bucket.find('uploads/a.csv')).toBeUndefined();
    expect(await bucket.readStart('uploads/a.csv', 100)).toBeUndefined();
  });

  it('throws if S3 fails', async () => {
    const { bucket } = await bucketAnswering(503);
    await expect(bucket.find('uploads/a.csv')).rejects.toThrow('S3 answered HEAD of uploads/a.csv with 503.');
  });
});
