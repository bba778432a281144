import type { DeliveryView } from '../../contract/webhook-views.ts';

/** The delivery of one event to one endpoint. */
export interface Delivery extends DeliveryView {
  readonly organizationId: string;
  /** Runs of the retry schedule, from 1: each replay starts the next. */
  readonly series: number;
  /** Attempts in the current series. */
  readonly seriesAttempts: number;
}

/** Three full series: bounds the size of the item, however often the delivery is replayed. */
export const KEPT_ATTEMPTS = 30;

/** How long a delivery stays listed after it ended. */
export const LISTED_DAYS = 30;

/** Written field by field, so that the fields and their order never depend on the source of the delivery. */
export const viewOfDelivery = (delivery: Delivery): DeliveryView => ({
  id: delivery.id,
  endpointId: delivery.endpointId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  eventTimestamp: delivery.eventTimestamp,
  sequence: delivery.sequence,
  resourceId: delivery.resourceId,
  state: delivery.state,
  reason: delivery.reason,
  nextAttemptAt: delivery.nextAttemptAt,
  attemptCount: delivery.attemptCount,
  attempts: delivery.attempts,
});
