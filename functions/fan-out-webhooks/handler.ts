import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { matchesEvent } from '../../shared/contract/event-types.ts';
import { createDeliveries } from '../../shared/webhooks/deliveries/create-deliveries.ts';
import type { DeliveryQueue } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import type { WebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import { readEndpoints } from '../../shared/webhooks/endpoints/read-endpoints.ts';
import type { WebhookStore } from '../../shared/webhooks/webhook-store.ts';
import { readBusEvent } from './event-detail.ts';

export interface FanOutDependencies {
  readonly store: WebhookStore;
  readonly queue: DeliveryQueue;
}

/**
 * Makes a delivery of each event for each endpoint of its organization that subscribed to it. Events that could not
 * be fanned out are reported one by one; what was done of them already is not done again the next time.
 */
export const createFanOut =
  ({ store, queue }: FanOutDependencies) =>
  async ({ Records: records }: SQSEvent): Promise<SQSBatchResponse> => {
    // One read for all events of an organization in the batch: what is registered later missed them.
    const byOrganization = new Map<string, Promise<readonly WebhookEndpoint[]>>();
    const endpointsOf = (organizationId: string): Promise<readonly WebhookEndpoint[]> => {
      const known = byOrganization.get(organizationId) ?? readEndpoints(store, organizationId);
      byOrganization.set(organizationId, known);
      return known;
    };

    const fanOut = async (body: string): Promise<number> => {
      const { organizationId, event } = readBusEvent(body);
      const endpoints = await endpointsOf(organizationId);
      const subscribed = endpoints.filter(({ events }) => matchesEvent(events, event.type));
      return (await createDeliveries(store, queue, event, subscribed)).length;
    };

    const results = await Promise.allSettled(records.map(({ body }) => fanOut(body)));
    const deliveries = results.reduce(
      (sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0),
      0,
    );
    const failed = results.filter((result) => result.status === 'rejected');
    console.info({ events: records.length, deliveries, failures: failed.length });
    for (const { reason } of failed) console.error(reason);
    return {
      batchItemFailures: records.flatMap(({ messageId }, index) =>
        results[index]?.status === 'rejected' ? [{ itemIdentifier: messageId }] : [],
      ),
    };
  };
