import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQueueMessage } from '../../../../functions/imports/import-files/notification.ts';
import { referenceTo } from '../../../../infra/local/assembly/physical-ids.ts';
import { deployStack } from '../../../../infra/local/assembly/stack.ts';
import { readBucket } from '../../../../infra/local/s3/bucket-definition.ts';
import { createQueueClient } from '../../../../infra/local/sqs/queue-client.ts';
import { type Queues, startQueues } from '../../../../infra/local/sqs/queues.ts';
import { createS3Client } from '../../../../shared/runtime/bucket/s3-object-store.ts';
import {
  presign as presignUrl,
  type SigningOptions,
  signHeaders,
} from '../../../support/engine/signed-requests.ts';
import { type HttpRequest, send } from '../../../support/http/http.ts';

const REGION = 'eu-central-1';
const CREDENTIALS = { accessKeyId: 'some-access-key', secretAccessKey: 'a secret' };
const PRESIGNING = { accessKeyId: 'another-key', secretAccessKey: 'another secret' };
type PresignChanges = Partial<SigningOptions> & {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expiresIn?: number;
};

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
    objects: { buckets: definition, directory: join(folder, 's3'), presigning: PRESIGNING },
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

const SIGNED = { credentials: CREDENTIALS, region: REGION, service: 's3' };

