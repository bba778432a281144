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
    streamSequence: z.optional(z.string()),
    /** Absent from events that an earlier version put on the bus, like `keptDays`. */
    feedPosition: z.optional(z.string()),
    keptDays: z.optional(z.number()),
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

const sourceOf = ({ event, oversized, feedPosition }: BusDetail): DeliveredEvent['source'] => {
  if (oversized === true) return undefined;
  return feedPosition === undefined ? { json: JSON.stringify(event) } : { feedPosition };
};

const readBusEvent = (body: string): BusDetail => busEventSchema.parse(JSON.parse(body)).detail;

const deliveredEvent = (detail: BusDetail, retentionDays: number): DeliveredEvent => {
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
const isAbout = ({ id }: WebhookEndpoint, { type, data }: BusDetail['event']): boolean =>
  type.startsWith('webhook_endpoint.') && id === data.id;

const receives = (endpoint: WebhookEndpoint, event: BusDetail['event']): boolean =>
  matchesEvent(endpoint.eventTypes, event.type) &&
  !isAbout(endpoint, event) &&
  (endpoint.apiKeyId === null || isShownToKeys(event.type, () => event.data));

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
      const detail = readBusEvent(body);
      const endpoints = await endpointsOf(detail.organizationId);
      const subscribed = endpoints.filter((endpoint) => receives(endpoint, detail.event));
      const delivered = deliveredEvent(detail, retentionDays);
      return (await createDeliveries(store, queue, delivered, subscribed)).length;
    };

    const { values, errors, response } = await handleMessages(event, context, ({ body }) => fanOut(body));
    const deliveries = values.reduce((sum, count) => sum + count, 0);
    console.info({ events: event.Records.length, deliveries, failures: errors.length });
    for (const error of errors) console.error(error);
    return response;
  };
