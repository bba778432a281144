import type { Context } from 'aws-lambda';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { Table } from '../../shared/table/table.ts';
import type { DeliveryQueue } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { requeueDue } from '../../shared/webhooks/deliveries/requeue-due.ts';

export interface RequeueDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
}

/** What a call of the table and one of the queue take at the most, and some more. */
export const RESERVED_MILLISECONDS = 20_000;

/** Queues the deliveries whose time has come, and those that got lost on their way. What is left over is for the next run. */
export const createRequeuer =
  ({ store, queue }: RequeueDependencies) =>
  async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const queued = await requeueDue(store, queue, {
      now: timestampOf(new Date()),
      hasTime: () => context.getRemainingTimeInMillis() > RESERVED_MILLISECONDS,
    });
    if (queued > 0) console.info({ queued });
  };
