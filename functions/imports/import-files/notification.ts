import * as z from 'zod/mini';
import { IMPORT_KINDS } from '../../../shared/contract/imports/import-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { ImportMessage } from '../../../shared/imports/import-repository.ts';

const recordSchema = z.object({
  eventTime: z.string(),
  userIdentity: z.object({ principalId: z.string() }),
  requestParameters: z.object({ sourceIPAddress: z.string() }),
  s3: z.object({
    bucket: z.object({ name: z.string() }),
    object: z.object({ key: z.string(), size: z.number(), eTag: z.string(), sequencer: z.string() }),
  }),
});

const messageSchema = z.union([
  z.object({ Records: z.array(recordSchema) }),
  // S3 sends one when a notification is configured.
  z.object({ Event: z.literal('s3:TestEvent') }),
  z.object({ organizationId: z.string(), kind: z.enum(IMPORT_KINDS), importId: z.string() }),
]);

/** A new object. */
export interface DroppedObject {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** Orders the changes of one key; the same in each notification of one change. */
  readonly sequencer: string;
  /** When S3 stored it, in the stored form of timestamps. */
  readonly arrivedAt: string;
  /** The AWS principal that wrote it. */
  readonly principalId: string;
  readonly ipAddress: string;
}

/** What a message of the queue asks for. */
export type QueueMessage = { readonly dropped: readonly DroppedObject[] } | ImportMessage;

/** Keys in notifications are URL-encoded, with `+` for spaces. */
const decodedKey = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '));

/**
 * Reads a notification of S3
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html), or the message
 * that starts or continues an import.
 *
 * @throws if it is neither
 */
export const readQueueMessage = (body: string): QueueMessage => {
  const message = messageSchema.parse(JSON.parse(body));
  if ('importId' in message) return message;
  const records = 'Records' in message ? message.Records : [];
  return {
    dropped: records.map(({ eventTime, userIdentity, requestParameters, s3: { bucket, object } }) => ({
      bucket: bucket.name,
      key: decodedKey(object.key),
      size: object.size,
      etag: object.eTag,
      sequencer: object.sequencer,
      arrivedAt: timestampOf(new Date(eventTime)),
      principalId: userIdentity.principalId,
      ipAddress: requestParameters.sourceIPAddress,
    })),
  };
};
