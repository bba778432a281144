import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { timestampOf } from '../domain/timestamp.ts';
import type { TableKey } from '../table/keys.ts';
import type { Item } from '../table/reader.ts';
import { type Resource, resourceOfKey } from '../table/resource-key.ts';
import { SILENT_ATTRIBUTE } from '../table/schema.ts';

/** What one record of the table's stream says of a resource. */
export interface TableChange {
  /** The record's own id, the same whenever it is read. */
  readonly recordId: string;
  /** The record's sequence number: digits that grow along a shard, and so with each change of an item. */
  readonly streamSequence: string | undefined;
  readonly key: TableKey;
  readonly resource: Resource;
  /** When the change was stored: ISO 8601, UTC, with milliseconds. DynamoDB tells it to the second. */
  readonly at: string;
  /** The item before the change; undefined for one that was inserted. */
  readonly before: Item | undefined;
  /** The item after the change; undefined for one that was removed. */
  readonly after: Item | undefined;
}

type Image = StreamRecord['NewImage'];

/** Which images a record holds, by what was done to the item. */
const IMAGES = {
  INSERT: { before: false, after: true },
  MODIFY: { before: true, after: true },
  REMOVE: { before: true, after: false },
} as const;

/** The key of the item that a record is of. Empty where the record names none. */
export const keyOfRecord = ({ dynamodb }: DynamoDBRecord): TableKey => ({
  pk: dynamodb?.Keys?.['pk']?.S ?? '',
  sk: dynamodb?.Keys?.['sk']?.S ?? '',
});

/**
 * The item of an image, as the document client would have read it. The two types of attribute values differ in
 * binary ones, which a Lambda event holds as Base64 text and no resource has.
 */
const itemOf = (image: Image): Item | undefined =>
  image === undefined ? undefined : unmarshall(image as Record<string, AttributeValue>);

/**
 * Reads a record of the stream. Undefined if it can be no event: the item is no resource, or the write was silent.
 *
 * Throws an Error if the record lacks what every record of a stream with both images has.
 */
export const readChange = (record: DynamoDBRecord): TableChange | undefined => {
  const key = keyOfRecord(record);
  const resource = resourceOfKey(key);
  if (resource === undefined) return undefined;
  const { eventID, eventName, dynamodb } = record;
  const seconds = dynamodb?.ApproximateCreationDateTime;
  if (eventID === undefined || eventName === undefined || seconds === undefined) {
    throw new Error('The stream record has no id, name or time.');
  }
  const before = itemOf(dynamodb?.OldImage);
  const after = itemOf(dynamodb?.NewImage);
  const images = IMAGES[eventName];
  if (images.before !== (before !== undefined) || images.after !== (after !== undefined)) {
    throw new Error(`The stream record does not hold the images of ${eventName}.`);
  }
  if (after?.[SILENT_ATTRIBUTE] === true) return undefined;
  const at = timestampOf(new Date(Math.round(seconds * 1000)));
  return { recordId: eventID, streamSequence: dynamodb?.SequenceNumber, key, resource, at, before, after };
};
