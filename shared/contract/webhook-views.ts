import type { AdminResponseBody } from './admin-response-bodies.ts';

/** A webhook endpoint as the admin API shows it, without its secrets. */
export type WebhookEndpointView = AdminResponseBody<'WebhookEndpoint'>;

export type DisabledReason = NonNullable<WebhookEndpointView['disabledReason']>;

/** The delivery of one event to one endpoint, as the admin API shows it. */
export type DeliveryView = AdminResponseBody<'Delivery'>;

/** A replay of many deliveries, as the admin API shows it. */
export type ReplayView = AdminResponseBody<'Replay'>;

/** One attempt of a delivery. */
export type Attempt = DeliveryView['attempts'][number];
