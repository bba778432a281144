import type { EventPattern } from '../../shared/contract/event-types.ts';
import type { REPLAYED_STATES } from '../../shared/contract/webhook-limits.ts';
import type { Attempt, DeliveryState, DeliveryView } from '../../shared/webhooks/deliveries/delivery.ts';
import type { WebhookEndpointView } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { AdminApi, Page } from './admin-api.ts';

export type { Attempt, DeliveryState, DeliveryView, WebhookEndpointView };

/** An endpoint whose secret was just made: the only time that it is there. */
export type IssuedEndpoint = WebhookEndpointView & { readonly secret: string };

/** One delivery with its event; null if that is not stored any more, or was too large. */
export type WholeDelivery = DeliveryView & { readonly payload: unknown };

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly EventPattern[];
  readonly description: string | null;
}

/** What is absent stays. */
export type EndpointChanges = Partial<NewEndpoint & { readonly isEnabled: boolean }>;

/** By the time of the events, both bounds left out. */
export interface ReplayedRange {
  readonly after: string;
  readonly before: string;
  readonly states: readonly (typeof REPLAYED_STATES)[number][];
}

export interface ReplayCounts {
  readonly replayed: number;
  /** Those whose events are not stored any more. */
  readonly skipped: number;
}

export interface DeliveryFilter {
  readonly state?: 'failed' | 'missed' | undefined;
  readonly cursor?: string | undefined;
}

const endpointPath = (id: string): string => `/webhook-endpoints/${id}`;

/** The operations on webhook endpoints and their deliveries. */
export const webhooks = (api: AdminApi) => ({
  list: (cursor?: string) =>
    api.request<Page<WebhookEndpointView>>({ method: 'GET', path: '/webhook-endpoints', query: { cursor } }),
  create: (endpoint: NewEndpoint) =>
    api.request<IssuedEndpoint>({ method: 'POST', path: '/webhook-endpoints', body: endpoint }),
  get: (id: string) => api.request<WebhookEndpointView>({ method: 'GET', path: endpointPath(id) }),
  update: (id: string, changes: EndpointChanges) =>
    api.request<WebhookEndpointView>({ method: 'PATCH', path: endpointPath(id), body: changes }),
  delete: (id: string) => api.request<WebhookEndpointView>({ method: 'DELETE', path: endpointPath(id) }),
  test: (id: string) => api.request<DeliveryView>({ method: 'POST', path: `${endpointPath(id)}/test` }),
  rotateSecret: (id: string) =>
    api.request<IssuedEndpoint>({ method: 'POST', path: `${endpointPath(id)}/rotate-secret` }),
  deliveries: (id: string, { state, cursor }: DeliveryFilter) =>
    api.request<Page<DeliveryView>>({
      method: 'GET',
      path: `${endpointPath(id)}/deliveries`,
      query: { state, cursor },
    }),
  /** One call of many: to be repeated with the cursor until there is none. */
  replayRange: (id: string, range: ReplayedRange, cursor: string | undefined) =>
    api.request<ReplayCounts & { readonly nextCursor?: string }>({
      method: 'POST',
      path: `${endpointPath(id)}/replay`,
      body: { ...range, cursor },
    }),
  delivery: (id: string) => api.request<WholeDelivery>({ method: 'GET', path: `/deliveries/${id}` }),
  replayDelivery: (id: string) =>
    api.request<DeliveryView>({ method: 'POST', path: `/deliveries/${id}/replay` }),
});
