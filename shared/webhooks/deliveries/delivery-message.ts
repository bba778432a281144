import * as z from 'zod/mini';
import type { DeliveryMessage } from './delivery-queue.ts';

const messageSchema = z.object({
  organizationId: z.string(),
  endpointId: z.string(),
  deliveryId: z.string(),
  eventId: z.string(),
  resourceId: z.string(),
  series: z.number(),
  attempt: z.number(),
});

/**
 * Reads what a queue holds.
 *
 * @throws an error that says what is missing
 */
export const parseDeliveryMessage = (body: string): DeliveryMessage => messageSchema.parse(JSON.parse(body));