const LIST_QUEUES = {
  method: 'POST',
  headers: { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' },
  body: '{}',
};

const textOf = async (key: string): Promise<string | undefined> => {
  const { Body: body } = await s3.send(new GetObjectCommand({ Bucket, Key: key }));
  return body?.transformToString();
};

/** The URL of an object, with each part of the key encoded as it is. */
const urlOf = (key: string): string =>
  `${queues.endpoint}/${Bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

const presign = (
  key: string,
  { method = 'PUT', headers = {}, ...options }: PresignChanges = {},
): Promise<string> =>
  presignUrl({ url: urlOf(key), method, headers }, { ...SIGNED, credentials: PRESIGNING, ...options });

describe('a new object', () => {
  it("sends a message for an object under a notification's prefix before it responds", async () => {
    const key = `imports/${randomUUID()}/a b+ü.csv`;
    await s3.send(new PutObjectCommand({ Bucket, Key: `elsewhere/${key}`, Body: 'x' }));
    const { ETag: etag } = await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: 'content' }));
    const [only, ...more] = await notified();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ key, size: 7, etag: etag?.replaceAll('"', '') });
  });

  it('stores an object of more than the 11 MiB of fauxqs', async () => {
    const target = { Bucket, Key: `elsewhere/${randomUUID()}` };
    await s3.send(new PutObjectCommand({ ...target, Body: Buffer.alloc(12 * 1_048_576) }));
    const { ContentLength: length } = await s3.send(new HeadObjectCommand(target));
    expect(length).toBe(12 * 1_048_576);
  });

  it('sends a message for an object uploaded in parts, and for each revision', async () => {
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

  it('rejects another type, length, method, key or secret, and an expired URL', async () => {
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
      put(
        await presign(key, { headers: signedHeaders, credentials: { ...PRESIGNING, secretAccessKey: 'x' } }),
        csv,
      ),
      put(`${queues.endpoint}/${Bucket}/${key}`, csv),
    ];
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses).toEqual(Array(8).fill(403));
  });

  it.each([
    ['x-amz-copy-source', 'secret/file.csv'],
    ['X-Amz-Acl', 'public-read'],
    ['x-amz-meta-a', 'b'],
    ['x-amz-content-sha256', 'UNSIGNED-PAYLOAD'],
    ['x-amz-security-token', 'token'],
  ])('rejects the unsigned header %s', async (name, value) => {
    const key = `uploads/${randomUUID()}/a.csv`;
    const headers = { 'content-type': 'text/csv', [name]: value.replace('secret', Bucket) };
    const url = await presign(key, { headers: signedHeaders });
    const { status, text } = await send(url, { method: 'PUT', headers, body: content });
    expect([status, text]).toEqual([
      403,
      expect.stringMatching(/<Code>AccessDenied<.*HeadersNotSigned>x-amz-/s),
    ]);
    await expect(s3.send(new GetObjectCommand({ Bucket, Key: key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
  });

  it('stores an object of any type as it is', async () => {
    for (const type of [
      'application/x-amz-json-1.0',
      'application/x-www-form-urlencoded',
      'application/json',
    ]) {
      const key = `uploads/${randomUUID()}`;
      const url = await presign(key, { headers: { 'content-type': type } });
      expect((await put(url, { 'content-type': type }, '{"a": 1}')).status).toBe(200);
      expect(await textOf(key)).toBe('{"a": 1}');
    }
  });

  it('copies an object only if the header with its source is signed', async () => {
    const [source, target] = [`uploads/${randomUUID()}`, `uploads/${randomUUID()}`];
    await s3.send(new PutObjectCommand({ Bucket, Key: source, Body: 'copied' }));
    const headers = { 'x-amz-copy-source': `${Bucket}/${source}` };
    const url = await presignUrl(
      { url: urlOf(target), method: 'PUT', headers },
      { ...SIGNED, credentials: PRESIGNING, unhoistableHeaders: new Set(['x-amz-copy-source']) },
    );
    expect((await send(url, { method: 'PUT', headers })).status).toBe(200);
    const other = { 'x-amz-copy-source': `${Bucket}/${source}x` };
    expect((await send(url, { method: 'PUT', headers: other })).status).toBe(403);
    const { Body: body } = await s3.send(new GetObjectCommand({ Bucket, Key: target }));
    expect(await body?.transformToString()).toBe('copied');
  });

  it('signs URLs with a key pair of their own, which signs nothing else', async () => {
    const key = `uploads/${randomUUID()}/a.csv`;
    await s3.send(new PutObjectCommand({ Bucket, Key: key, Body: 'x' }));
    const get = { url: urlOf(key), method: 'GET' };
    const statusOf = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
      (await send(url, { headers })).status;
    expect(await statusOf(await presignUrl(get, { ...SIGNED, credentials: PRESIGNING }))).toBe(200);
    expect(await statusOf(get.url, await signHeaders(get, SIGNED))).toBe(200);
    expect(await statusOf(await presignUrl(get, SIGNED))).toBe(403);
    expect(await statusOf(get.url, await signHeaders(get, { ...SIGNED, credentials: PRESIGNING }))).toBe(403);
    const queueCall = { ...LIST_QUEUES, url: `${queues.endpoint}/` };
    for (const [service, credentials, expected] of [
      ['sqs', CREDENTIALS, 200],
      ['s3', CREDENTIALS, 403],
      ['sqs', PRESIGNING, 403],
      ['s3', PRESIGNING, 403],
    ] as const) {
      const headers = await signHeaders(queueCall, { region: REGION, service, credentials });
      expect((await send(queueCall.url, { ...queueCall, headers })).status).toBe(expected);
    }
  });

  it('rejects a presigned URL together with a signature in the headers', async () => {
    const get = { url: urlOf(`uploads/${randomUUID()}`), method: 'GET' };
    const { authorization = '' } = await signHeaders(get, SIGNED);
    const url = await presignUrl(get, { ...SIGNED, credentials: PRESIGNING });
    const { status, text } = await send(url, { headers: { authorization } });
    expect([status, text]).toEqual([400, expect.stringContaining('InvalidArgument')]);
  });

  it('allows only pages of the declared origin', async () => {
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

describe('a signed call', () => {
  it('rejects a signed call with another body', async () => {
    const object = { url: urlOf(`uploads/${randomUUID()}`), method: 'PUT', headers: {}, body: 'signed' };
    const headers = await signHeaders(object, SIGNED);
    expect((await send(object.url, { method: 'PUT', headers, body: 'forged' })).status).toBe(403);
    expect((await send(object.url, { method: 'PUT', headers, body: '' })).status).not.toBe(200);
    await expect(textOf(object.url.slice(urlOf('').length))).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await send(object.url, { method: 'PUT', headers, body: 'signed' })).status).toBe(200);
    const queueCall = { ...LIST_QUEUES, url: `${queues.endpoint}/` };
    const signed = await signHeaders(queueCall, { ...SIGNED, service: 'sqs' });
    const forged = { method: 'POST', headers: signed, body: '{"MaxResults":1}' };
    expect((await send(queueCall.url, forged)).status).toBe(403);
    expect((await send(queueCall.url, { ...forged, body: queueCall.body })).status).toBe(200);
  });
});

/** All files, with the folders that contain them. */
const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)));

describe('the key of an object', () => {
  const OBJECTS = join('s3', 'buckets', Bucket, 'objects') + sep;
  const keys = [
    '..',
    '../x',
    '../../../x',
    '/x',
    '//x',
    '/../../x',
    'x/../../../../x',
    'x/..',
    './x',
    'x/./x',
    'x',
    'x//x',
    'x/x',
    'x/',
    'x//',
    '%',
    '%2e%2e/x',
    '%2e2e/x',
    '..%2fx',
    '%252e%252e%252fx',
    '..\\x',
    '..%5cx',
    '\\..\\x',
    '..;/x',
    '\u0000/../x',
    '\u2025/x',
  ];
  const outside = () => filesIn(folder).filter((file) => !file.startsWith(OBJECTS));

  it('keeps a key within the folder of its bucket, distinct from other objects', async () => {
    const before = outside();
    for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket, Key, Body: `put ${Key}` }));
    for (const key of keys) expect(await textOf(key)).toBe(`put ${key}`);
    const listed = await s3.send(new ListObjectsV2Command({ Bucket }));
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(expect.arrayContaining(keys));
    for (const key of keys) {
      const CopySource = `${Bucket}/${encodeURIComponent(key)}`;
      await s3.send(new CopyObjectCommand({ Bucket, Key: `copies/${key}`, CopySource }));
      expect(await textOf(`copies/${key}`)).toBe(`put ${key}`);
    }
    for (const key of keys) {
      const target = { Bucket, Key: key };
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target));
      const Body = `parts ${key}`;
      const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body }));
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
      await s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
    }
    for (const key of keys) expect(await textOf(key)).toBe(`parts ${key}`);
    expect(outside()).toEqual(before);
    for (const key of keys) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key: key }));
      await s3.send(new DeleteObjectCommand({ Bucket, Key: `copies/${key}` }));
    }
    expect(outside()).toEqual(before);
    expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'copies/' }))).Contents).toBeUndefined();
  });

  it.each([
    ['as it is', (key: string) => key.split('/').map(encodeURIComponent).join('/')],
    ['with encoded slashes', encodeURIComponent],
    ['with encoded dots', (key: string) => encodeURIComponent(key).replaceAll('.', '%2E')],
  ])('keeps a presigned key within the folder of its bucket, %s', async (_, encode) => {
    const before = outside();
    for (const key of keys) {
      const sendSigned = async (method: string, options: HttpRequest = {}) => {
        const url = `${queues.endpoint}/${Bucket}/${encode(key)}`;
        const presigned = await presignUrl({ url, method }, { ...SIGNED, credentials: PRESIGNING });
        const path = presigned.slice(queues.endpoint.length);
        return send(queues.endpoint, { ...options, method, path });
      };
      expect((await sendSigned('PUT', { body: key })).status).toBe(200);
      expect(await textOf(key)).toBe(key);
      expect((await sendSigned('GET')).text).toBe(key);
      expect((await sendSigned('DELETE')).status).toBe(204);
    }
    expect(outside()).toEqual(before);
  });

  it('keeps forms and bulk deletions within the folder of the bucket', async () => {
    const victim = join(folder, 'victim.data');
    writeFileSync(victim, 'still there');
    const before = outside();
    const key = '../../../../victim';
    const form =
      `--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n${key}\r\n--b\r\nContent-Disposition: ` +
      `form-data; name="file"\r\n\r\nx\r\n--b--\r\n`;
    for (const [search, contentType, body] of [
      ['', 'multipart/form-data; boundary=b', form],
      ['?delete=', 'application/xml', `<Delete><Object><Key>${key}</Key></Object></Delete>`],
    ] as const) {
      const url = `${queues.endpoint}/${Bucket}/${search}`;
      const request = { url, method: 'POST', headers: { 'content-type': contentType }, body };
      const headers = await signHeaders(request, SIGNED);
      expect((await send(url, { method: 'POST', headers, body })).status).toBeLessThan(300);
    }
    expect([outside(), readFileSync(victim, 'utf8')]).toEqual([before, 'still there']);
  });

  it.each(['..', '.', '%2e%2e', '..%2f..', '%2f', '..%5c..'])('rejects the bucket %s', async (bucket) => {
    const before = filesIn(folder);
    for (const [method, rest] of [
      ['PUT', ''],
      ['PUT', '/'],
      ['PUT', '/x'],
      ['PUT', '?lifecycle='],
      ['DELETE', ''],
      ['GET', '/x'],
    ] as const) {
      const path = `/${bucket}${rest}`;
      const headers = await signHeaders({ url: queues.endpoint + path, method }, SIGNED);
      const { status, text } = await send(queues.endpoint, { method, path, headers });
      expect([400, 404], text).toContain(status);
    }
    expect(filesIn(folder)).toEqual(before);
  });
});

it('rejects buckets with unknown notifications or rules', () => {
  const read = (properties: Record<string, unknown>) => {
    const other = bucketWith(properties);
    return other.resourcesOf('AWS::S3::Bucket').map((bucket) => readBucket(bucket, other));
  };
  expect(() => read({ VersioningConfiguration: { Status: 'Enabled' } })).toThrow(/VersioningConfiguration/);
  expect(() => read({ NotificationConfiguration: { LambdaConfigurations: [] } })).toThrow(/Lambda/);
});
