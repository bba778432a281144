import type { LISTED_STATES } from '../../contract/webhooks/webhook-limits.ts';
import { horizonOf, readFeedHead } from '../../events/feed/feed-head.ts';
import { collectionSortKey } from '../../table/items/keys.ts';
import { collectionPosition, type TimeBounds } from '../../table/items/positions.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../table/items/schema.ts';
import { webhookDeliveryKey, webhookDeliveryPartition } from '../../table/items/webhook-keys.ts';
import { isEmptyRange, readCollectionPage, sortKeyRange } from '../../table/paging/collection-page.ts';
import { readItems, readWholeItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { type Delivery, shownStateOf } from './delivery.ts';
import { deliveryFromItem } from './delivery-repository.ts';

/**
 * The time from before which deliveries are hidden, because the organization keeps events for a shorter time
 * than the service; empty if it does not. Theirs expire by themselves.
 */
export const readHiddenBefore = async (reader: TableReader, organizationId: string): Promise<string> => {
  const head = await readFeedHead(reader, organizationId);
  const isLimited = head.limitDays !== null || head.lengthenedAt !== null;
  return isLimited ? horizonOf(head, new Date()) : '';
};

/** DynamoDB's sequence numbers have at most 40 digits. */
const SEQUENCE = /^\d{1,40}$/;
const SEQUENCE_IN_POSITION = /#s\d{40}(?=#)/;

/**
 * The position of a delivery in lists: `time#s<stream sequence>#id`. The stream's times are whole seconds, so
 * the sequence orders the events of one second. A test event, which has none, has the position `time#id`,
 * before all others of its second: no UUID sorts after `s`.
 */
export const deliveryPosition = (
  timestamp: string,
  streamSequence: string | undefined,
  id: string,
): string => {
  if (streamSequence === undefined || !SEQUENCE.test(streamSequence)) return collectionSortKey(timestamp, id);
  return `${timestamp}#s${streamSequence.padStart(40, '0')}#${id}`;
};

/** Same as {@link collectionPosition}, for positions of either form. */
export const readDeliveryPosition = (bounds: TimeBounds): ((text: string) => string | undefined) => {
  const read = collectionPosition(bounds);
  return (text) => (read(text.replace(SEQUENCE_IN_POSITION, '')) === undefined ? undefined : text);
};

export type ListedState = (typeof LISTED_STATES)[number];

/** Deliveries to one endpoint. Both bounds are exclusive, by the time of the event. */
export interface DeliverySelection {
  readonly organizationId: string;
  readonly endpointId: string;
  /** Default: all states. */
  readonly states?: ReadonlySet<ListedState> | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** The position of the last delivery, if more follow. */
  readonly next?: string | undefined;
}

export interface DeliveryPageRequest {
  readonly limit: number;
  /** Where the previous page ended. */
  readonly position?: string | undefined;
  /** Default: newest first. */
  readonly isOldestFirst?: boolean;
}

/** The time after which deliveries are listed; empty for all. */
const startOf = async (reader: TableReader, organizationId: string, after = ''): Promise<string> => {
  const hiddenBefore = await readHiddenBefore(reader, organizationId);
  return after > hiddenBefore ? after : hiddenBefore;
};

const timeOf = (position: string): string => position.slice(0, position.indexOf('#'));

const positionOf = (index: typeof COLLECTION_INDEX | typeof PART_INDEX, item: Item): string =>
  String(item[index.sortKey]);

export type StateCounts = Readonly<Record<ListedState, { count: number; oldestAt: string | null }>>;

/**
 * How many deliveries to an endpoint are in each listed state, up to a limit per state, and when the oldest
 * event of each occurred. Costs a read unit for about 50 deliveries.
 */
export const countByState = async (
  { reader }: Pick<Table, 'reader'>,
  { organizationId, endpointId, after, before }: Omit<DeliverySelection, 'states'>,
  limit: number,
): Promise<StateCounts> => {
  const start = await startOf(reader, organizationId, after);
  const bounds = { after: start === '' ? undefined : start, before };
  const count = async (state: ListedState): Promise<StateCounts[ListedState]> => {
    if (isEmptyRange(bounds)) return { count: 0, oldestAt: null };
    const partition = webhookDeliveryPartition(organizationId, endpointId, state);
    const query = { index: PART_INDEX, partition, ...sortKeyRange(bounds), limit };
    const items = await readItems(reader, query);
    const [oldest] = items;
    return { count: items.length, oldestAt: oldest ? timeOf(positionOf(PART_INDEX, oldest)) : null };
  };
  const [retrying, failed, missed] = await Promise.all([count('retrying'), count('failed'), count('missed')]);
  return { retrying, failed, missed };
};

/**
 * A page of the deliveries to an endpoint, in order of their events, without those that the organization no
 * longer keeps. The index lags slightly behind the table: deliveries that left the wanted states meanwhile
 * are omitted, so a page may be short while more follow.
 */
export const listDeliveries = async (
  { reader }: Table,
  { organizationId, endpointId, states = new Set(), after, before }: DeliverySelection,
  { limit, position, isOldestFirst = false }: DeliveryPageRequest,
): Promise<DeliveryPage> => {
  const start = await startOf(reader, organizationId, after);
  const isHidden = position !== undefined && position < start;
  if (isHidden && !isOldestFirst) return { deliveries: [] };
  const index = states.size === 0 ? COLLECTION_INDEX : PART_INDEX;
  const pages = await Promise.all(
    [...(states.size === 0 ? [undefined] : states)].map((state) =>
      readCollectionPage(reader, {
        index,
        partition: webhookDeliveryPartition(organizationId, endpointId, state),
        keyAt: (id) => webhookDeliveryKey(organizationId, id),
        after: start === '' ? undefined : start,
        before,
        descending: !isOldestFirst,
        limit,
        position: isHidden ? undefined : position,
      }),
    ),
  );
  const direction = isOldestFirst ? 1 : -1;
  const items = pages
    .flatMap((page) => page.items)
    .toSorted((one, other) => (positionOf(index, one) < positionOf(index, other) ? -direction : direction));
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const hasMore = items.length > limit || pages.some(({ next }) => next !== undefined);
  const stored = await readWholeItems(reader, page, { consistentRead: true });
  const deliveries = stored.map(deliveryFromItem);
  return {
    deliveries:
      states.size === 0
        ? deliveries
        : deliveries.filter((each) => [...states].some((state) => state === shownStateOf(each))),
    next: hasMore && last !== undefined ? positionOf(index, last) : undefined,
  };
};
