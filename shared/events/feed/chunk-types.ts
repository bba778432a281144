import { map } from '../../table/items/attributes.ts';
import { feedBlockOfKey, feedPartition, feedTypesKey, feedTypesRange } from '../../table/items/feed-keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/** Chunks per block. */
export const BLOCK_CHUNKS = 100;

/** Which chunks of a block have events of a type: one bit per chunk. Erased events count. */
export type BlockTypes = Readonly<Record<string, Uint8Array>>;

/** The last chunk of a feed, and the types of its block; `null` if an earlier version began the block. */
export interface TypedHead {
  readonly chunk: number;
  readonly types: BlockTypes | null;
}

export const blockOf = (chunk: number): number => Math.floor(chunk / BLOCK_CHUNKS);

/** Whether a block is new with the chunk after the head. */
const startsBlock = ({ chunk }: TypedHead): boolean => chunk === 0 || blockOf(chunk + 1) !== blockOf(chunk);

const withBit = (bits: Uint8Array | undefined, bit: number): Uint8Array => {
  const byte = bit >> 3;
  const changed = new Uint8Array(Math.max(bits?.length ?? 0, byte + 1));
  changed.set(bits ?? []);
  changed[byte] = (changed[byte] ?? 0) | (1 << (bit & 7));
  return changed;
};

/** The types of the head's block after the next chunk, with events of these types, is appended. */
export const typesWith = (head: TypedHead, types: Iterable<string>): BlockTypes | null => {
  const before = startsBlock(head) ? {} : head.types;
  if (before === null) return null;
  const bit = (head.chunk + 1) % BLOCK_CHUNKS;
  const added = [...new Set(types)].map((type) => [type, withBit(before[type], bit)] as const);
  return { ...before, ...Object.fromEntries(added) };
};

/**
 * The item that keeps the types of the head's block, for the append of the first chunk after it; none for
 * other appends.
 *
 * @param timeToLive that of the first chunk after it
 */
export const itemsOfCompleteBlock = (
  organizationId: string,
  head: TypedHead,
  timeToLive: number,
): readonly Item[] =>
  head.types === null || !startsBlock(head)
    ? []
    : [
        {
          ...feedTypesKey(organizationId, blockOf(head.chunk)),
          types: head.types,
          [TIME_TO_LIVE_ATTRIBUTE]: timeToLive,
        },
      ];

const mayHold = (block: BlockTypes | null, chunk: number, types: ReadonlySet<string>): boolean => {
  if (block === null) return true;
  const bit = chunk % BLOCK_CHUNKS;
  return [...types].some((type) => (((block[type]?.[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1);
};

/** Each request reads so many times as many blocks as the one before, up to 100: some 40 KB. */
const GROWTH = 4;
const MAX_BLOCKS = 100;

/** The types of each block, in order; `null` if they are unknown, or not visible yet. */
async function* typesOfBlocks(
  reader: TableReader,
  organizationId: string,
  head: TypedHead,
  first: number,
  last: number,
): AsyncGenerator<readonly [block: number, types: BlockTypes | null], void> {
  const lastComplete = Math.min(last, blockOf(head.chunk) - 1);
  let block = first;
  for (let limit = 1; block <= lastComplete; limit = Math.min(MAX_BLOCKS, limit * GROWTH)) {
    const range = feedTypesRange(block, lastComplete);
    const page = await reader.queryPage({ partition: feedPartition(organizationId), ...range, limit });
    for (const item of page.items) {
      for (const stored = feedBlockOfKey(String(item['sk'])); block < stored; block++) yield [block, null];
      yield [block++, map<BlockTypes>(item, 'types')];
    }
    if (page.lastEvaluated === undefined) for (; block <= lastComplete; block++) yield [block, null];
  }
  if (block <= last) yield [block, head.types];
}

/** Consecutive chunks, both included. */
export interface ChunkRun {
  readonly first: number;
  readonly last: number;
}

/** Chunks that are cheaper to read than another request is: small ones have some 500 bytes. */
const MAX_GAP = 8;

/**
 * The chunks of a range that may hold events of these types. The first chunk is always among them: it tells
 * whether the range has expired.
 */
export async function* runsWith(
  reader: TableReader,
  organizationId: string,
  head: TypedHead,
  range: ChunkRun,
  types: ReadonlySet<string>,
): AsyncGenerator<ChunkRun, void> {
  let run: ChunkRun | undefined = { first: range.first, last: range.first };
  const blocks = [blockOf(range.first), blockOf(range.last)] as const;
  for await (const [block, held] of typesOfBlocks(reader, organizationId, head, ...blocks)) {
    const last = Math.min(range.last, (block + 1) * BLOCK_CHUNKS - 1);
    for (let chunk = Math.max(range.first + 1, block * BLOCK_CHUNKS); chunk <= last; chunk++) {
      if (!mayHold(held, chunk, types)) continue;
      if (run !== undefined && chunk - run.last > MAX_GAP) {
        yield run;
        run = undefined;
      }
      run = { first: run?.first ?? chunk, last: chunk };
    }
    if (run !== undefined) yield run;
    run = undefined;
  }
}
