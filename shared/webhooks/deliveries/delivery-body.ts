import { gunzipSync } from 'node:zlib';
import { TEST_EVENT_TYPE } from '../../contract/events/event-types.ts';
import { feedPosition } from '../../events/feed/feed-position.ts';
import { readChunk } from '../../events/feed/stored-chunks.ts';
import { eventView } from '../../kinds/event-view.ts';
import { coalesced } from '../../runtime/coalesced.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { readEndpoint } from '../endpoints/endpoint-repository.ts';
import { type Delivery, viewOfDelivery } from './delivery.ts';
import { readDelivery } from './delivery-repository.ts';
import { requestOf } from './delivery-request.ts';
import { readHiddenBefore } from './list-deliveries.ts';

const idOf = (json: string): unknown => JSON.parse(json).id;

type ChunkReader = (organizationId: string, chunk: number) => ReturnType<typeof readChunk>;

/** Reads each chunk of the feed once for all calls of the same moment. */
const createChunkReader = ({ reader }: Table): ChunkReader => {
  const textOf = (organizationId: string, chunk: number): string => `${organizationId} ${chunk}`;
  const readTogether = coalesced(async (wanted: readonly Parameters<ChunkReader>[]) => {
    const distinct = new Map(wanted.map((each) => [textOf(...each), each]));
    return new Map([...distinct].map(([text, each]) => [text, readChunk(reader, ...each)]));
  });
  return async (...wanted) => (await readTogether([wanted])).get(textOf(...wanted));
};

/**
 * Makes a function that reads the JSON of a delivery's event with all that it has; {@link
 * createSentBodyReader} reads what is sent. It returns `undefined` if the event has expired, was erased or
 * was too large, and if another one has its place in the feed, which happens after the table is restored from
 * a backup.
 */
export const createBodyReader = (store: Table) => {
  const chunkOf = createChunkReader(store);
  return async ({ organizationId, eventId, feedPosition: text, body }: Delivery) => {
    if (body !== null) return gunzipSync(body).toString('utf8');
    if (text === null) return undefined;
    const position = feedPosition(text);
    const json = position && (await chunkOf(organizationId, position.chunk))?.events[position.index]?.json;
    return json !== undefined && idOf(json) === eventId ? json : undefined;
  };
};

/** What identifies an event and its record, which a delivery knows without the event. */
const thinBodyOf = ({ eventId, eventType, eventTimestamp, sequence, resourceId }: Delivery): string =>
  JSON.stringify({
    id: eventId,
    type: eventType,
    timestamp: eventTimestamp,
    sequence,
    data: { id: resourceId },
  });

/**
 * Makes a function that reads the JSON of a delivery as its endpoint gets it now; `undefined` as for
 * {@link createBodyReader}.
 */
export const createSentBodyReader = (store: Table) => {
  const readBody = createBodyReader(store);
  return async (
    delivery: Delivery,
    { includesContactDetails, payload }: Pick<WebhookEndpoint, 'includesContactDetails' | 'payload'>,
  ): Promise<string | undefined> => {
    if (payload === 'thin') return thinBodyOf(delivery);
    const body = await readBody(delivery);
    // A test event shows no record.
    if (delivery.eventType === TEST_EVENT_TYPE) return body;
    return body && eventView(includesContactDetails)(delivery.eventType, body);
  };
};

/**
 * A delivery as the admin API shows it, until its endpoint is deleted. Its `payload` and `request` are null
 * if it was too large to deliver, or is no longer stored.
 */
export const readDeliveryWithPayload = async (store: Table, organizationId: string, id: string) => {
  const delivery = await readDelivery(store, organizationId, id);
  if (delivery === undefined) return undefined;
  if (delivery.eventTimestamp < (await readHiddenBefore(store.reader, organizationId))) return undefined;
  const endpoint = await readEndpoint(store, organizationId, delivery.endpointId);
  if (endpoint === undefined) return undefined;
  const body = await createSentBodyReader(store)(delivery, endpoint);
  return {
    ...viewOfDelivery(delivery),
    eventPosition: delivery.feedPosition,
    payload: body === undefined ? null : JSON.parse(body),
    request: body === undefined ? null : requestOf(delivery, endpoint, body),
  };
};
