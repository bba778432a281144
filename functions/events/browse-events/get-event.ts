import { ProblemError } from '../../../shared/contract/problems.ts';
import { horizonOf, readFeedHead } from '../../../shared/events/feed/feed-head.ts';
import { feedPosition } from '../../../shared/events/feed/feed-position.ts';
import { readChunk } from '../../../shared/events/feed/stored-chunks.ts';
import { kindOfEvent } from '../../../shared/kinds/event-kinds.ts';
import type { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import { webhookDeliveryKey } from '../../../shared/table/items/webhook-keys.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { deliveriesFromItems } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { deliveryIdsOf } from '../../../shared/webhooks/erasure/erase-events.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { viewOfEvents } from './list-events.ts';

const notFound = (): ProblemError =>
  new ProblemError(
    'not-found',
    'There is no event at this position. Events expire, and those of an erased person are removed.',
  );

/** One event with its deliveries to all current endpoints. */
export const createGetEvent =
  (reader: TableReader): AdminHandler<typeof EVENT_ROUTES.getEvent> =>
  async ({ principal, id }) => {
    const { organizationId } = principal;
    const position = feedPosition(id);
    if (position === undefined) throw notFound();
    const [head, chunk, endpoints] = await Promise.all([
      readFeedHead(reader, organizationId),
      readChunk(reader, organizationId, position.chunk),
      readEndpoints({ reader }, organizationId),
    ]);
    const isExpired = chunk !== undefined && chunk.at < horizonOf(head, new Date());
    const event = isExpired ? undefined : chunk?.events[position.index];
    if (event === undefined || kindOfEvent(event.type) === undefined) throw notFound();
    const viewOf = await viewOfEvents(reader, principal, [event]);
    const view = viewOf({ ...event, position });
    const keys = deliveryIdsOf(view.event.id, endpoints).map((each) =>
      webhookDeliveryKey(organizationId, each),
    );
    const items = await reader.getMany(keys, { consistentRead: true });
    const deliveries = deliveriesFromItems(items)
      .map(viewOfDelivery)
      .sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
    return { body: { ...view, deliveries } };
  };
