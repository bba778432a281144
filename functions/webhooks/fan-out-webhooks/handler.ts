import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { isShownToKeys } from '../../../shared/contract/events/event-permissions.ts';
import { matchesEvent } from '../../../shared/contract/events/event-types.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { MAX_DELAY_SECONDS } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { createEndpointLists, type EventTimes } from '../../../shared/webhooks/endpoints/endpoint-lists.ts';
import {
  createDeliveries,
  type DeliveredEvent,
  MAX_FIRST_ATTEMPTS,
} from '../../../shared/webhooks/fan-out/create-deliveries.ts';
import { passesFilter } from '../../../shared/webhooks/fan-out/passes-filter.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { createRequestSlots } from '../../../shared/webhooks/sending/request-slots.ts';
import { handleMessages } from '../../runtime/message-batch.ts';
import { advanceReplay, type ReplayDependencies, replayMessage } from './advance-replay.ts';

/** The fields that a delivery needs, of an event as EventBridge puts it in a queue. */
const busEventSchema = z.object({
  /** Set once an event is requeued in the group of its organization, with the time it was first queued. */
  organizationId: z.optional(z.string()),
  queuedAt: z.optional(z.number()),
  /** When it may be fanned out, in milliseconds since 1970. */
  startsAt: z.optional(z.number()),
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
      previous: z.record(z.string(), z.unknown()),
    }),
  }),
});

type BusMessage = z.infer<typeof busEventSchema>;
type BusDetail = BusMessage['detail'];

export interface FanOutDependencies extends ReplayDependencies {
  /**
   * How many deliveries per second an organization gets of events for many endpoints: more would only wait in
   * the queue, at a higher price than their events.
   */
  readonly wideDeliveriesPerSecond: number;
  /** The queue of the function itself. */
  readonly messages: Messages<ReplayMessage | (BusMessage & { readonly organizationId: string })>;
}

/** How many endpoints an organization may have before its events are grouped. */
const MAX_UNGROUPED_ENDPOINTS = 100;

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
    source: { feedPosition },
    isOversized: oversized === true,
    retentionDays: keptDays,
  };
};

/** An endpoint gets no events about itself: it is failing or disabled. */
const isAbout = ({ id }: WebhookEndpoint, { type, data }: BusDetail['event']): boolean =>
  type.startsWith('webhook_endpoint.') && id === data.id;

const receives = (endpoint: WebhookEndpoint, { event, oversized }: BusDetail): boolean =>
  matchesEvent(endpoint.eventTypes, event.type) &&
  !isAbout(endpoint, event) &&
  (endpoint.apiKeyId === null || isShownToKeys(event.type, () => event.data)) &&
  // The event on the bus lacks what a filter would test.
  (oversized === true || passesFilter(endpoint, event));

/**
 * Creates a delivery of each event for each endpoint of its organization that subscribed to it, and runs the
 * steps of replays, whose messages share the queue. Failed messages are reported individually and retried; a
 * retry delivers nothing twice.
 */
export const createFanOut = (dependencies: FanOutDependencies, now: () => number = Date.now) => {
  const { store, queue, messages, wideDeliveriesPerSecond } = dependencies;
  const endpointsOf = createEndpointLists(store, now);
  const reserve = createRequestSlots(store, now);

  /** When an event may be fanned out that goes to so many endpoints. */
  const startOf = async (organizationId: string, deliveries: number): Promise<number | undefined> => {
    if (deliveries <= MAX_FIRST_ATTEMPTS) return undefined;
    // The events of an organization share its slots. No endpoint has its id.
    const limited = { organizationId, id: organizationId, maxPerSecond: wideDeliveriesPerSecond };
    const startsAt = await reserve(limited, deliveries);
    if (startsAt !== undefined) return startsAt;
    throw new Error(`Deliveries of the organization ${organizationId} are 7 days behind.`);
  };

  /**
   * An event of many endpoints takes as long as hundreds of others. It comes again in the group of its
   * organization: SQS then shares the queue fairly between organizations, which the bus cannot ask for. It
   * waits as an event, because its deliveries would be hundreds of messages.
   */
  const isMoved = async (message: BusMessage, queuedAt: number, deliveries: number): Promise<boolean> => {
    const { organizationId } = message.detail;
    const isGrouped = message.organizationId !== undefined;
    const startsAt = isGrouped ? message.startsAt : await startOf(organizationId, deliveries);
    const seconds = Math.floor(((startsAt ?? 0) - now()) / 1_000);
    if (isGrouped && seconds <= 0) return false;
    const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.max(0, seconds));
    await messages.send({ ...message, organizationId, queuedAt, startsAt }, delaySeconds);
    return true;
  };

  const fanOut = async (message: BusMessage, sent: EventTimes): Promise<number> => {
    const { detail } = message;
    const times = { ...sent, queuedAt: message.queuedAt ?? sent.queuedAt };
    const isMovedAsOf = async (endpoints: readonly WebhookEndpoint[]): Promise<boolean> => {
      if (endpoints.length <= MAX_UNGROUPED_ENDPOINTS) return false;
      const subscribed = endpoints.filter((endpoint) => receives(endpoint, detail));
      return isMoved(message, times.queuedAt, subscribed.length);
    };
    // To wait, an event needs no list of its own: a thousand endpoints are read once in some seconds.
    if (await isMovedAsOf(await endpointsOf(detail.organizationId))) return 0;
    const endpoints = await endpointsOf(detail.organizationId, times);
    if (await isMovedAsOf(endpoints)) return 0;
    const subscribed = endpoints.filter((endpoint) => receives(endpoint, detail));
    return (await createDeliveries(store, queue, deliveredEvent(detail), subscribed)).length;
  };

  return async (
    event: SQSEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const receivedAt = now();
    const { values, errors, response } = await handleMessages(event, context, async (record) => {
      const message: unknown = JSON.parse(record.body);
      const replay = replayMessage(message);
      if (replay === undefined) {
        const queuedAt = Number(record.attributes.SentTimestamp);
        return fanOut(busEventSchema.parse(message), { queuedAt, receivedAt });
      }
      await advanceReplay(dependencies, replay, record, context);
      return undefined;
    });
    const counts = values.filter((count) => count !== undefined);
    const deliveries = counts.reduce((sum, count) => sum + count, 0);
    console.info({ events: counts.length + errors.length, deliveries, failures: errors.length });
    for (const error of errors) console.error(error);
    return response;
  };
};
