import { createRetryDelay, pause } from '../../process/retry-delay.ts';
import { messageOf } from '../../process/start-error.ts';
import type { StreamMapping } from './mapping-definition.ts';
import { drain, type OnError, type Poller } from './poller.ts';
import { type BatchDependencies, createBatchHandler } from './stream-batch.ts';
import type { MappingPositions } from './stream-positions.ts';
import type { Shard, StreamReader, StreamRecord } from './stream-reader.ts';

export interface StreamPollerDependencies extends Omit<BatchDependencies, 'signal'> {
  readonly mapping: StreamMapping;
  readonly reader: StreamReader;
  readonly positions: MappingPositions;
  readonly onError: OnError;
}

/** Between two reads of a stream without new records: five a second take about 1 % of a core. */
const IDLE_MILLISECONDS = 200;

/** Reads a table's stream for a function, as an event source mapping does. */
export const startStreamPoller = (dependencies: StreamPollerDependencies): Poller => {
  const { mapping, reader, positions, onError } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const handleBatch = createBatchHandler({ ...dependencies, signal });

  const passesFilters = ({ event }: StreamRecord): boolean =>
    mapping.filters.length === 0 || mapping.filters.some((matches) => matches(event));

  const deliver = async (shardId: string, records: readonly StreamRecord[]): Promise<void> => {
    const passing = records.filter(passesFilters);
    const onDone = (sequenceNumber: string): void => positions.set(shardId, sequenceNumber);
    for (let start = 0; start < passing.length && !signal.aborted; start += mapping.batchSize) {
      await handleBatch({ shardId, records: passing.slice(start, start + mapping.batchSize), onDone });
    }
    const last = records.at(-1);
    if (last !== undefined && !signal.aborted) onDone(last.sequenceNumber);
  };

  /** Reads to the end of the shard, which an open shard never reaches. */
  const readShard = async (shardId: string, onRead: () => void): Promise<void> => {
    let next = await reader.iterator(shardId, positions.of(shardId), signal);
    while (next !== undefined && !signal.aborted) {
      const page = await reader.read(next, signal);
      onRead();
      await deliver(shardId, page.records);
      if (page.records.length === 0) await pause(IDLE_MILLISECONDS, signal);
      next = page.next;
    }
  };

  /** Resumes from the last position when the engine was unavailable. */
  const followShard = async (shardId: string): Promise<void> => {
    const delay = createRetryDelay();
    while (!signal.aborted) {
      try {
        return await readShard(shardId, delay.reset);
      } catch (error) {
        if (signal.aborted) return;
        if (delay.failures === 0) {
          onError(new Error(`Cannot read the stream of ${mapping.tableName}: ${messageOf(error)}.`));
        }
        await delay.wait(signal);
      }
    }
  };

  const ended = new Set<string>();
  const following = new Map<string, Promise<void>>();

  const follow = ({ id }: Shard): Promise<void> =>
    followShard(id).then(() => {
      ended.add(id);
      following.delete(id);
    });

  /** A shard is read after its parent. */
  const isNext = ({ id, parentId }: Shard, all: readonly Shard[]): boolean =>
    !ended.has(id) &&
    !following.has(id) &&
    (parentId === undefined || ended.has(parentId) || all.every((shard) => shard.id !== parentId));

  const run = async (): Promise<void> => {
    const delay = createRetryDelay();
    while (!signal.aborted) {
      try {
        const shards = await reader.shards(signal);
        for (const shard of shards.filter((candidate) => isNext(candidate, shards))) {
          following.set(shard.id, follow(shard));
        }
        delay.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (delay.failures === 0) {
          onError(new Error(`Cannot describe the stream of ${mapping.tableName}: ${messageOf(error)}.`));
        }
      }
      if (following.size > 0) await Promise.race(following.values());
      else await delay.wait(signal);
    }
    await Promise.all(following.values());
  };
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await drain([running]);
    },
  };
};
