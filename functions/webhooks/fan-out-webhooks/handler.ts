import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { isShownToKeys } from '../../../shared/contract/events/event-permissions.ts';
import { matchesEvent } from '../../../shared/contract/events/event-types.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { createEndpointLists, type EventTimes } from '../../../shared/webhooks/endpoints/endpoint-lists.ts';
import { createDeliveries, type DeliveredEvent } from '../../../shared/webhooks/fan-out/create-deliveries.ts';
import { passesFilter } from '../../../shared/webhooks/fan-out/passes-filter.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
import { handleMessages } from '../../runtime/message-batch.ts';
import { advanceReplay, type ReplayDependencies, replayMessage } from './advance-replay.ts';

/** The fields that a delivery needs, of an event as EventBridge puts it in a queue. */
const busEventSchema = z.object({
  /** Set once an event is requeued in the group of its organization, with the time it was first queued. */
  organizationId: z.optional(z.string()),
  queuedAt: z.optional(z.number()),
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
  const { store, queue, messages } = dependencies;
  const endpointsOf = createEndpointLists(store, now);

  /**
   * An event of many endpoints takes as long as hundreds of others. It comes again in the group of its
   * organization: SQS then shares the queue fairly between organizations, which the bus cannot ask for.
   */
  const isMoved = async (message: BusMessage, queuedAt: number, endpoints: number): Promise<boolean> => {
    const { organizationId } = message.detail;
    if (message.organizationId !== undefined || endpoints <= MAX_UNGROUPED_ENDPOINTS) return false;
    await messages.send({ ...message, organizationId, queuedAt });
    return true;
  };

  const fanOut = async (message: BusMessage, sent: EventTimes): Promise<number> => {
    const { detail } = message;
    const times = { ...sent, queuedAt: message.queuedAt ?? sent.queuedAt };
    const endpoints = await endpointsOf(detail.organizationId, times);
    if (await isMoved(message, times.queuedAt, endpoints.length)) return 0;
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
