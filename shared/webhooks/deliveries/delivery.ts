import type { DeliveryState, DeliveryView } from '../../contract/webhook-views.ts';

/** The delivery of one event to one endpoint. */
export interface Delivery extends DeliveryView {
  readonly organizationId: string;
  /** Runs of the retry schedule, from 1: each replay starts the next. */
  readonly series: number;
  /** Attempts in the current series. */
  readonly seriesAttempts: number;
}

/** Three full series: bounds the size of the item, however often the delivery is replayed. */
export const LISTED_ATTEMPTS = 30;

/** How long a delivery stays listed after it ended. */
const LISTED_DAYS = 30;

/** Longer than any retry schedule: 20 steps of 12 hours. */
const SCHEDULE_DAYS = 10;

/** When the items of a delivery expire, in seconds since 1970: listed for 30 days after its last attempt. */
export const timeToLive = (state: DeliveryState, now: string): number => {
  const days = state === 'pending' ? SCHEDULE_DAYS + LISTED_DAYS : LISTED_DAYS;
  return Math.ceil(Date.parse(now) / 1000) + days * 86_400;
};

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
