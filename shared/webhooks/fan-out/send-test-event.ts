import { randomUUID } from 'node:crypto';
import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { TEST_EVENT_TYPE } from '../../contract/events/event-types.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { DeliveryQueue } from '../deliveries/delivery-queue.ts';
import { readEnabledEndpoint } from '../endpoints/endpoint-repository.ts';
import { createDeliveries } from './create-deliveries.ts';

/** Test events are not in the feed, so its retention does not apply. */
const RETENTION_DAYS = 30;

/**
 * Sends a test event to one endpoint. It has the form of any other event, and reports no change.
 *
 * @returns its delivery, pending; `undefined` if the organization has no such endpoint
 * @throws WebhookConflictError if the endpoint is disabled
 */
export const sendTestEvent = async (
  store: Table,
  queue: DeliveryQueue,
  organizationId: string,
  endpointId: string,
  actor: Actor,
): Promise<Delivery | undefined> => {
  const endpoint = await readEnabledEndpoint(store, organizationId, endpointId);
  if (endpoint === undefined) return undefined;
  const timestamp = timestampOf(new Date());
  const id = randomUUID();
  const data = { id: endpointId, message: 'A test event: nothing has changed.' };
  const sequence = 1;
  const event = {
    id,
    type: TEST_EVENT_TYPE,
    organizationId,
    timestamp,
    sequence,
    isSilent: false,
    data,
    previous: {},
  };
  await store.writer.transact([
    recordEntry(
      'webhook_endpoint.tested',
      { organizationId, at: timestamp, actor, targetId: endpointId },
      { eventId: id },
    ),
  ]);
  const [delivery] = await createDeliveries(
    store,
    queue,
    {
      organizationId,
      eventId: id,
      eventType: TEST_EVENT_TYPE,
      eventTimestamp: timestamp,
      sequence,
      resourceId: endpointId,
      source: { json: JSON.stringify(event) },
      retentionDays: RETENTION_DAYS,
    },
    [endpoint],
  );
  return delivery;
};
