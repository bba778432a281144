import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQueueMessage } from '../../../../functions/import-files/notification.ts';
import { referenceTo } from '../../../../infra/local/assembly/physical-ids.ts';
import { deployStack } from '../../../../infra/local/assembly/stack.ts';
import { readBucket } from '../../../../infra/local/s3/bucket-definition.ts';
import { createQueueClient } from '../../../../infra/local/sqs/queue-client.ts';
import { type Queues, startQueues } from '../../../../infra/local/sqs/queues.ts';
import { createS3Client } from '../../../../shared/imports/s3-object-store.ts';

const REGION = 'eu-central-1';
const CREDENTIALS = { accessKeyId: 'some-access-key', secretAccessKey: 'a secret' };
const REMOTE = 'https://admin.example.com';
const LOCAL = 'http://127.0.0.1:3001';

const bucketWith = (properties: Record<string, unknown>) =>
  deployStack(
    {
      stackName: 'Test',
      template: {
        Resources: {
          Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
          Bucket: { Type: 'AWS::S3::Bucket', Properties: properties },
        },
        Outputs: {},
      },
      assetDirectory: () => '/nowhere',
    },
    REGION,
  );

const stack = bucketWith({
  NotificationConfiguration: {
    QueueConfigurations: [
      {
        Event: 's3:ObjectCreated:*',
        Queue: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'imports/' }] } },
      },
    ],
  },
  CorsConfiguration: {
    CorsRules: [
      { AllowedMethods: ['PUT', 'GET'], AllowedOrigins: [REMOTE], AllowedHeaders: ['content-type'] },
    ],
  },
});
const definition = stack.resourcesOf('AWS::S3::Bucket').map((bucket) => readBucket(bucket, stack));
const Bucket = definition[0]?.name ?? '';

