import type { Actor } from '../audit-log/audit-entry.ts';
import type { Table } from '../table/table.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { Delivery } from './deliveries/delivery.ts';
import type { DeliveryQueue } from './deliveries/delivery-queue.ts';
import {
  type DeliveryPage,
  type DeliveryPageRequest,
  type DeliverySelection,
  listDeliveries,
} from './deliveries/list-deliveries.ts';
import { type DeliveryWithPayload, readDeliveryWithPayload } from './deliveries/read-delivery.ts';
import { replayDelivery } from './deliveries/replay-delivery.ts';
import { type ReplayRequest, type ReplayResult, replayRange } from './deliveries/replay-range.ts';
import { createEndpoint, type EndpointWithSecret, type NewEndpoint } from './endpoints/create-endpoint.ts';
import { deleteEndpoint } from './endpoints/delete-endpoint.ts';
import type { WebhookEndpoint } from './endpoints/endpoint.ts';
import { endpointFromItem } from './endpoints/endpoint-mapper.ts';
import { type EndpointPage, listEndpoints } from './endpoints/list-endpoints.ts';
import { readEndpointItem } from './endpoints/read-endpoints.ts';
import { rotateSecret } from './endpoints/rotate-secret.ts';
import { sendTestEvent } from './endpoints/send-test-event.ts';
import { type EndpointChanges, updateEndpoint } from './endpoints/update-endpoint.ts';
import type { SecretCipher } from './secret-cipher.ts';

/**
 * All that is done with the webhook endpoints of an organization and their deliveries. What each does is said where
 * it is; `undefined` always means that the organization has nothing with this id.
 */
export interface WebhookManager {
  create(endpoint: NewEndpoint, actor: Actor): Promise<EndpointWithSecret>;
  list(organizationId: string, page: { limit: number; position?: string | undefined }): Promise<EndpointPage>;
  get(organizationId: string, id: string): Promise<WebhookEndpoint | undefined>;
  update(
    organizationId: string,
    id: string,
    changes: EndpointChanges,
    actor: Actor,
  ): Promise<WebhookEndpoint | undefined>;
  delete(organizationId: string, id: string, actor: Actor): Promise<WebhookEndpoint | undefined>;
  rotateSecret(organizationId: string, id: string, actor: Actor): Promise<EndpointWithSecret | undefined>;
  test(organizationId: string, id: string, actor: Actor): Promise<Delivery | undefined>;
  deliveries(selection: DeliverySelection, page: DeliveryPageRequest): Promise<DeliveryPage | undefined>;
  delivery(organizationId: string, id: string): Promise<DeliveryWithPayload | undefined>;
  replay(organizationId: string, deliveryId: string, actor: Actor): Promise<Delivery | undefined>;
  replayRange(
    organizationId: string,
    endpointId: string,
    request: ReplayRequest,
    actor: Actor,
  ): Promise<ReplayResult | undefined>;
}

export interface WebhookManagerDependencies {
  readonly store: Table;
  readonly cipher: Pick<SecretCipher, 'encrypt'>;
  readonly queue: DeliveryQueue;
  readonly policy: AddressPolicy;
}

export const createWebhookManager = (dependencies: WebhookManagerDependencies): WebhookManager => {
  const { store, cipher, queue, policy } = dependencies;
  const endpoints = { store, cipher, policy };
  const get = async (organizationId: string, id: string): Promise<WebhookEndpoint | undefined> => {
    const item = await readEndpointItem(store, organizationId, id);
    return item === undefined ? undefined : endpointFromItem(item);
  };
  return {
    create: (endpoint, actor) => createEndpoint(endpoints, endpoint, actor),
    list: (organizationId, page) => listEndpoints(store, organizationId, page),
    get,
    update: (organizationId, id, changes, actor) =>
      updateEndpoint(endpoints, organizationId, id, changes, actor),
    delete: (organizationId, id, actor) => deleteEndpoint(store, organizationId, id, actor),
    rotateSecret: (organizationId, id, actor) => rotateSecret(endpoints, organizationId, id, actor),
    test: (organizationId, id, actor) => sendTestEvent(store, queue, organizationId, id, actor),
    async deliveries(selection, page) {
      const endpoint = await get(selection.organizationId, selection.endpointId);
      return endpoint === undefined ? undefined : listDeliveries(store, selection, page);
    },
    delivery: (organizationId, id) => readDeliveryWithPayload(store, organizationId, id),
    replay: (organizationId, id, actor) => replayDelivery(store, queue, organizationId, id, actor),
    replayRange: (organizationId, id, request, actor) =>
      replayRange(store, queue, organizationId, id, request, actor),
  };
};
