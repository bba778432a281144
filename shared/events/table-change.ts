import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, StreamRecord } from 'aws-lambda';
import { timestampOf } from '../domain/timestamp.ts';
import type { TableKey } from '../table/items/keys.ts';
import { type ChangedResource, changedResourceOfKey } from '../table/items/resource-key.ts';
import { IMPORT_MARK_ATTRIBUTE, SILENT_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item } from '../table/reader.ts';

/** A change of a resource, webhook endpoint or import, from one record of the table's stream. */
export interface TableChange {
  /** The record's id, the same each time it is read. */
  readonly recordId: string;
  /** The record's sequence number: digits that grow within a shard, and so with each change of an item. */
  readonly streamSequence: string;
  readonly key: TableKey;
  readonly resource: ChangedResource;
  /** Whether the change must not reach webhooks. */
  readonly isSilent: boolean;
  /** The mark of the import that wrote the item. */
  readonly mark: string | undefined;
  /** When the change was stored: ISO 8601, UTC, with milliseconds. DynamoDB's resolution is one second. */
  readonly at: string;
  /** The item before the change; `undefined` for an insertion. */
  readonly before: Item | undefined;
  /** The item after the change; `undefined` for a removal. */
  readonly after: Item | undefined;
}

/** The key of a record's item; empty strings if the record has none. */
export const keyOfRecord = ({ dynamodb }: DynamoDBRecord): TableKey => ({
  pk: dynamodb?.Keys?.['pk']?.S ?? '',
  sk: dynamodb?.Keys?.['sk']?.S ?? '',
});

/**
 * The item of an image, as the document client would read it. The cast is safe: the types differ only for
 * binary values, which none of them has.
 */
const itemOf = (image: StreamRecord['NewImage']): Item | undefined =>
  image === undefined ? undefined : unmarshall(image as Record<string, AttributeValue>);

/**
 * Reads a stream record. Undefined if its item is neither a resource, a webhook endpoint nor an import.
 *
 * Throws an Error if the record lacks a field that every record of such a stream has.
 */
export const readChange = (record: DynamoDBRecord): TableChange | undefined => {
  const key = keyOfRecord(record);
  const resource = changedResourceOfKey(key);
  if (resource === undefined) return undefined;
  const { eventID, dynamodb } = record;
  const { ApproximateCreationDateTime: seconds, SequenceNumber: streamSequence } = dynamodb ?? {};
  const before = itemOf(dynamodb?.OldImage);
  const after = itemOf(dynamodb?.NewImage);
  if (eventID === undefined || seconds === undefined || streamSequence === undefined || !(before ?? after)) {
    throw new Error('The stream record has no id, time, sequence number or image.');
  }
  const at = timestampOf(new Date(Math.round(seconds * 1000)));
  const isSilent = after?.[SILENT_ATTRIBUTE] === true;
  const stored = after?.[IMPORT_MARK_ATTRIBUTE];
  const mark = typeof stored === 'string' ? stored : undefined;
  return { recordId: eventID, streamSequence, key, resource, isSilent, mark, at, before, after };
};
