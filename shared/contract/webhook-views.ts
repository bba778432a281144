import type { EventPattern } from './event-types.ts';

/** Why an endpoint is disabled: by an admin, after a 410 response, or after days without a success. */
export const DISABLED_REASONS = ['admin', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A webhook endpoint as the admin API shows it, without its secrets. */
export interface WebhookEndpointView {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly EventPattern[];
  readonly isEnabled: boolean;
  /** `null` while the endpoint is enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  /** The time of the first failed attempt since the last success; `null` while the endpoint is healthy. */
  readonly failingSince: string | null;
  /** When the current secret was created. */
  readonly secretCreatedAt: string;
  /** Until when deliveries are also signed with the previous secret; `null` without an active one. */
  readonly previousSecretExpiresAt: string | null;
  readonly createdAt: string;
  /** The name of a user or operator. */
  readonly createdBy: string;
  readonly updatedAt: string;
}

/** `missed`: the endpoint was disabled; `failed`: the last attempt of the schedule failed. */
export const DELIVERY_STATES = ['pending', 'succeeded', 'failed', 'missed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One attempt of a delivery. */
export interface Attempt {
  readonly at: string;
  /** The HTTP status; `null` without a response. */
  readonly status: number | null;
  /** From the start of the DNS lookup until the response was read. */
  readonly durationMilliseconds: number;
  /** What went wrong, in one sentence; `null` for a success. */
  readonly error: string | null;
  /** The first 1,024 bytes of the response body as text; `null` without a response. */
  readonly responseBody: string | null;
}

/** The delivery of one event to one endpoint, as the admin API shows it. */
export interface DeliveryView {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  /** An event type, or `webhook.test`. */
  readonly eventType: string;
  readonly eventTimestamp: string;
  readonly sequence: number;
  readonly resourceId: string;
  readonly state: DeliveryState;
  /** Why it was missed, or failed without an attempt, in one sentence; otherwise `null`. */
  readonly reason: string | null;
  /** When the next attempt is due; `null` if none is planned. */
  readonly nextAttemptAt: string | null;
  /** All attempts, replays included. */
  readonly attemptCount: number;
  /** The last 30 attempts, oldest first. */
  readonly attempts: readonly Attempt[];
}
