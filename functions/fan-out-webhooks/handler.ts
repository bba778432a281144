import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { matchesEvent } from '../../shared/contract/event-types.ts';
import type { Table } from '../../shared/table/table.ts';
import type { DeliveryQueue } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import type { WebhookEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import { readEndpoints } from '../../shared/webhooks/endpoints/endpoint-repository.ts';
import { createDeliveries, type DeliveredEvent } from '../../shared/webhooks/fan-out/create-deliveries.ts';
import { handleMessages } from '../middleware/message-batch.ts';

/** The fields that a delivery needs, of an event as EventBridge puts it in a queue. */
const busEventSchema = z.object({
  detail: z.object({
    organizationId: z.string(),
    oversized: z.optional(z.literal(true)),
    streamSequence: z.optional(z.string()),
    /** Absent from events that an earlier version put on the bus, like `keptDays`. */
    feedPosition: z.optional(z.string()),
    keptDays: z.optional(z.number()),
    event: z.looseObject({
      id: z.string(),
      type: z.string(),
      timestamp: z.string(),
      sequence: z.number(),
      data: z.looseObject({ id: z.string() }),
    }),
  }),
});

type BusDetail = z.infer<typeof busEventSchema>['detail'];

const sourceOf = ({ event, oversized, feedPosition }: BusDetail): DeliveredEvent['source'] => {
  if (oversized === true) return undefined;
  return feedPosition === undefined ? { json: JSON.stringify(event) } : { feedPosition };
};

const readBusEvent = (body: string, retentionDays: number): DeliveredEvent => {
  const { detail } = busEventSchema.parse(JSON.parse(body));
  const { organizationId, event, streamSequence } = detail;
  return {
    organizationId,
    eventId: event.id,
    eventType: event.type,
    eventTimestamp: event.timestamp,
    sequence: event.sequence,
    streamSequence,
    resourceId: event.data.id,
    source: sourceOf(detail),
    retentionDays: detail.keptDays ?? retentionDays,
  };
};

/** An endpoint gets no events about itself: it is failing or disabled. */
const isAbout = ({ id }: WebhookEndpoint, { eventType, resourceId }: DeliveredEvent): boolean =>
  eventType.startsWith('webhook_endpoint.') && id === resourceId;

export interface FanOutDependencies {
  readonly store: Table;
  readonly queue: DeliveryQueue;
  /** How many days the feed keeps events of an earlier version, which do not say it. */
  readonly retentionDays: number;
}

/**
 * Creates a delivery of each event for each endpoint of its organization that subscribed to it. Failed events
 * are reported individually and retried; a retry delivers nothing twice.
 */
export const createFanOut =
  ({ store, queue, retentionDays }: FanOutDependencies) =>
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
      const delivered = readBusEvent(body, retentionDays);
      const endpoints = await endpointsOf(delivered.organizationId);
      const subscribed = endpoints.filter(
        (endpoint) => matchesEvent(endpoint.events, delivered.eventType) && !isAbout(endpoint, delivered),
      );
      return (await createDeliveries(store, queue, delivered, subscribed)).length;
    };

    const { values, errors, response } = await handleMessages(event, context, ({ body }) => fanOut(body));
    const deliveries = values.reduce((sum, count) => sum + count, 0);
    console.info({ events: event.Records.length, deliveries, failures: errors.length });
    for (const error of errors) console.error(error);
    return response;
  };
