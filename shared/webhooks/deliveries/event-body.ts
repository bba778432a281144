import { gunzipSync, gzipSync } from 'node:zlib';
import { requiredBinary } from '../../table/items/attributes.ts';
import { COLLECTION_INDEX, PART_INDEX, TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import {
  webhookEventKey,
  webhookEventPartition,
  webhookEventsOfPerson,
} from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Table } from '../../table/table.ts';
import { readEndpoint } from '../endpoints/endpoint-repository.ts';
import { timeToLive, viewOfDelivery } from './delivery.ts';
import { readDelivery } from './delivery-repository.ts';

/** Below DynamoDB's limit of 400 KB for an item with its keys. */
const PART_BYTES = 390_000;

/** The largest body of a delivery, in bytes. */
export const MAX_BODY_BYTES = 1_000_000;

/** The body of an event to store. */
export interface EventBody {
  readonly eventId: string;
  /** JSON as it is sent. */
  readonly body: string;
  /** The people whose data it holds, at most two: an entry may be given from one to another. */
  readonly personIds: readonly string[];
}

/** Index keys by which an erasure finds the body. */
const personKeys = (organizationId: string, { eventId, personIds }: EventBody, part: number) => {
  const [first, second] = personIds.map((id) => webhookEventsOfPerson(organizationId, id));
  if (first === undefined) return {};
  return {
    [COLLECTION_INDEX.partitionKey]: first,
    ...(second === undefined ? {} : { [PART_INDEX.partitionKey]: second }),
    [COLLECTION_INDEX.sortKey]: `${eventId}#${part}`,
  };
};

/**
 * Stores the body of an event once for all its deliveries and attempts, compressed, in as many items as it
 * needs. No-op if it is already stored: a body never changes.
 *
 * @param now the time of writing, as a timestamp
 */
export const storeEventBody = async (
  { writer }: Table,
  organizationId: string,
  event: EventBody,
  now: string,
): Promise<void> => {
  const bytes = gzipSync(event.body);
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      writer.put(
        {
          ...webhookEventKey(organizationId, event.eventId, part),
          ...personKeys(organizationId, event, part),
          parts,
          body: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
          [TIME_TO_LIVE_ATTRIBUTE]: timeToLive('pending', now),
        },
        undefined,
      ),
    ),
  );
};

/** The body of an event, or `undefined` if it has expired or is incomplete. */
export const readEventBody = async (
  { reader }: Table,
  organizationId: string,
  eventId: string,
): Promise<string | undefined> => {
  const items = await readItems(reader, {
    partition: webhookEventPartition(organizationId, eventId),
    consistentRead: true,
  });
  if (items.length === 0 || items.length !== items[0]?.['parts']) return undefined;
  return gunzipSync(Buffer.concat(items.map((item) => requiredBinary(item, 'body')))).toString('utf8');
};

/**
 * Keeps the body for as long as a series that starts now may need it. Returns false if it is no longer
 * stored.
 */
export const extendEventBody = async (
  { writer }: Table,
  organizationId: string,
  eventId: string,
  now: string,
): Promise<boolean> => {
  const extend = (part: number) =>
    writer.update(
      updateOf(
        webhookEventKey(organizationId, eventId, part),
        { [TIME_TO_LIVE_ATTRIBUTE]: timeToLive('pending', now) },
        { ConditionExpression: 'attribute_exists(pk)' },
      ),
    );
  const first = await extend(0);
  if (first === undefined) return false;
  const others = Array.from({ length: Number(first['parts']) - 1 }, (_, index) => extend(index + 1));
  return (await Promise.all(others)).every((item) => item !== undefined);
};

/**
 * A delivery as the admin API shows it, until its endpoint is deleted. Its `payload` is null if it was too large to
 * store, or has expired.
 */
export const readDeliveryWithPayload = async (store: Table, organizationId: string, id: string) => {
  const delivery = await readDelivery(store, organizationId, id);
  if (delivery === undefined) return undefined;
  const [endpoint, body] = await Promise.all([
    readEndpoint(store, organizationId, delivery.endpointId),
    readEventBody(store, organizationId, delivery.eventId),
  ]);
  if (endpoint === undefined) return undefined;
  return { ...viewOfDelivery(delivery), payload: body === undefined ? null : JSON.parse(body) };
};
