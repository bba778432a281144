import type { Context } from 'aws-lambda';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { Table } from '../../shared/table/table.ts';
import type { DeliveryQueue } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { requeueDue } from '../../shared/webhooks/deliveries/requeue-due.ts';

export interface RequeueDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
}

/** Longer than one call of the table and one of the queue take. */
export const RESERVED_MILLISECONDS = 20_000;

/** Queues due deliveries, including those whose message was lost. The next run continues where time ran out. */
export const createRequeuer =
  ({ store, queue }: RequeueDependencies) =>
  async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const queued = await requeueDue(store, queue, {
      now: timestampOf(new Date()),
      hasTime: () => context.getRemainingTimeInMillis() > RESERVED_MILLISECONDS,
    });
    if (queued > 0) console.info({ queued });
  };
