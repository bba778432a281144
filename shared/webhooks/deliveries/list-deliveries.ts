import type { Item, PageQuery } from '../../table/reader.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../table/schema.ts';
import type { Table } from '../../table/table.ts';
import { webhookDeliveryKey, webhookDeliveryPartition } from '../../table/webhook-keys.ts';
import { readWholePage } from '../../table/whole-page.ts';
import type { Delivery } from './delivery.ts';
import { deliveryFromItem } from './delivery-mapper.ts';
import { deliveryIdAt } from './delivery-position.ts';

/** Of which deliveries to one endpoint. Bounds are of the event's time. */
export interface DeliverySelection {
  readonly organizationId: string;
  readonly endpointId: string;
  /** Default: all, however they stand. */
  readonly state?: 'failed' | 'missed' | undefined;
  /** Only events after this time. */
  readonly after?: string | undefined;
  /** Only events before this time. */
  readonly before?: string | undefined;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** The position of the last delivery, while more follow. */
  readonly next?: string;
}

export interface DeliveryPageRequest {
  readonly limit: number;
  /** Where the page before this one ended. */
  readonly position?: string | undefined;
  /** Default: newest first. */
  readonly isOldestFirst?: boolean;
}

/** Positions start with `time#`: `$` comes after all of an instant, the bare time before it. */
const bounds = ({ after, before }: DeliverySelection): Pick<PageQuery, 'from' | 'to'> => ({
  ...(after === undefined ? {} : { from: `${after}$` }),
  ...(before === undefined ? {} : { to: before }),
});

const startAfter = (
  organizationId: string,
  { index, partition }: Required<Pick<PageQuery, 'index' | 'partition'>>,
  position: string,
): Item => ({
  ...webhookDeliveryKey(organizationId, deliveryIdAt(position)),
  [index.partitionKey]: partition,
  [index.sortKey]: position,
});

/** A page of the deliveries to an endpoint, in order of their events. The index is a moment behind the table. */
export const listDeliveries = async (
  { reader }: Table,
  selection: DeliverySelection,
  { limit, position, isOldestFirst = false }: DeliveryPageRequest,
): Promise<DeliveryPage> => {
  const { organizationId, endpointId, state, after, before } = selection;
  if (after !== undefined && before !== undefined && after >= before) return { deliveries: [] };
  const source = {
    index: state === undefined ? COLLECTION_INDEX : PART_INDEX,
    partition: webhookDeliveryPartition(organizationId, endpointId, state),
  };
  const { items, hasMore } = await readWholePage(
    reader,
    {
      ...source,
      ...bounds(selection),
      descending: !isOldestFirst,
      ...(position === undefined ? {} : { startAfter: startAfter(organizationId, source, position) }),
    },
    limit,
  );
  const positions = items.map((item) => String(item[COLLECTION_INDEX.sortKey]));
  const ids = positions.map(deliveryIdAt);
  const keys = ids.map((id) => webhookDeliveryKey(organizationId, id));
  const whole = (await reader.getMany(keys, { consistentRead: true })).map(deliveryFromItem);
  const byId = new Map(whole.map((each) => [each.id, each]));
  const deliveries = ids.flatMap((id) => byId.get(id) ?? []);
  const last = positions.at(-1);
  return hasMore && last !== undefined ? { deliveries, next: last } : { deliveries };
};
