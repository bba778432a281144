import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { isShownToKeys } from '../../../shared/contract/event-permissions.ts';
import { matchesEvent } from '../../../shared/contract/event-types.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { DeliveryQueue } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { createDeliveries, type DeliveredEvent } from '../../../shared/webhooks/fan-out/create-deliveries.ts';
import { handleMessages } from '../../runtime/message-batch.ts';

/** The fields that a delivery needs, of an event as EventBridge puts it in a queue. */
const busEventSchema = z.object({
  detail: z.object({
    organizationId: z.string(),
    oversized: z.optional(z.literal(true)),
    streamSequence: z.string(),
    feedPosition: z.string(),
    keptDays: z.number(),
    event: z.looseObject({
      id: z.string(),
      type: z.string(),
      timestamp: z.string(),
      sequence: z.number(),
      data: z.looseObject({ id: z.string(), apiKeyId: z.nullish(z.string()) }),
    }),
  }),
});

type BusDetail = z.infer<typeof busEventSchema>['detail'];

const readBusEvent = (body: string): BusDetail => busEventSchema.parse(JSON.parse(body)).detail;

const deliveredEvent = (detail: BusDetail): DeliveredEvent => {
  const { organizationId, event, oversized, streamSequence, feedPosition, keptDays } = detail;
  return {
    organizationId,
    eventId: event.id,
    eventType: event.type,
    eventTimestamp: event.timestamp,
    sequence: event.sequence,
    streamSequence,
    resourceId: event.data.id,
    source: oversized === true ? undefined : { feedPosition },
    retentionDays: keptDays,
  };
};

/** An endpoint gets no events about itself: it is failing or disabled. */
const isAbout = ({ id }: WebhookEndpoint, { type, data }: BusDetail['event']): boolean =>
  type.startsWith('webhook_endpoint.') && id === data.id;

const receives = (endpoint: WebhookEndpoint, event: BusDetail['event']): boolean =>
  matchesEvent(endpoint.eventTypes, event.type) &&
  !isAbout(endpoint, event) &&
  (endpoint.apiKeyId === null || isShownToKeys(event.type, () => event.data));

export interface FanOutDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
}

/**
 * Creates a delivery of each event for each endpoint of its organization that subscribed to it. Failed events
 * are reported individually and retried; a retry delivers nothing twice.
 */
export const createFanOut =
  ({ store, queue }: FanOutDependencies) =>
  async (event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse> => {
    // One read per organization and batch. Endpoints that are registered meanwhile do not receive these
    // events.
    const byOrganization = new Map<string, Promise<readonly WebhookEndpoint[]>>();
    const endpointsOf = (organizationId: string): Promise<readonly WebhookEndpoint[]> => {
      const known = byOrganization.get(organizationId) ?? readEndpoints(store, organizationId);
      byOrganization.set(organizationId, known);
      return known;
    };

    const fanOut = async (body: string): Promise<number> => {
      const detail = readBusEvent(body);
      const endpoints = await endpointsOf(detail.organizationId);
      const subscribed = endpoints.filter((endpoint) => receives(endpoint, detail.event));
      return (await createDeliveries(store, queue, deliveredEvent(detail), subscribed)).length;
    };

    const { values, errors, response } = await handleMessages(event, context, ({ body }) => fanOut(body));
    const deliveries = values.reduce((sum, count) => sum + count, 0);
    console.info({ events: event.Records.length, deliveries, failures: errors.length });
    for (const error of errors) console.error(error);
    return response;
  };
