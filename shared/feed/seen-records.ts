import { hash } from 'node:crypto';
import { requiredBinary } from '../table/items/attributes.ts';
import { feedSeenKey } from '../table/items/feed-keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item, TableReader } from '../table/reader.ts';
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
const ENTRY_BYTES = HASH_BYTES + 8;

const hashOf = ({ id }: SeenRecord): Buffer =>
  hash('sha256', JSON.stringify(id), 'buffer').subarray(0, HASH_BYTES);

const entryOf = (record: SeenRecord, { chunk, index }: FeedPosition): Buffer => {
  const entry = Buffer.alloc(ENTRY_BYTES);
  hashOf(record).copy(entry);
  entry.writeUIntBE(chunk, HASH_BYTES, 6);
  entry.writeUInt16BE(index, HASH_BYTES + 6);
  return entry;
};

const SEEN_ATTRIBUTE = 'records';

/**
 * The stream records whose events are in the feed, by the second of their changes. However late a record is
 * repeated, and in whatever batch, it is found under its own second.
 */
export interface SeenRecords {
  /** The position of a record's first event; `undefined` if it is not in the feed. */
  positionOf(record: SeenRecord): FeedPosition | undefined;
  /** The items that also list these records. */
  itemsWith(positions: ReadonlyMap<SeenRecord, FeedPosition>, now: Date): readonly Item[];
}

/** Reads what is seen of the seconds of these records, strongly consistent. */
export const readSeenRecords = async (
  reader: TableReader,
  organizationId: string,
  records: readonly SeenRecord[],
): Promise<SeenRecords> => {
  const seconds = [...new Set(records.map(({ second }) => second))];
  const keys = seconds.map((second) => feedSeenKey(organizationId, second));
  const stored = await reader.getMany(keys, { consistentRead: true });
  const bytesBySortKey = new Map(
    stored.map((item) => [String(item['sk']), Buffer.from(requiredBinary(item, SEEN_ATTRIBUTE))]),
  );
  const positions = new Map<string, FeedPosition>();
  for (const [sortKey, bytes] of bytesBySortKey) {
    for (let start = 0; start < bytes.length; start += ENTRY_BYTES) {
      const hashed = bytes.toString('latin1', start, start + HASH_BYTES);
      positions.set(`${sortKey} ${hashed}`, {
        chunk: bytes.readUIntBE(start + HASH_BYTES, 6),
        index: bytes.readUInt16BE(start + HASH_BYTES + 6),
      });
    }
  }
  return {
    positionOf: (record) => {
      const { sk } = feedSeenKey(organizationId, record.second);
      return positions.get(`${sk} ${hashOf(record).toString('latin1')}`);
    },
    itemsWith: (added, now) =>
      [...Map.groupBy(added, ([{ second }]) => second)].map(([second, entries]) => {
        const key = feedSeenKey(organizationId, second);
        const known = bytesBySortKey.get(key.sk) ?? Buffer.alloc(0);
        return {
          ...key,
          [SEEN_ATTRIBUTE]: Buffer.concat([
            known,
            ...entries.map(([record, position]) => entryOf(record, position)),
          ]),
          [TIME_TO_LIVE_ATTRIBUTE]: Math.ceil(now.getTime() / 1000) + KEPT_SECONDS,
        };
      }),
  };
};
