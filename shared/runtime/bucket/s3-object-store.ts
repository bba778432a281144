import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isTransientFailure } from '../transient-failure.ts';
import { ObjectChangedError, type ObjectStore } from './object-store.ts';

/** All parts but the last must have at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Region, credentials and endpoint (`AWS_ENDPOINT_URL_S3`) come from the environment unless they are given.
 * With its own endpoint, buckets are addressed by path.
 */
export const createS3Client = (config: S3ClientConfig = {}): S3Client =>
  new S3Client({
    ...config,
    forcePathStyle: config.endpoint !== undefined || process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
    maxAttempts: config.maxAttempts ?? 5,
    // S3 checks a checksum either way; a trailing one would make each upload a chunked one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });

/** Attempts to continue reading where a connection was lost. */
const READ_ATTEMPTS = 5;

/** Objects that one request of S3 deletes. */
const MAX_REMOVED = 1_000;

const changeOf = (error: unknown): string | undefined => {
  if (!(error instanceof S3ServiceException)) return undefined;
  const status = error.$metadata.httpStatusCode;
  if (status === 412) return 'The file was replaced after this import was created. The new file has its own.';
  return status === 404 ? 'The file was deleted before it was imported. Upload it again.' : undefined;
};

export const createS3ObjectStore = (client: S3Client, bucket: string): ObjectStore => {
  async function* read(key: string, etag?: string): AsyncGenerator<Uint8Array> {
    let position = 0;
    let size: number | undefined;
    for (let failures = 0; size === undefined || position < size; ) {
      try {
        const command = new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(etag === undefined ? {} : { IfMatch: `"${etag}"` }),
          ...(position === 0 ? {} : { Range: `bytes=${position}-` }),
        });
        const { Body: body, ContentLength: length = 0 } = await client.send(command);
        size ??= length;
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          position += chunk.length;
          failures = 0;
          yield chunk;
        }
      } catch (error) {
        const change = changeOf(error);
        if (change !== undefined) throw new ObjectChangedError(change, { cause: error });
        failures += 1;
        // S3 closes connections from which nothing was read for a while.
        if (failures === READ_ATTEMPTS || !isTransientFailure(error)) throw error;
      }
    }
  }

  const write: ObjectStore['write'] = async (key, content, contentType) => {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: content,
      ContentType: contentType,
    });
    await client.send(command);
  };

  async function* pieces(start: string, parts: readonly string[]): AsyncGenerator<Buffer> {
    let buffers: Uint8Array[] = [Buffer.from(start)];
    let bytes = start.length;
    for (const part of parts) {
      for await (const chunk of read(part)) {
        buffers.push(chunk);
        bytes += chunk.length;
        if (bytes < PART_BYTES) continue;
        yield Buffer.concat(buffers);
        buffers = [];
        bytes = 0;
      }
    }
    yield Buffer.concat(buffers);
  }

  return {
    read,
    write,
    async copy(from, key) {
      const command = new CopyObjectCommand({
        Bucket: bucket,
        Key: key,
        CopySource: `${from.bucket}/${from.key.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: `"${from.etag}"`,
        // Those of the object would take another permission.
        TaggingDirective: 'REPLACE',
      });
      try {
        const { CopyObjectResult: copied } = await client.send(command);
        return copied?.ETag?.replaceAll('"', '') ?? '';
      } catch (error) {
        const change = changeOf(error);
        if (change !== undefined) throw new ObjectChangedError(change, { cause: error });
        throw error;
      }
    },
    async readWhole(key) {
      const chunks = [];
      for await (const chunk of read(key)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    async list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      const keys = [];
      for await (const { Contents: found = [] } of pages) keys.push(...found.flatMap(({ Key }) => Key ?? []));
      return keys;
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += MAX_REMOVED) {
        const Objects = keys.slice(start, start + MAX_REMOVED).map((Key) => ({ Key }));
        const { Errors: [error] = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (error !== undefined) throw new Error(`S3 did not delete ${error.Key}: ${error.Code}.`);
      }
    },
    async concatenate(key, start, parts, contentType) {
      const target = { Bucket: bucket, Key: key };
      const created = await client.send(
        new CreateMultipartUploadCommand({ ...target, ContentType: contentType }),
      );
      const upload = { ...target, UploadId: created.UploadId };
      try {
        const uploaded: CompletedPart[] = [];
        for await (const piece of pieces(start, parts)) {
          // Only an upload without any other part may end with an empty one.
          if (piece.length === 0 && uploaded.length > 0) break;
          const PartNumber = uploaded.length + 1;
          const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: piece }));
          uploaded.push({ PartNumber, ETag });
        }
        const command = new CompleteMultipartUploadCommand({
          ...upload,
          MultipartUpload: { Parts: uploaded },
        });
        await client.send(command);
      } catch (error) {
        // Otherwise its parts stay for a day.
        await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
        throw error;
      }
    },
  };
};