const folder = mkdtempSync(join(tmpdir(), 'buckets-'));
let queues: Queues;
let s3: S3Client;
let sqs: SQSClient;
beforeAll(async () => {
  queues = await startQueues({
    queues: stack.resourcesOf('AWS::SQS::Queue'),
    objects: { buckets: definition, directory: join(folder, 's3') },
    directory: join(folder, 'sqs'),
    account: stack.account,
    credentials: CREDENTIALS,
  });
  queues.replaceOrigin(REMOTE, LOCAL);
  const options = { endpoint: queues.endpoint, region: REGION, credentials: CREDENTIALS };
  s3 = createS3Client(options);
  sqs = createQueueClient(queues.endpoint, REGION, CREDENTIALS);
});
afterAll(async () => {
  s3.destroy();
  sqs.destroy();
  await queues.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The keys in the messages that are waiting; deleting them is not necessary. */
const notified = async () => {
  const [queue] = stack.resourcesOf('AWS::SQS::Queue');
  const QueueUrl = referenceTo('AWS::SQS::Queue', queue?.physicalId ?? '', stack.account);
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
  );
  return messages.flatMap(({ Body = '' }) => {
    const message = readQueueMessage(Body);
    return 'dropped' in message ? message.dropped : [];
  });
};

class Sha256 {
  readonly #hash;
  constructor(secret?: Parameters<typeof createHmac>[1]) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

const presign = async (
  key: string,
  {
    method = 'PUT',
    headers = {},
    expiresIn = 3_600,
    signingDate = new Date(),
    secretAccessKey = CREDENTIALS.secretAccessKey,
  } = {},
): Promise<string> => {
  const { host, hostname, port } = new URL(queues.endpoint);
  const signer = new SignatureV4({
    service: 's3',
    region: REGION,
    credentials: { ...CREDENTIALS, secretAccessKey },
    sha256: Sha256 as never,
    uriEscapePath: false,
  });
  const request = {
    method,
    protocol: 'http:',
    hostname,
    port: Number(port),
    path: `/${Bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
    query: {},
    headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers },
  };
  const { query = {}, path } = await signer.presign(request, { expiresIn, signingDate });
  return `${queues.endpoint}${path}?${new URLSearchParams(query as Record<string, string>)}`;
};

describe('a new object', () => {
  it('under the prefix of a notification becomes a message, before the upload is answered', async () => {
    const key = `imports/${randomUUID()}/a b+ü.csv`;
    await s3.send(new PutObjectCommand({ Bucket, Key: `elsewhere/${key}`, Body: 'x' }));
    const { ETag: etag } = await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: 'content' }));
    const [only, ...more] = await notified();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ key, size: 7, etag: etag?.replaceAll('"', '') });
  });

  it('becomes a message when it was uploaded in parts, and with each revision', async () => {
    const Key = `imports/${randomUUID()}.csv`;
    const target = { Bucket, Key };
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target));
    const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'ab' }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
    await s3.send(new PutObjectCommand({ ...target, Body: 'c' }));
    await s3.send(new PutObjectCommand({ ...target, Body: 'c' }));
    await s3.send(new DeleteObjectCommand(target));
    const messages = await notified();
    expect(messages.map(({ key, size }) => [key, size])).toEqual([
      [Key, 2],
      [Key, 1],
      [Key, 1],
    ]);
    expect(new Set(messages.map(({ sequencer }) => sequencer)).size).toBe(3);
  });
});

describe('a presigned URL', () => {
  const content = 'id\n1';
  const signedHeaders = { 'content-type': 'text/csv', 'content-length': '4' };
  const put = (url: string, headers: Record<string, string>, body = content) =>
    fetch(url, { method: 'PUT', headers, body });

  it('stores an object and reads it, without credentials', async () => {
    const key = `uploads/${randomUUID()}/a b.csv`;
    const url = await presign(key, { headers: signedHeaders });
    expect((await put(url, { 'content-type': 'text/csv' })).status).toBe(200);
    const { Body: body, ContentType: type } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
    expect([await body?.transformToString(), type]).toEqual([content, 'text/csv']);
    const response = await fetch(await presign(key, { method: 'GET' }));
    expect([response.status, await response.text()]).toEqual([200, content]);
  });

  it('is refused with another type, length, method or key, after its expiry, or signed with another secret', async () => {
    const key = `uploads/${randomUUID()}/a.csv`;
    const url = await presign(key, { headers: signedHeaders });
    const csv = { 'content-type': 'text/csv' };
    const expired = { headers: signedHeaders, signingDate: new Date(Date.now() - 7_200_000) };
    const attempts = [
      put(url, { 'content-type': 'text/html' }),
      put(url, csv, 'id\n12'),
      put(url.replace('a.csv', 'b.csv'), csv),
      put(url.replace('X-Amz-Expires=3600', 'X-Amz-Expires=604800'), csv),
      fetch(url),
      put(await presign(key, expired), csv),
      put(await presign(key, { headers: signedHeaders, secretAccessKey: 'another' }), csv),
      put(`${queues.endpoint}/${Bucket}/${key}`, csv),
    ];
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses).toEqual(Array(8).fill(403));
  });

  it('is open to the pages of the declared origin only', async () => {
    const url = await presign(`uploads/${randomUUID()}/a.csv`, { headers: signedHeaders });
    const allowed = async (origin: string, method: string) => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': method };
      const response = await fetch(url, { method: 'OPTIONS', headers });
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    expect(await allowed(LOCAL, 'PUT')).toEqual([200, LOCAL]);
    expect(await allowed(LOCAL, 'DELETE')).toEqual([403, null]);
    expect(await allowed(REMOTE, 'PUT')).toEqual([403, null]);
    expect(await allowed('http://evil.example', 'PUT')).toEqual([403, null]);
    const origin = { 'content-type': 'text/csv', Origin: LOCAL };
    expect((await put(url, origin)).headers.get('access-control-allow-origin')).toBe(LOCAL);
  });
});

it('refuses buckets with other notifications or rules than it knows', () => {
  const read = (properties: Record<string, unknown>) => {
    const other = bucketWith(properties);
    return other.resourcesOf('AWS::S3::Bucket').map((bucket) => readBucket(bucket, other));
  };
  expect(() => read({ VersioningConfiguration: { Status: 'Enabled' } })).toThrow(/VersioningConfiguration/);
  expect(() => read({ NotificationConfiguration: { LambdaConfigurations: [] } })).toThrow(/Lambda/);
});
