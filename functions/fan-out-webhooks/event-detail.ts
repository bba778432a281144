import * as z from 'zod/mini';
import type { DeliveredEvent } from '../../shared/webhooks/deliveries/create-deliveries.ts';

/** What is needed of an event to deliver it; the rest is passed on as it is. */
const busEventSchema = z.object({
  detail: z.object({
    organizationId: z.string(),
    oversized: z.optional(z.literal(true)),
    streamSequence: z.optional(z.string()),
    event: z.looseObject({
      id: z.string(),
      type: z.string(),
      timestamp: z.string(),
      sequence: z.number(),
      data: z.looseObject({ id: z.string() }),
    }),
  }),
});

export interface OrganizationEvent {
  readonly organizationId: string;
  readonly event: DeliveredEvent;
}

/**
 * Reads an event as EventBridge hands it to a queue.
 *
 * @param body JSON
 * @throws an error that says what is missing
 */
export const readBusEvent = (body: string): OrganizationEvent => {
  const { organizationId, event, oversized, streamSequence } = busEventSchema.parse(JSON.parse(body)).detail;
  return {
    organizationId,
    event: {
      id: event.id,
      type: event.type,
      timestamp: event.timestamp,
      sequence: event.sequence,
      streamSequence,
      resourceId: event.data.id,
      body: oversized === true ? undefined : JSON.stringify(event),
    },
  };
};
