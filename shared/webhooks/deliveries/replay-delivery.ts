import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import { readEnabledEndpoint } from '../endpoints/read-enabled-endpoint.ts';
import { WebhookConflictError } from '../webhook-errors.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { readDelivery } from './read-delivery.ts';
import { startSeries } from './start-series.ts';

/**
 * Delivers an event again, however its delivery stands: one that waits for its next attempt is attempted now.
 *
 * @returns the delivery, or `undefined` if the organization has none with this id, or the endpoint is gone
 * @throws WebhookConflictError if the endpoint is disabled, the event is not stored, or an attempt is just under way
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
  const endpoint = await readEnabledEndpoint(store, organizationId, delivery.endpointId);
  if (endpoint === undefined) return undefined;
  const { endpointId, eventId } = delivery;
  const [start] = await startSeries(store, queue, [delivery], () =>
    recordEntry({
      organizationId,
      at: timestampOf(new Date()),
      actor,
      action: 'webhook_delivery.replayed',
      targetId: id,
      details: { endpointId, eventId },
    }),
  );
  if (start === undefined || start === 'changed') {
    throw new WebhookConflictError('An attempt of this delivery is in progress. Reload it and retry.');
  }
  if (start === 'no-body') {
    throw new WebhookConflictError(
      (delivery.state === 'failed' ? delivery.reason : null) ??
        'The event is no longer stored. Read the resource by its id instead.',
    );
  }
  return start.delivery;
};
