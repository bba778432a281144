import { hash } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { type DynamoDbWrites, isConditionFailure } from '../../table/dynamodb-calls.ts';
import type { LookupCounter } from '../../table/items/lookup.ts';
import { TIME_TO_LIVE_ATTRIBUTE, VERSION_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { unchangedSince, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { countOfItem } from './counters.ts';

/** How a record of the table's stream moves a counter. */
export interface CounterMove {
  readonly counter: LookupCounter;
  readonly by: 1 | -1;
  /** The sequence number of the record in its shard. */
  readonly streamSequence: string;
}

/** Adds to counters. */
export interface CounterStore {
  /**
   * Makes the moves that were not made before, in whatever batches their records are repeated. Rejects if
   * some may not have been made. Costs one write unit per counter.
   *
   * @param shardId the shard of the stream with the records
   * @param moves in the order of the shard, without gaps since those of earlier calls
   */
  add(shardId: string, moves: readonly CounterMove[]): Promise<void>;
}

/** Concurrent calls. */
const CONCURRENCY = 16;

/** The stream keeps records for a day, so none of a shard that was counted before is repeated. */
const REPEATED_MILLISECONDS = 26 * 3_600_000;

/** Shards of the last day that a counter counted records of: each takes 40 bytes, and more become old. */
const MAX_SHARDS = 12;

const SHARD_ATTRIBUTE = /^shard[0-9a-f]{10}$/;
const shardAttribute = (shardId: string): string => `shard${hash('sha256', shardId).slice(0, 10)}`;

/** Sequence numbers have up to 40 digits. */
const placeOf = ({ streamSequence }: CounterMove): string =>
  BigInt(streamSequence).toString(32).padStart(27, '0');

const hoursOf = (time: number): string =>
  Math.floor(time / 3_600_000)
    .toString(32)
    .padStart(4, '0');

/** Up to where a shard is counted, and when it was. Sorted by the former, and after the place itself. */
const markOf = (place: string): string => `${place}.${hoursOf(Date.now())}`;

const isOld = (mark: unknown): boolean =>
  String(mark).slice(-4) < hoursOf(Date.now() - REPEATED_MILLISECONDS);

const keyText = ({ key: { pk, sk } }: LookupCounter): string => `${pk} ${sk}`;

/** The {@link CounterStore} of a table. */
export const createCounterStore = (writes: DynamoDbWrites, TableName: string): CounterStore => {
  /** Forgets old shards, and lets a counter of nothing expire: its value may be personal data. */
  const tidy = async ({ key }: LookupCounter, item: Item): Promise<void> => {
    const shards = Object.keys(item).filter((name) => SHARD_ATTRIBUTE.test(name));
    const old = shards.length > MAX_SHARDS ? shards.filter((name) => isOld(item[name])) : [];
    const isEmpty = countOfItem(item) === 0 && item[TIME_TO_LIVE_ATTRIBUTE] === undefined;
    if (old.length === 0 && !isEmpty) return;
    const changes = {
      ...Object.fromEntries(old.map((name) => [name, null])),
      ...(isEmpty && { [TIME_TO_LIVE_ATTRIBUTE]: Math.ceil((Date.now() + REPEATED_MILLISECONDS) / 1000) }),
    };
    try {
      const update = updateOf(key, changes, unchangedSince(versionOf(item)));
      await writes.updateItem({ TableName, ...update });
    } catch (error) {
      // The concurrent writer tidies it.
      if (!isConditionFailure(error)) throw error;
    }
  };

  /** Makes moves of one counter: all after the place up to which the shard is counted. */
  const addTo = async (shard: string, moves: readonly CounterMove[]): Promise<void> => {
    let left = moves.map((move) => ({ ...move, place: placeOf(move) }));
    for (;;) {
      const [first, last] = [left[0], left.at(-1)];
      if (first === undefined || last === undefined) return;
      const { key, values } = last.counter;
      const by = left.reduce((sum, move) => sum + move.by, 0);
      const condition = {
        ConditionExpression: `attribute_not_exists(#${shard}) OR #${shard} < :first`,
        ExpressionAttributeValues: { ':first': first.place },
      };
      const changes = { values, [shard]: markOf(last.place), [TIME_TO_LIVE_ATTRIBUTE]: null };
      const update = updateOf(key, changes, condition, { count: by, [VERSION_ATTRIBUTE]: 1 });
      try {
        const { Attributes: item = {} } = await writes.updateItem({
          TableName,
          ...update,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        return await tidy(last.counter, item);
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        const item = unmarshall(Object(error.Item));
        left = left.filter(({ place }) => place > String(item[shard]));
        // What counted it may have ended before it was tidy.
        if (left.length === 0) return tidy(last.counter, item);
      }
    }
  };

  return {
    async add(shardId, moves) {
      const shard = shardAttribute(shardId);
      const byCounter = Map.groupBy(moves, ({ counter }) => keyText(counter));
      await forEachConcurrently([...byCounter.values()], CONCURRENCY, (each) => addTo(shard, each));
    },
  };
};
