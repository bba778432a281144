import type { Table } from '../../table/table.ts';
import { webhookDeliveryKey } from '../../table/webhook-keys.ts';
import type { Delivery } from './delivery.ts';
import { deliveryFromItem } from './delivery-mapper.ts';
import { readEventBody } from './event-body.ts';

export interface DeliveryWithPayload {
  readonly delivery: Delivery;
  /** The event as it is sent; null if it was too large to be kept, or its time is over. */
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** A delivery as it is stored now, or `undefined` if the organization has none with this id. */
export const readDelivery = async (
  { reader }: Table,
  organizationId: string,
  id: string,
): Promise<Delivery | undefined> => {
  const item = await reader.get(webhookDeliveryKey(organizationId, id), { consistentRead: true });
  return item === undefined ? undefined : deliveryFromItem(item);
};

/** The same with what it delivers. */
export const readDeliveryWithPayload = async (
  store: Table,
  organizationId: string,
  id: string,
): Promise<DeliveryWithPayload | undefined> => {
  const delivery = await readDelivery(store, organizationId, id);
  if (delivery === undefined) return undefined;
  const body = await readEventBody(store, organizationId, delivery.eventId);
  return { delivery, payload: body === undefined ? null : JSON.parse(body) };
};
