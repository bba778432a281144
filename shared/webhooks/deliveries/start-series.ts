import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { messageOf } from './create-deliveries.ts';
import type { Delivery } from './delivery.ts';
import { changesOf } from './delivery-changes.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { extendEventBody } from './event-body.ts';
import { lookAtAfterQueueing } from './look-at.ts';

/** What came of starting a delivery anew. */
export type SeriesStart =
  | { readonly delivery: Delivery }
  /** Its event is not stored, or not any more. */
  | 'no-body'
  /** It was attempted or started by somebody else since it was read. */
  | 'changed';

/**
 * Marks a delivery to be attempted from now on, by the whole schedule again, with the same id and all its attempts.
 * It is to be queued then; until it is, it is found as lost.
 *
 * @param entry of the audit log, written in the same transaction
 */
const restart = async (store: Table, delivery: Delivery, entry?: WriteOperation): Promise<SeriesStart> => {
  const now = timestampOf(new Date());
  if (!(await extendEventBody(store, delivery.organizationId, delivery.eventId, now))) return 'no-body';
  const after: Delivery = {
    ...delivery,
    state: 'pending',
    reason: null,
    nextAttemptAt: now,
    series: delivery.series + 1,
    seriesAttempts: 0,
  };
  const update = changesOf(delivery, after, lookAtAfterQueueing(now), now);
  const isStarted =
    entry === undefined
      ? (await store.writer.update(update)) !== undefined
      : await store.writer.transact([{ update }, entry]);
  return isStarted ? { delivery: after } : 'changed';
};

/**
 * Starts deliveries anew and queues them. The order of the results is theirs.
 *
 * @param entryOf the entry of the audit log for a delivery, if each is to have one
 */
export const startSeries = async (
  store: Table,
  queue: DeliveryQueue,
  deliveries: readonly Delivery[],
  entryOf?: (delivery: Delivery) => WriteOperation,
): Promise<readonly SeriesStart[]> => {
  const results = await Promise.allSettled(
    deliveries.map((delivery) => restart(store, delivery, entryOf?.(delivery))),
  );
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const queued = started.flatMap((start) =>
    typeof start === 'string' ? [] : [{ message: messageOf(start.delivery), lane: 'retry' as const }],
  );
  // What was started is queued whatever became of the others.
  if (queued.length > 0) await queue.send(queued);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return started;
};
