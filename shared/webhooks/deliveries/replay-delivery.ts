import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { readEnabledEndpoint } from '../endpoints/endpoint-repository.ts';
import { WebhookConflictError } from '../errors.ts';
import type { Delivery } from './delivery.ts';
import { createBodyReader } from './delivery-body.ts';
import { type DeliveryQueue, messageOf } from './delivery-queue.ts';
import { changeDelivery, readDelivery } from './delivery-repository.ts';
import { eraseIfMarked } from './erase-delivery.ts';
import { readHiddenBefore } from './list-deliveries.ts';

/** Deliveries at a time, well below the 50 connections of the table's client. */
const CONCURRENCY = 16;

/** The pending delivery. `no-body`: the event is not stored; `changed`: an attempt or replay came first. */
export type SeriesStart = Delivery | 'no-body' | 'changed';

interface SeriesOptions {
  /** An entry of the audit log for each delivery, written in the same transaction. */
  readonly auditEntryOf?: (delivery: Delivery) => WriteOperation;
  /** The replay of many deliveries that starts them. */
  readonly replayId?: string | null;
}

/**
 * Starts the retry schedule from its first step, under the same id and with all earlier attempts. The caller
 * queues the delivery; if it fails to, `requeue-deliveries` does.
 */
const startOne = async (
  store: Table,
  readBody: ReturnType<typeof createBodyReader>,
  delivery: Delivery,
  { auditEntryOf, replayId = null }: SeriesOptions,
): Promise<SeriesStart> => {
  if ((await readBody(delivery)) === undefined) return 'no-body';
  const now = timestampOf(new Date());
  const changes = {
    state: 'pending',
    reason: null,
    nextAttemptAt: now,
    series: delivery.series + 1,
    seriesAttempts: 0,
    replayId,
  } as const;
  const changed = await changeDelivery(store, delivery, changes, now, auditEntryOf?.(delivery));
  // If DynamoDB's response was lost, the SDK's retry failed although the series started.
  const started = changed ?? (await readDelivery(store, delivery.organizationId, delivery.id));
  if (started?.series !== changes.series || started.nextAttemptAt !== now) return 'changed';
  return (await eraseIfMarked(store, started)) ? 'no-body' : started;
};

/**
 * Starts the next series of deliveries and queues them.
 *
 * @returns the results, in the order of the deliveries
 */
export const startSeries = async (
  store: Table,
  queue: DeliveryQueue,
  deliveries: readonly Delivery[],
  options: SeriesOptions = {},
): Promise<readonly SeriesStart[]> => {
  const results: PromiseSettledResult<SeriesStart>[] = [];
  const readBody = createBodyReader(store);
  await forEachConcurrently([...deliveries.entries()], CONCURRENCY, async ([index, delivery]) => {
    [results[index]] = await Promise.allSettled([startOne(store, readBody, delivery, options)]);
  });
  const starts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const queued = starts.flatMap((start) =>
    typeof start === 'string' ? [] : [{ message: messageOf(start), lane: 'retry' as const }],
  );
  // Queue what was started even if others failed.
  if (queued.length > 0) await queue.send(queued);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return starts;
};

/**
 * Delivers an event again, in any state of its delivery; a pending one is attempted now.
 *
 * @returns `undefined` if the organization has no delivery with this id, or the endpoint was deleted
 * @throws WebhookConflictError if the endpoint is disabled, the event is not stored, or an attempt is in
 *   progress
 */
export const replayDelivery = async (
  store: Table,
  queue: DeliveryQueue,
  organizationId: string,
  id: string,
  actor: Actor,
): Promise<Delivery | undefined> => {
  const delivery = await readDelivery(store, organizationId, id);
  if (delivery === undefined) return undefined;
  if (delivery.eventTimestamp < (await readHiddenBefore(store.reader, organizationId))) return undefined;
  const { endpointId, eventId } = delivery;
  if ((await readEnabledEndpoint(store, organizationId, endpointId)) === undefined) return undefined;
  const [start] = await startSeries(store, queue, [delivery], {
    auditEntryOf: () =>
      recordEntry(
        'webhook_delivery.replayed',
        { organizationId, actor, targetId: id },
        { endpointId, eventId },
      ),
  });
  if (start === undefined || start === 'changed') {
    throw new WebhookConflictError('An attempt of the delivery is in progress. Reload it and retry.');
  }
  if (start === 'no-body') {
    throw new WebhookConflictError(
      (delivery.state === 'failed' ? delivery.reason : null) ??
        'The event is no longer stored. Read the resource by its id.',
    );
  }
  return start;
};
