import { randomBytes } from 'node:crypto';
import type { BucketDefinition } from './bucket-definition.ts';

interface StoredObject {
  readonly key: string;
  readonly etag: string;
  readonly contentLength: number;
}

/** The part of the store of fauxqs that creates objects. */
export interface ObjectsOfBuckets {
  putObject(bucket: string, ...rest: readonly unknown[]): StoredObject;
  completeMultipartUpload(uploadId: string, ...rest: readonly unknown[]): StoredObject;
  readonly multipartUploads: ReadonlyMap<string, { readonly bucket: string }>;
}

/** Encodes a key as S3 does in notifications. */
const encodedKey = (key: string): string =>
  encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');

/** A notification with the fields that functions read. */
const notificationOf = (bucket: string, { key, etag, contentLength }: StoredObject): string => {
  // Later changes have greater ones.
  const sequencer = `${Date.now().toString(16).padStart(16, '0')}${randomBytes(4).toString('hex')}`;
  const object = { key: encodedKey(key), size: contentLength, eTag: etag.replaceAll('"', ''), sequencer };
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        eventTime: new Date().toISOString(),
        eventName: 'ObjectCreated:Put',
        userIdentity: { principalId: 'AWS:local' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        s3: { s3SchemaVersion: '1.0', bucket: { name: bucket }, object },
      },
    ],
  });
};

/**
 * Sends a message for each new object that a bucket's notifications match, before the upload is answered.
 *
 * @param send puts a message into a queue
 */
export const notifyObjects = (
  store: ObjectsOfBuckets,
  buckets: readonly BucketDefinition[],
  send: (queueName: string, body: string) => void,
): void => {
  const notify = (name: string, object: StoredObject): StoredObject => {
    const rules = buckets.find((bucket) => bucket.name === name)?.notifications ?? [];
    for (const { prefix, queueName } of rules) {
      if (object.key.startsWith(prefix)) send(queueName, notificationOf(name, object));
    }
    return object;
  };
  const putObject = store.putObject.bind(store);
  const completeMultipartUpload = store.completeMultipartUpload.bind(store);
  store.putObject = (bucket, ...rest) => notify(bucket, putObject(bucket, ...rest));
  store.completeMultipartUpload = (uploadId, ...rest) => {
    const bucket = store.multipartUploads.get(uploadId)?.bucket ?? '';
    return notify(bucket, completeMultipartUpload(uploadId, ...rest));
  };
};
