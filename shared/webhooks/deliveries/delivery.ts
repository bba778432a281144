import type { DeliveryView } from '../../contract/webhooks/webhook-views.ts';

/** The states that are stored: `retrying` follows from the last attempt. */
export const STORED_STATES = ['pending', 'succeeded', 'failed', 'missed'] as const;

/** The delivery of one event to one endpoint. */
export interface Delivery extends Omit<DeliveryView, 'state'> {
  readonly organizationId: string;
  readonly state: (typeof STORED_STATES)[number];
  /**
   * The event's position in the feed, which stores its body. `null` if the delivery has its own body, and
   * if the event was too large.
   */
  readonly feedPosition: string | null;
  /** The compressed body of a test event, which is not in the feed. */
  readonly body: Uint8Array | null;
  /** Runs of the retry schedule, from 1: each replay starts the next. */
  readonly series: number;
  /** Attempts in the current series. */
  readonly seriesAttempts: number;
  /** The replay of many deliveries that started the current series, if one did. */
  readonly replayId: string | null;
  /** The `nextAttemptAt` for which a request of an endpoint with a limit per second is reserved. */
  readonly reservedAt: string | null;
  /** When its item expires, in seconds since 1970. */
  readonly ttl: number;
}

/**
 * A delivery that is stored with the outcome of its first attempt. Until then, its message holds it. One with
 * its own body is stored at once.
 */
export interface NewDelivery extends Delivery {
  /** Its permanent position in lists. */
  readonly position: string;
}

export const isHeldByMessage = (delivery: Delivery | NewDelivery): delivery is NewDelivery =>
  'position' in delivery && delivery.state === 'pending' && delivery.body === null;

/** The state of a delivery before its first attempt. */
export const BEFORE_FIRST_ATTEMPT = {
  state: 'pending',
  reason: null,
  nextAttemptAt: null,
  attemptCount: 0,
  attempts: [],
  series: 1,
  seriesAttempts: 0,
  replayId: null,
  reservedAt: null,
} as const satisfies Partial<Delivery>;

/** Three full series: bounds the size of the item, however often the delivery is replayed. */
export const LISTED_ATTEMPTS = 30;

const SECONDS_PER_DAY = 86_400;

/** When an item that is stored now expires, in seconds since 1970. */
export const expiryAfter = (now: string, days: number): number =>
  Math.ceil(Date.parse(now) / 1000) + days * SECONDS_PER_DAY;

/** Longer than any retry schedule: 20 steps of 12 hours. */
const SCHEDULE_DAYS = 10;

/** When a delivery expires: with its event, but not before its retry schedule ends. */
export const expiryOf = ({ state, ttl }: Pick<Delivery, 'state' | 'ttl'>, now: string): number =>
  state === 'pending' ? Math.max(ttl, expiryAfter(now, SCHEDULE_DAYS)) : ttl;

/** The state as the admin API shows it. */
export const shownStateOf = ({
  state,
  attempts,
}: Pick<Delivery, 'state' | 'attempts'>): DeliveryView['state'] => {
  const lastError = attempts.at(-1)?.error ?? null;
  return state === 'pending' && lastError !== null ? 'retrying' : state;
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
  state: shownStateOf(delivery),
  reason: delivery.reason,
  nextAttemptAt: delivery.nextAttemptAt,
  attemptCount: delivery.attemptCount,
  attempts: delivery.attempts,
});
