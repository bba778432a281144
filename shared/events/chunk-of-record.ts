import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { feedChunkOfKey } from '../table/items/feed-keys.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { chunksOfItems, type StoredChunk } from './feed/feed-chunk.ts';
import { readChunk } from './feed/stored-chunks.ts';
import { keyOfRecord } from './table-change.ts';

/** Reads an item. Lambda's events contain binary values as Base64; the cast is safe for all other types. */
const itemOf = (image: Readonly<Record<string, unknown>>, body: string): Item => ({
  ...unmarshall(image as Record<string, AttributeValue>),
  body: Buffer.from(body, 'base64'),
});

/**
 * The chunk that a record of the table's stream appended or rewrote; `undefined` for any other record. Reads
 * a chunk of several parts from the table, with the record of its first part.
 */
export const chunkOfRecord = async (
  reader: TableReader,
  record: DynamoDBRecord,
): Promise<{ readonly organizationId: string; readonly chunk: StoredChunk } | undefined> => {
  const key = feedChunkOfKey(keyOfRecord(record));
  const image = record.dynamodb?.NewImage;
  if (key === undefined || key.part > 0 || image === undefined) return undefined;
  const { organizationId } = key;
  const chunk =
    chunksOfItems([itemOf(image, image['body']?.B ?? '')]).chunks[0] ??
    (await readChunk(reader, organizationId, key.chunk));
  return chunk === undefined ? undefined : { organizationId, chunk };
};
