import type { Context } from 'aws-lambda';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { DUE_INDEX } from '../../../shared/table/items/schema.ts';
import { DUE_PARTITIONS, dueDeliveryPartition } from '../../../shared/table/items/webhook-keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import {
  type DeliveryQueue,
  messageOf,
  type QueuedDelivery,
  requeueTimeOf,
} from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { claimDue } from '../../../shared/webhooks/deliveries/delivery-repository.ts';

/** Longer than one call of the table and one of the queue take. */
export const RESERVED_MILLISECONDS = 21_000;

/** Deliveries of a partition per page. */
const PAGE_SIZE = 100;

/** Concurrent writes per partition. */
const CONCURRENCY = 4;

/**
 * Queues all due deliveries: those whose delay exceeds the queue's maximum, and those whose message was lost.
 * Each is claimed before it is queued, so that no other run queues it as well; if this run fails in between,
 * or time runs out, a later one continues.
 */
export const createRequeuer =
  ({ store, queue }: { readonly store: Table; readonly queue: DeliveryQueue }) =>
  async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const now = timestampOf(new Date());
    const requeuePage = async (partition: string): Promise<number> => {
      const { items } = await store.reader.queryPage({
        index: DUE_INDEX,
        partition,
        // Sorts after every delivery that is due at this moment.
        to: `${now}#~`,
        limit: PAGE_SIZE,
      });
      const deliveries: QueuedDelivery[] = [];
      await forEachConcurrently(items, CONCURRENCY, async (item) => {
        const delivery = await claimDue(store, item, requeueTimeOf(now, now));
        if (delivery !== undefined) deliveries.push({ message: messageOf(delivery), lane: 'retry' });
      });
      if (deliveries.length > 0) await queue.send(deliveries);
      return deliveries.length;
    };

    let queued = 0;
    const partitions = Array.from({ length: DUE_PARTITIONS }, (_, index) => dueDeliveryPartition(index));
    await forEachConcurrently(partitions, partitions.length, async (partition) => {
      while (context.getRemainingTimeInMillis() > RESERVED_MILLISECONDS) {
        const count = await requeuePage(partition);
        queued += count;
        if (count === 0) return;
      }
    });
    if (queued > 0) console.info({ queued });
  };
