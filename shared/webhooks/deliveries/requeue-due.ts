import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { DUE_INDEX } from '../../table/items/schema.ts';
import { DUE_PARTITIONS, dueDeliveryPartition } from '../../table/items/webhook-keys.ts';
import type { Table } from '../../table/table.ts';
import { type DeliveryQueue, messageOf, type QueuedDelivery, requeueTimeOf } from './delivery-queue.ts';
import { claimDue } from './delivery-repository.ts';

export interface RequeueOptions {
  /** As a timestamp. */
  readonly now: string;
  /** Whether there is time for another page of a partition. */
  readonly hasTime: () => boolean;
  /** Deliveries of a partition per page. Default: 100. */
  readonly pageSize?: number;
}

/** Concurrent writes per partition. */
const CONCURRENCY = 4;

/** Sorts after every delivery that is due at this moment. */
const endOf = (now: string): string => `${now}#~`;

/**
 * Queues all due deliveries: those whose delay exceeds the queue's maximum, and those whose message was lost.
 * Each is claimed before it is queued, so that no other run queues it as well; if this run fails in between,
 * a later one finds it again.
 *
 * @returns how many were queued
 */
export const requeueDue = async (
  store: Table,
  queue: DeliveryQueue,
  { now, hasTime, pageSize = 100 }: RequeueOptions,
): Promise<number> => {
  const requeuePartition = async (partition: number): Promise<number> => {
    let queued = 0;
    while (hasTime()) {
      const page = await store.reader.queryPage({
        index: DUE_INDEX,
        partition: dueDeliveryPartition(partition),
        to: endOf(now),
        limit: pageSize,
      });
      const deliveries: QueuedDelivery[] = [];
      await forEachConcurrently(page.items, CONCURRENCY, async (item) => {
        const delivery = await claimDue(store, item, requeueTimeOf(now, now));
        if (delivery !== undefined) deliveries.push({ message: messageOf(delivery), lane: 'retry' });
      });
      if (deliveries.length > 0) await queue.send(deliveries);
      queued += deliveries.length;
      if (deliveries.length === 0) return queued;
    }
    return queued;
  };

  const partitions = Array.from({ length: DUE_PARTITIONS }, (_, index) => index);
  let total = 0;
  await forEachConcurrently(partitions, partitions.length, async (partition) => {
    const queued = await requeuePartition(partition);
    total += queued;
  });
  return total;
};
