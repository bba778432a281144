import { pause } from '../../process/retry-delay.ts';
import { isLateSince } from '../invocation.ts';
import type { StreamMapping } from './mapping-definition.ts';
import { type PollerContext, repeat } from './poller.ts';
import { createBatchHandler } from './stream-batch.ts';
import type { MappingPositions } from './stream-positions.ts';
import type { StreamReader, StreamRecord } from './stream-reader.ts';

/** Between two reads of a stream without new records: five a second take about 1 % of a core. */
const IDLE_MILLISECONDS = 200;

/**
 * How many batches are handed over together while they are late: on a busy machine, each call to the engine
 * first waits for a processor, however little it does.
 */
const BATCHES_TOGETHER = 5;

/**
 * Reads a table's stream for a function, as an event source mapping does. Fulfilled once the signal is
 * aborted and a running invocation has ended.
 */
export const pollStream = async (
  mapping: StreamMapping,
  reader: StreamReader,
  positions: MappingPositions,
  context: PollerContext,
): Promise<void> => {
  const { filters, batchSize, tableName } = mapping;
  const { signal } = context;
  const handleBatch = createBatchHandler(mapping, context);
  let iterators: ReadonlyMap<string, string> = new Map();
  const ended = new Set<string>();

  const deliver = async (shardId: string, records: readonly StreamRecord[]): Promise<void> => {
    const passing = records.filter(
      ({ event }) => filters.length === 0 || filters.some((matches) => matches(event)),
    );
    const onDone = async (last: StreamRecord | undefined): Promise<void> => {
      if (last !== undefined) await positions.set(shardId, last.sequenceNumber);
    };
    for (let start = 0; start < passing.length && !signal.aborted; ) {
      const isLate = isLateSince(passing[start]?.createdAt.getTime() ?? 0);
      const end = start + batchSize * (isLate ? BATCHES_TOGETHER : 1);
      await handleBatch({ shardId, records: passing.slice(start, end), isLate, onDone });
      start = end;
    }
    if (!signal.aborted) await onDone(records.at(-1));
  };

  /** The iterators of unread shards, at their positions. A shard is read after its parent. */
  const openShards = async (): Promise<Map<string, string>> => {
    const shards = await reader.shards();
    const unread = new Set(shards.map(({ ShardId }) => ShardId).filter((id = '') => !ended.has(id)));
    const opened = new Map<string, string>();
    for (const { ShardId: id = '', ParentShardId: parentId } of shards) {
      if (ended.has(id) || unread.has(parentId)) continue;
      const iterator = await reader.iterator(id, positions.of(id));
      if (iterator !== undefined) opened.set(id, iterator);
    }
    return opened;
  };

  const readShards = async (): Promise<void> => {
    const current = iterators.size > 0 ? iterators : await openShards();
    // Shards are opened again after a failure, and once one has ended.
    iterators = new Map();
    const following = new Map<string, string>();
    let count = 0;
    for (const [shardId, iterator] of current) {
      const { records, next } = await reader.read(iterator);
      await deliver(shardId, records);
      count += records.length;
      if (next === undefined) {
        ended.add(shardId);
        return;
      }
      following.set(shardId, next);
    }
    iterators = following;
    if (count === 0) await pause(IDLE_MILLISECONDS, signal);
  };

  await repeat(readShards, `Cannot read the stream of ${tableName}`, context);
};
