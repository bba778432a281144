import { readAllItems } from '../../table/all-items.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { webhookEndpointKey, webhookEndpointPartition } from '../../table/webhook-keys.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { endpointFromItem } from './endpoint-mapper.ts';

/** An endpoint as it is stored now, or `undefined` if the organization has none with this id. */
export const readEndpointItem = (
  { reader }: Table,
  organizationId: string,
  id: string,
): Promise<Item | undefined> => reader.get(webhookEndpointKey(organizationId, id), { consistentRead: true });

export const readEndpoint = async (
  store: Table,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> => {
  const item = await readEndpointItem(store, organizationId, id);
  return item === undefined ? undefined : endpointFromItem(item);
};

/** All endpoints of an organization as they are now, disabled ones included. */
export const readEndpoints = async (
  { reader }: Table,
  organizationId: string,
): Promise<readonly WebhookEndpoint[]> => {
  const partition = webhookEndpointPartition(organizationId);
  return (await readAllItems(reader, { partition, consistentRead: true })).map(endpointFromItem);
};
