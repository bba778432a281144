/** How a delivery stands. `missed`: the endpoint was disabled; `failed`: all attempts of the schedule failed. */
export type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'missed';

/** One attempt, as it is recorded. */
export interface Attempt {
  readonly at: string;
  /** The HTTP status; null when no response arrived. */
  readonly status: number | null;
  readonly durationMilliseconds: number;
  /** One sentence on what went wrong; null for a success. */
  readonly error: string | null;
  /** The first 1,024 bytes of the response's body as text; null when no response arrived. */
  readonly responseBody: string | null;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly organizationId: string;
  readonly endpointId: string;
  readonly eventId: string;
  /** An event type, or `webhook.test`. */
  readonly eventType: string;
  readonly eventTimestamp: string;
  readonly sequence: number;
  readonly resourceId: string;
  readonly state: DeliveryState;
  /** Why it failed without an attempt, or was missed, in one sentence; else null. */
  readonly reason: string | null;
  /** When the next attempt is due; null if none is to come. */
  readonly nextAttemptAt: string | null;
  /** All attempts that were made, replays included. */
  readonly attemptCount: number;
  /** The last {@link KEPT_ATTEMPTS} of them, oldest first. */
  readonly attempts: readonly Attempt[];
  /** Runs of the retry schedule, from 1: each replay starts another. */
  readonly series: number;
  /** Attempts of the present series. */
  readonly seriesAttempts: number;
}

/** Three whole series: it bounds the item, whatever is replayed how often. */
export const KEPT_ATTEMPTS = 30;

/** For how long a delivery stays listed after it came to an end. */
export const LISTED_DAYS = 30;

/** A delivery as it is shown to those who look after the endpoint. */
export type DeliveryView = Omit<Delivery, 'organizationId' | 'series' | 'seriesAttempts'>;

/** Written out field by field, so that it looks the same wherever the delivery came from. */
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
