import { setTimeout } from 'node:timers/promises';
import { withFullJitter } from '../../../shared/table/backoff.ts';
import { sharded } from '../../../shared/table/items/shards.ts';
import { CLAIM_UNITS, createSeenLists, HEAD_UNITS } from './append-units.ts';
import { APPEND_LATENCY, POLL_MILLISECONDS, STREAM_BATCH } from './feed-contention.ts';
import type { RecordSizes } from './item-sizes.ts';
import type { Partitions } from './partitions.ts';

/** Concurrent batches per shard of the function that writes lookups, and of the one that appends events. */
const CONSUMERS = 1;

/** Milliseconds of a batch of lookups: an assumption. */
const LOOKUPS_MILLISECONDS = 100;

/** A change of a record, or a chunk of the feed, which has the lookups of many events. */
interface Change {
  readonly at: number;
  readonly organization: number;
  readonly lookups: number;
  /** Those among them whose value all people of the organization share. */
  readonly shared: number;
}

/** The functions that follow the stream of the table, which has a shard for each partition. */
export interface StreamConsumers {
  /** Adds the change of a record in a partition. */
  add(partition: number, organization: number): void;
  /** Waits until everything is done, and returns when that was. */
  drain(): Promise<{ readonly lookups: number; readonly feed: number }>;
}

/**
 * Simulates what follows the writes of imports, in virtual time: lookups, and appends to the feeds of the
 * organizations. Appends of one feed happen one after the other, without the attempts that lose.
 */
export const createStreamConsumers = (
  table: Partitions,
  sizes: RecordSizes,
  organizations: number,
): StreamConsumers => {
  const createQueues = () => Array.from({ length: table.count }, (): Change[] => []);
  const unindexed = createQueues();
  const unpublished = createQueues();
  const feeds = Array.from({ length: organizations }, () => ({
    partition: table.partitionOf(Math.random()),
    lists: createSeenLists(),
    appended: Promise.resolve(),
  }));
  /** The partitions of each value that all records of an organization share, such as a tag. */
  const values = Array.from({ length: organizations }, () =>
    Array.from({ length: Math.ceil(sizes.sharedLookups) }, () =>
      sharded('').map(() => table.partitionOf(Math.random())),
    ),
  );
  const sharedPartition = (organization: number, value: number): number => {
    const shards = values[organization]?.[value] ?? [];
    return shards[Math.floor(Math.random() * shards.length)] ?? 0;
  };
  let isDraining = false;
  let indexedAt = 0;
  let publishedAt = 0;

  const takeWhenAccepted = async (partition: number, units: number): Promise<void> => {
    for (let attempt = 1; !table.accepts(partition, units); attempt++) await withFullJitter(attempt);
    table.take(partition, units);
  };

  const index = async (batch: readonly Change[]): Promise<void> => {
    let pending = batch.flatMap(({ organization, lookups, shared }) =>
      // A record may have half a lookup more.
      Array.from({ length: Math.floor(lookups + Math.random()) }, (_, number) =>
        number < shared ? sharedPartition(organization, number) : table.partitionOf(Math.random()),
      ),
    );
    for (let attempt = 1; ; attempt++) {
      await setTimeout(LOOKUPS_MILLISECONDS);
      pending = pending.filter((partition) => {
        const isAccepted = table.accepts(partition, 1);
        if (isAccepted) table.take(partition, 1);
        return !isAccepted;
      });
      if (pending.length === 0) break;
      await withFullJitter(attempt);
    }
    indexedAt = Date.now();
  };

  const append = async (organization: number, changes: readonly Change[]): Promise<void> => {
    const feed = feeds[organization];
    if (feed === undefined) return;
    const seconds = changes.map(({ at }) => Math.floor(at / 1000));
    const { partition, lists } = feed;
    await takeWhenAccepted(partition, CLAIM_UNITS);
    await setTimeout(APPEND_LATENCY.claim + APPEND_LATENCY.rest);
    await takeWhenAccepted(partition, HEAD_UNITS + sizes.chunkUnits(changes.length));
    await takeWhenAccepted(table.partitionOf(Math.random()), lists.units(seconds));
    lists.add(seconds);
    unindexed[partition]?.push({ at: Date.now(), organization, lookups: changes.length + 1, shared: 0 });
    publishedAt = Date.now();
  };

  const publish = async (batch: readonly Change[]): Promise<void> => {
    const byOrganization = Map.groupBy(batch, ({ organization }) => organization);
    const appends = [...byOrganization].map(([organization, changes]) => {
      const feed = feeds[organization];
      if (feed === undefined) return undefined;
      feed.appended = feed.appended.then(() => append(organization, changes));
      return feed.appended;
    });
    await Promise.all(appends);
    await setTimeout(Math.ceil(batch.length / 10) * APPEND_LATENCY.put);
  };

  /** Takes batches of a shard until there are no more. */
  const consume = async (
    queue: Change[],
    handle: (batch: readonly Change[]) => Promise<void>,
    isOver: () => boolean,
  ): Promise<void> => {
    await setTimeout(Math.random() * POLL_MILLISECONDS);
    for (;;) {
      const batch = queue.splice(0, STREAM_BATCH);
      if (batch.length > 0) await handle(batch);
      else if (isOver()) return;
      else await setTimeout(POLL_MILLISECONDS);
    }
  };

  let arePublished = false;
  const publishers = unpublished.flatMap((queue) =>
    Array.from({ length: CONSUMERS }, () => consume(queue, publish, () => isDraining)),
  );
  const indexers = unindexed.flatMap((queue) =>
    Array.from({ length: CONSUMERS }, () => consume(queue, index, () => arePublished)),
  );
  return {
    add(partition, organization) {
      const at = Date.now();
      const { writeUnits, sharedLookups } = sizes;
      unindexed[partition]?.push({ at, organization, lookups: writeUnits.lookups, shared: sharedLookups });
      unpublished[partition]?.push({ at, organization, lookups: 0, shared: 0 });
    },
    async drain() {
      isDraining = true;
      await Promise.all(publishers);
      arePublished = true;
      await Promise.all(indexers);
      return { lookups: indexedAt, feed: publishedAt };
    },
  };
};
