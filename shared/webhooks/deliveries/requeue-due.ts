import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { collectionSortKey } from '../../table/keys.ts';
import type { Item } from '../../table/reader.ts';
import { DUE_INDEX } from '../../table/schema.ts';
import type { Table } from '../../table/table.ts';
import { DUE_PARTITIONS, dueDeliveryPartition } from '../../table/webhook-keys.ts';
import { messageOf } from './create-deliveries.ts';
import { deliveryFromItem } from './delivery-mapper.ts';
import type { DeliveryQueue, QueuedDelivery } from './delivery-queue.ts';
import { lookAtAfterQueueing } from './look-at.ts';

export interface RequeueOptions {
  /** As a timestamp. */
  readonly now: string;
  /** Whether there is time for one more page of a partition. */
  readonly hasTime: () => boolean;
  /** Deliveries of a partition to read at once. Default: 100. */
  readonly pageSize?: number;
}

/** Writes to the table at once, of each partition. */
const CONCURRENCY = 4;

/** Positions are the moment to look at the delivery, and its id. */
const putOffTo = (position: string, now: string): string =>
  collectionSortKey(lookAtAfterQueueing(now), position.slice(position.indexOf('#') + 1));

/** Sorts after every delivery that is due at this moment. */
const endOf = (now: string): string => `${now}#~`;

/**
 * Puts all deliveries in the queue that it is time to look at: those whose wait was too long for the queue, and
 * those whose message was lost. Each is put off first, so that no other run queues it as well; if this ends before
 * it is queued, it is found again then.
 *
 * @returns how many were queued
 */
export const requeueDue = async (
  store: Table,
  queue: DeliveryQueue,
  { now, hasTime, pageSize = 100 }: RequeueOptions,
): Promise<number> => {
  const putOff = async (item: Item): Promise<QueuedDelivery | undefined> => {
    const { [DUE_INDEX.sortKey]: position, pk, sk } = item;
    const update = {
      Key: { pk, sk },
      UpdateExpression: 'SET #lookAt = :lookAt',
      ConditionExpression: '#lookAt = :read',
      ExpressionAttributeNames: { '#lookAt': DUE_INDEX.sortKey },
      ExpressionAttributeValues: { ':read': position, ':lookAt': putOffTo(String(position), now) },
    };
    const stored = await store.writer.update(update);
    if (stored === undefined) return undefined;
    return { message: messageOf(deliveryFromItem(stored)), lane: 'retry' };
  };

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
        const delivery = await putOff(item);
        if (delivery !== undefined) deliveries.push(delivery);
      });
      if (deliveries.length > 0) await queue.send(deliveries);
      queued += deliveries.length;
      if (page.items.length === 0 || deliveries.length === 0) return queued;
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
