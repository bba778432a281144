import { gunzipSync, gzipSync } from 'node:zlib';
import { requiredBinary, requiredNumber, requiredString } from '../../table/items/attributes.ts';
import { feedChunkKey } from '../../table/items/feed-keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import type { Item } from '../../table/reader.ts';

/** An event of the feed. */
export interface FeedEvent {
  readonly type: string;
  /** JSON, exactly as it is sent to webhooks. */
  readonly json: string;
  /** The mark of the import that made the change; consumers do not receive it. */
  readonly mark?: string | undefined;
}

/** Events that were appended together, in order. `undefined` in the place of one whose data was erased. */
export interface FeedChunk {
  readonly number: number;
  /** When it was appended: never before an earlier chunk, nor before the changes of its events. */
  readonly at: string;
  /** How many times events of it were erased. */
  readonly revision: number;
  readonly events: readonly (FeedEvent | undefined)[];
}

/** A chunk as it is stored. */
export interface StoredChunk extends FeedChunk {
  /** When DynamoDB may delete it, in seconds since 1970. */
  readonly timeToLive: number;
  /** The number of its items. */
  readonly parts: number;
}

/** More than a chunk can have: the size of an append is bounded. */
export const MAX_PARTS = 10;

/** Below DynamoDB's limit of 400 KB for an item with its keys. */
const PART_BYTES = 390_000;

/** JSON contains no line breaks and starts with a brace; types and marks contain neither spaces nor braces. */
const lineOf = (event: FeedEvent | undefined): string => {
  if (event === undefined) return '';
  const { type, mark, json } = event;
  return `${type}${mark === undefined ? '' : ` ${mark}`} ${json}`;
};

const eventOf = (line: string): FeedEvent | undefined => {
  const brace = line.indexOf('{');
  if (brace === -1) return undefined;
  const [type = '', mark] = line.slice(0, brace).trimEnd().split(' ');
  return { type, json: line.slice(brace), ...(mark === undefined ? {} : { mark }) };
};

/** The items of a chunk: its compressed events, in as many parts as they need. */
export const itemsOfChunk = (
  organizationId: string,
  { number, at, revision, events }: FeedChunk,
  timeToLive: number,
): readonly Item[] => {
  const bytes = gzipSync(events.map(lineOf).join('\n'));
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  return Array.from({ length: parts }, (_, part) => ({
    ...feedChunkKey(organizationId, number, part),
    number,
    at,
    revision,
    parts,
    body: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    [TIME_TO_LIVE_ATTRIBUTE]: timeToLive,
  }));
};

/** Chunks, and the items of the one after them if it is incomplete. */
export interface ReadChunks {
  readonly chunks: readonly StoredChunk[];
  readonly rest: readonly Item[];
}

/**
 * Skips chunks that are not there in whole: DynamoDB deletes the parts of an expired one in any order, and a
 * query may show some parts of one that is being appended or rewritten.
 *
 * @param items in order
 */
export const chunksOfItems = (items: readonly Item[]): ReadChunks => {
  const chunks: StoredChunk[] = [];
  let index = 0;
  for (;;) {
    const first = items[index];
    if (first === undefined) return { chunks, rest: [] };
    const count = requiredNumber(first, 'parts');
    const parts = items.slice(index, index + count).filter(({ number }) => number === first['number']);
    index += parts.length;
    if (parts.length < count) {
      if (index === items.length) return { chunks, rest: parts };
      continue;
    }
    if (parts.some(({ revision }) => revision !== first['revision'])) continue;
    const bytes = Buffer.concat(parts.map((part) => requiredBinary(part, 'body')));
    chunks.push({
      number: requiredNumber(first, 'number'),
      at: requiredString(first, 'at'),
      revision: requiredNumber(first, 'revision'),
      events: gunzipSync(bytes).toString('utf8').split('\n').map(eventOf),
      parts: parts.length,
      timeToLive: requiredNumber(first, TIME_TO_LIVE_ATTRIBUTE),
    });
  }
};
