import { feedChunkKey, feedChunkOfKey, feedChunkRange, feedPartition } from '../../table/items/feed-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { chunksOfItems, type FeedChunk, MAX_PARTS, type StoredChunk } from './feed-chunk.ts';

/**
 * A chunk that was appended; `undefined` if it has expired. A read may show the head of the feed before the
 * chunk, and only parts of a chunk that is being rewritten. Both end within milliseconds, so this waits.
 *
 * @param number at most that of the head
 * @throws TableUnavailableError if it takes longer
 */
export const readChunk = async (
  reader: TableReader,
  organizationId: string,
  number: number,
): Promise<StoredChunk | undefined> => {
  const partition = feedPartition(organizationId);
  const range = feedChunkRange(number, number);
  const items = await readItems(reader, { partition, ...range, consistentRead: true });
  const [chunk] = chunksOfItems(items).chunks;
  if (chunk !== undefined) return chunk;
  const keys = Array.from({ length: MAX_PARTS }, (_, part) => feedChunkKey(organizationId, number, part));
  const parts = await reader.transactGet(keys);
  return chunksOfItems(parts.toSorted((a, b) => (String(a['sk']) < String(b['sk']) ? -1 : 1))).chunks[0];
};

/** Each request reads so many times as many items as the one before. */
export const GROWTH = 4;

/** Items per request at most: DynamoDB stops at 1 MB. */
export const MAX_ITEMS = 500;

/**
 * The chunks from a number on that follow each other without a gap: none if the first has expired. Ends early
 * at a chunk that an eventually consistent query does not show yet, unless that is the first.
 *
 * @param first at most the number of the head
 * @param last default: the end of the feed
 * @param items the size of the first request
 */
export async function* contiguousChunks(
  reader: TableReader,
  organizationId: string,
  { first, last }: { readonly first: number; readonly last?: number },
  items: number,
): AsyncGenerator<FeedChunk, void> {
  let expected = first;
  for await (const chunk of chunksFrom(reader, organizationId, first, items, last)) {
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
 * starts with a small request and makes larger ones while more are read.
 *
 * @param items the size of the first request
 */
export async function* chunksFrom(
  reader: TableReader,
  organizationId: string,
  first: number,
  items: number,
  last?: number,
): AsyncGenerator<FeedChunk, void> {
  const query = { partition: feedPartition(organizationId), ...feedChunkRange(first, last) };
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

/**
 * Splits items in order at the first part of a chunk: what is before belongs to a chunk that starts earlier.
 */
const splitAtChunk = (items: readonly Item[]): readonly [cut: readonly Item[], complete: readonly Item[]] => {
  const index = items.findIndex(
    ({ pk, sk }) => feedChunkOfKey({ pk: String(pk), sk: String(sk) })?.part === 0,
  );
  return index === -1 ? [items, []] : [items.slice(0, index), items.slice(index)];
};

/**
 * The chunks from a number down, newest first and without a gap, until one has expired.
 *
 * @param last at most the number of the head; none if 0
 * @param items the size of the first request
 */
export async function* chunksBackwards(
  reader: TableReader,
  organizationId: string,
  last: number,
  items: number,
): AsyncGenerator<FeedChunk, void> {
  if (last === 0) return;
  const query = { partition: feedPartition(organizationId), ...feedChunkRange(1, last), descending: true };
  let expected = last;
  let cut: readonly Item[] = [];
  let startAfter: Item | undefined;
  let limit = items;
  do {
    const page = await reader.queryPage({ ...query, limit, startAfter });
    const [rest, complete] = splitAtChunk([...page.items.toReversed(), ...cut]);
    for (const chunk of chunksOfItems(complete).chunks.toReversed()) {
      for (; expected > chunk.number; expected--) {
        const unseen = await readChunk(reader, organizationId, expected);
        if (unseen === undefined) return;
        yield unseen;
      }
      yield chunk;
      expected = chunk.number - 1;
    }
    cut = rest;
    startAfter = page.lastEvaluated;
    limit = Math.min(MAX_ITEMS, limit * GROWTH);
  } while (startAfter !== undefined);
  for (; expected > 0; expected--) {
    const unseen = await readChunk(reader, organizationId, expected);
    if (unseen === undefined) return;
    yield unseen;
  }
}
