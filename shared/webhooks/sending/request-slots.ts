import { coalesced } from '../../runtime/coalesced.ts';
import { requiredNumber } from '../../table/items/attributes.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { webhookSlotsKey } from '../../table/items/webhook-keys.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';

type Limited = Pick<WebhookEndpoint, 'organizationId' | 'id'> & { readonly maxPerSecond: number };

interface Turn {
  readonly endpoint: Limited;
  readonly requests: number;
}

/** When the next request may start, in microseconds since 1970. */
const NEXT_SLOT = 'nextSlot';

const MICROSECONDS = 1_000_000;

/** Deliveries that would start later fail instead, in microseconds: 7 days. */
const MAX_AHEAD = 7 * 86_400 * MICROSECONDS;

/** Concurrent reservations for one endpoint can each lose a race. */
const MAX_TRIES = 10;

type Update = Extract<WriteOperation, { readonly update: unknown }>['update'];

const reserve = async (
  { reader, writer }: Table,
  { organizationId, id, maxPerSecond }: Limited,
  count: number,
  now: number,
): Promise<number | undefined> => {
  const length = count * Math.ceil(MICROSECONDS / maxPerSecond);
  const key = webhookSlotsKey(organizationId, id);
  const update = (
    expression: string,
    condition: string,
    values: Readonly<Record<string, number>>,
  ): Update => ({
    Key: { ...key },
    UpdateExpression: `SET #next = ${expression}, #ttl = :ttl`,
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#next': NEXT_SLOT, '#ttl': TIME_TO_LIVE_ATTRIBUTE },
    ExpressionAttributeValues: {
      ...values,
      ':now': now,
      ':length': length,
      ':ttl': Math.ceil((now + 2 * MAX_AHEAD) / MICROSECONDS),
    },
  });
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const stored =
      (await writer.update(
        update('#next + :length', '#next > :now AND #next < :last', { ':last': now + MAX_AHEAD }),
      )) ??
      (await writer.update(update(':now + :length', 'attribute_not_exists(#next) OR #next <= :now', {})));
    if (stored !== undefined) return requiredNumber(stored, NEXT_SLOT) - length;
    const read = await reader.get(key, { consistentRead: true });
    if (read !== undefined && requiredNumber(read, NEXT_SLOT) >= now + MAX_AHEAD) return undefined;
  }
  throw new Error(`The requests to the endpoint ${id} could not be scheduled.`);
};

/**
 * Makes a function that reserves the time of the next requests to an endpoint with a limit per second, for
 * all functions together: requests follow each other at least a second divided by the limit apart. Those of
 * the same moment share a write.
 *
 * @param now the current time in milliseconds
 * @returns the time of the first in milliseconds, in the past if the request may start now; `undefined` if
 * all times of the next 7 days are taken
 */
export const createRequestSlots = (
  store: Table,
  now: () => number = Date.now,
): ((endpoint: Limited, requests?: number) => Promise<number | undefined>) => {
  const reserveTogether = coalesced(async (turns: readonly Turn[]) => {
    const start = now() * 1_000;
    const slots = new Map<Turn, Promise<number | undefined>>();
    for (const ofEndpoint of Map.groupBy(turns, ({ endpoint }) => endpoint.id).values()) {
      const [{ endpoint } = { endpoint: undefined }] = ofEndpoint;
      if (endpoint === undefined) continue;
      const total = ofEndpoint.reduce((sum, { requests }) => sum + requests, 0);
      const first = reserve(store, endpoint, total, start);
      const length = Math.ceil(MICROSECONDS / endpoint.maxPerSecond);
      let before = 0;
      for (const turn of ofEndpoint) {
        const offset = before * length;
        before += turn.requests;
        slots.set(
          turn,
          first.then((slot) => slot && (slot + offset) / 1_000),
        );
      }
    }
    return slots;
  });
  return async (endpoint, requests = 1) => {
    const turn = { endpoint, requests };
    return (await reserveTogether([turn])).get(turn);
  };
};
