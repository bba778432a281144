import type { AdminResponseBody } from '../admin-response-bodies.ts';

/** A webhook endpoint as the admin API shows it, without its secrets. */
export type WebhookEndpointView = AdminResponseBody<'WebhookEndpoint'>;

export type DisabledReason = NonNullable<WebhookEndpointView['disabledReason']>;

/** The delivery of one event to one endpoint, as the admin API shows it. */
export type DeliveryView = AdminResponseBody<'Delivery'>;

/** A replay of many deliveries, as the admin API shows it. */
export type ReplayView = AdminResponseBody<'Replay'>;

/** The attempts of a day or a week, in periods, oldest first. */
export type EndpointActivity = NonNullable<AdminResponseBody<'WebhookEndpointDetails'>['lastDay']>;

/** Deliveries that have not succeeded, by state. */
export type Undelivered = NonNullable<AdminResponseBody<'WebhookEndpointDetails'>['undelivered']>;

export type ActivityPeriod = EndpointActivity[number];

/** One attempt of a delivery. */
export type Attempt = DeliveryView['attempts'][number];
