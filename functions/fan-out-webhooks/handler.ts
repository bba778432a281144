import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { matchesEvent } from '../../shared/contract/event-types.ts';
import type { Table } from '../../shared/table/table.ts';
import { createDeliveries } from '../../shared/webhooks/deliveries/create-deliveries.ts';
import type { DeliveryQueue } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import type { WebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import { readEndpoints } from '../../shared/webhooks/endpoints/read-endpoints.ts';
import { handleMessages } from '../middleware/message-batch.ts';
import { readBusEvent } from './event-detail.ts';

export interface FanOutDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
}

/**
 * Makes a delivery of each event for each endpoint of its organization that subscribed to it. Events that could not
 * be fanned out are reported one by one; what was done of them already is not done again the next time.
 */
export const createFanOut =
  ({ store, queue }: FanOutDependencies) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    // One read for all events of an organization in the batch: what is registered later missed them.
    const byOrganization = new Map<string, Promise<readonly WebhookEndpoint[]>>();
    const endpointsOf = (organizationId: string): Promise<readonly WebhookEndpoint[]> => {
      const known = byOrganization.get(organizationId) ?? readEndpoints(store, organizationId);
      byOrganization.set(organizationId, known);
      return known;
    };

    const fanOut = async (body: string): Promise<number> => {
      const { organizationId, event: happened } = readBusEvent(body);
      const endpoints = await endpointsOf(organizationId);
      const subscribed = endpoints.filter(({ events }) => matchesEvent(events, happened.type));
      return (await createDeliveries(store, queue, happened, subscribed)).length;
    };

    const { values, errors, response } = await handleMessages(event, context, ({ body }) => fanOut(body));
    const deliveries = values.reduce((sum, count) => sum + count, 0);
    console.info({ events: event.Records.length, deliveries, failures: errors.length });
    for (const error of errors) console.error(error);
    return response;
  };
