import { feedChunkRange, feedPartition } from '../table/items/feed-keys.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { chunksOfItems, type FeedChunk, type StoredChunk } from './feed-chunk.ts';

/** A chunk, strongly consistent; `undefined` if it is not stored. */
export const readChunk = async (
  reader: TableReader,
  organizationId: string,
  number: number,
): Promise<StoredChunk | undefined> => {
  const partition = feedPartition(organizationId);
  const items = await readItems(reader, {
    partition,
    ...feedChunkRange(number, number),
    consistentRead: true,
  });
  return chunksOfItems(items).chunks[0];
};

/** Each request reads so many times as many items as the one before. */
const GROWTH = 4;

/** Items per request at most: DynamoDB stops at 1 MB. */
const MAX_ITEMS = 500;

/**
 * The chunks from a number on that follow each other without a gap. Only the first one is read with strong
 * consistency, if it would be missing.
 *
 * @param items the size of the first request
 */
export async function* contiguousChunks(
  reader: TableReader,
  organizationId: string,
  first: number,
  items: number,
): AsyncGenerator<FeedChunk, void> {
  let expected = first;
  for await (const chunk of chunksFrom(reader, organizationId, first, items)) {
    if (chunk.number !== expected) break;
    expected++;
    yield chunk;
  }
  if (expected > first) return;
  const chunk = await readChunk(reader, organizationId, first);
  if (chunk !== undefined) yield chunk;
}

/**
 * The stored chunks from a number on, eventually consistent. Chunks hold one event or hundreds, so this
 * starts with a small request and makes larger ones while more are taken.
 *
 * @param items the size of the first request
 */
export async function* chunksFrom(
  reader: TableReader,
  organizationId: string,
  first: number,
  items: number,
): AsyncGenerator<FeedChunk, void> {
  const query = { partition: feedPartition(organizationId), ...feedChunkRange(first) };
  let rest: readonly Item[] = [];
  let startAfter: Item | undefined;
  let limit = items;
  do {
    const page = await reader.queryPage({ ...query, limit, startAfter });
    const read = chunksOfItems([...rest, ...page.items]);
    yield* read.chunks;
    rest = read.rest;
    startAfter = page.lastEvaluated;
    limit = Math.min(MAX_ITEMS, limit * GROWTH);
  } while (startAfter !== undefined);
}
