import { readFeedHead, unsubscribeFromFeed } from '../../events/feed/feed-head.ts';
import { lazilyByKey } from '../../runtime/lazily.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readEndpoints } from './endpoint-repository.ts';

/** How long a list is used, in milliseconds. */
const USED_FOR = 10_000;

/** How far the clocks of SQS and of a function may be apart, in milliseconds: far more than they are. */
const CLOCK_SKEW = 1_000;

/** Lists that are kept at once: those of organizations with 1,000 endpoints have a megabyte each. */
const MAX_LISTS = 50;

/** When SQS queued an event, and when the function received it, each by its own clock in milliseconds. */
export interface EventTimes {
  readonly queuedAt: number;
  readonly receivedAt: number;
}

const AT_ANY_TIME: EventTimes = { queuedAt: 0, receivedAt: 0 };

/**
 * Reads the endpoints of an organization. If there are none, publishers skip the bus from then on. Disabled
 * ones list what they miss.
 */
const readSubscribers = async (store: Table, organizationId: string): Promise<readonly WebhookEndpoint[]> => {
  const endpoints = await readEndpoints(store, organizationId);
  if (endpoints.length > 0) return endpoints;
  const head = await readFeedHead(store.reader, organizationId, { consistentRead: true });
  if (head.isUnsubscribed) return endpoints;
  // Read after the head: the head then shows each endpoint that is registered later.
  const registered = await readEndpoints(store, organizationId);
  if (registered.length === 0) await unsubscribeFromFeed(store.writer, organizationId, head);
  return registered;
};

/**
 * Makes a function that lists the endpoints of an organization for an event: as they were after the event was
 * queued, at most 10 seconds ago. So while events wait, one strongly consistent read of all endpoints serves
 * many batches, and an event never misses an endpoint that was registered before it. Attempts detect
 * endpoints that were disabled or deleted since. Without an event, it lists them as they were at most 10
 * seconds ago.
 *
 * @param now the current time in milliseconds
 */
export const createEndpointLists = (
  store: Table,
  now: () => number,
): ((organizationId: string, times?: EventTimes) => Promise<readonly WebhookEndpoint[]>) => {
  const listOf = lazilyByKey<readonly WebhookEndpoint[]>(MAX_LISTS, now);
  return (organizationId, { queuedAt, receivedAt } = AT_ANY_TIME) =>
    listOf(
      organizationId,
      () => readSubscribers(store, organizationId),
      (readAt) => readAt >= Math.min(queuedAt + CLOCK_SKEW, receivedAt) && now() - readAt < USED_FOR,
    );
};
