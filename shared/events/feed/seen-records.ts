import { hash } from 'node:crypto';
import { requiredBinary, requiredNumber } from '../../table/items/attributes.ts';
import { feedFullListKey, feedSeenKey } from '../../table/items/feed-keys.ts';
import type { TableKey } from '../../table/items/keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import type { FeedPosition } from './feed-position.ts';

/** Identifies a record of the table's stream, the same each time it is read. */
export interface SeenRecord {
  /** The fields that identify it. */
  readonly id: readonly string[];
  /** When the change was stored, without fractions of a second: `2026-01-31T09:30:00`. */
  readonly second: string;
}

/** How long what the feed has seen is kept. The stream keeps its records for one day. */
export const KEPT_SECONDS = 3 * 86_400;

/**
 * The hash is long enough that no two of the records of one second share it. With the chunk (6 bytes) and the
 * index (2 bytes) of its first event, a record takes 18 bytes.
 */
const HASH_BYTES = 10;
export const ENTRY_BYTES = HASH_BYTES + 8;

const hashOf = ({ id }: SeenRecord): Buffer =>
  hash('sha256', JSON.stringify(id), 'buffer').subarray(0, HASH_BYTES);

const entryOf = (record: SeenRecord, { chunk, index }: FeedPosition): Buffer => {
  const entry = Buffer.alloc(ENTRY_BYTES);
  hashOf(record).copy(entry);
  entry.writeUIntBE(chunk, HASH_BYTES, 6);
  entry.writeUInt16BE(index, HASH_BYTES + 6);
  return entry;
};

const RECORDS_ATTRIBUTE = 'records';

/** Beyond this size, a list is put aside as a full one: rewriting it would cost more with each append. */
export const MAX_LIST_BYTES = 900;

/** What is stored of one second. */
interface SeenSecond {
  /** The number of the last chunk with records of the second; `undefined` before the first. */
  readonly chunk: number | undefined;
  /** How many full lists there are. */
  readonly fullLists: number;
  /** The newest records. */
  readonly newest: Buffer;
  readonly positions: ReadonlyMap<string, FeedPosition>;
}

/**
 * The stream records whose events are in the feed, by the second of their changes. However late a record is
 * repeated, and in whatever batch, it is found under its own second.
 */
export interface SeenRecords {
  /** The position of a record's first event; `undefined` if it is not in the feed. */
  positionOf(record: SeenRecord): FeedPosition | undefined;
  /**
   * The writes that also list these records: at most two per second. They fail if other records of these
   * seconds were added meanwhile.
   *
   * @param chunk that of their events
   */
  writesWith(
    positions: ReadonlyMap<SeenRecord, FeedPosition>,
    chunk: number,
    now: Date,
  ): readonly WriteOperation[];
}

/** The items of these keys. Those of an append that is visible elsewhere are there. */
const readFullLists = async (reader: TableReader, keys: readonly TableKey[]): Promise<readonly Item[]> => {
  const items = await reader.getMany(keys, { consistentRead: true });
  return items.length === keys.length ? items : reader.transactGet(keys);
};

const listOf = (item: Item | undefined): Buffer =>
  item === undefined ? Buffer.alloc(0) : Buffer.from(requiredBinary(item, RECORDS_ATTRIBUTE));

const positionsIn = (list: Buffer): readonly (readonly [hash: string, position: FeedPosition])[] =>
  Array.from({ length: list.length / ENTRY_BYTES }, (_, entry) => {
    const start = entry * ENTRY_BYTES;
    const position = {
      chunk: list.readUIntBE(start + HASH_BYTES, 6),
      index: list.readUInt16BE(start + HASH_BYTES + 6),
    };
    return [list.toString('latin1', start, start + HASH_BYTES), position];
  });

const readSeconds = async (
  reader: TableReader,
  organizationId: string,
  seconds: readonly string[],
): Promise<ReadonlyMap<string, SeenSecond>> => {
  const keys = seconds.map((second) => feedSeenKey(organizationId, second));
  const newest = await reader.getMany(keys, { consistentRead: true });
  const newestOf = new Map(newest.map((item) => [String(item['pk']), item]));
  const fullListsOf = (item: Item | undefined): number =>
    item === undefined ? 0 : requiredNumber(item, 'fullLists');
  const fullKeys = seconds.flatMap((second) => {
    const length = fullListsOf(newestOf.get(feedSeenKey(organizationId, second).pk));
    return Array.from({ length }, (_, list) => feedFullListKey(organizationId, second, list));
  });
  const full = Map.groupBy(await readFullLists(reader, fullKeys), ({ pk }) => String(pk));
  return new Map(
    seconds.map((second) => {
      const { pk } = feedSeenKey(organizationId, second);
      const item = newestOf.get(pk);
      const lists = [item, ...(full.get(pk) ?? [])].map(listOf);
      return [
        second,
        {
          chunk: item && requiredNumber(item, 'chunk'),
          fullLists: fullListsOf(item),
          newest: listOf(item),
          positions: new Map(lists.flatMap(positionsIn)),
        },
      ];
    }),
  );
};

/** Reads what is seen of the seconds of these records. */
export const readSeenRecords = async (
  reader: TableReader,
  organizationId: string,
  records: readonly SeenRecord[],
): Promise<SeenRecords> => {
  const seconds = [...new Set(records.map(({ second }) => second))];
  const seen = await readSeconds(reader, organizationId, seconds);
  return {
    positionOf: (record) => seen.get(record.second)?.positions.get(hashOf(record).toString('latin1')),
    writesWith: (added, chunk, now) =>
      [...Map.groupBy(added, ([{ second }]) => second)].flatMap(([second, entries]) => {
        const before = seen.get(second);
        const fullLists = before?.fullLists ?? 0;
        const records = Buffer.concat([
          before?.newest ?? Buffer.alloc(0),
          ...entries.map(([record, position]) => entryOf(record, position)),
        ]);
        const isFull = records.length > MAX_LIST_BYTES;
        const ttl = { [TIME_TO_LIVE_ATTRIBUTE]: Math.ceil(now.getTime() / 1000) + KEPT_SECONDS };
        const list = {
          ...feedSeenKey(organizationId, second),
          ...ttl,
          chunk,
          fullLists: isFull ? fullLists + 1 : fullLists,
          records: isFull ? Buffer.alloc(0) : records,
        };
        const full = { ...feedFullListKey(organizationId, second, fullLists), ...ttl, records };
        return [
          {
            put: {
              Item: list,
              ...(before?.chunk === undefined
                ? unchangedSince(undefined)
                : {
                    ConditionExpression: '#chunk = :read',
                    ExpressionAttributeNames: { '#chunk': 'chunk' },
                    ExpressionAttributeValues: { ':read': before.chunk },
                  }),
            },
          },
          ...(isFull ? [{ put: { Item: full } }] : []),
        ];
      }),
  };
};
