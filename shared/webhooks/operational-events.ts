import type { EventSource } from '../events/events-of-change.ts';
import { optionalNumber } from '../table/items/attributes.ts';
import type { EndpointResource } from '../table/items/resource-key.ts';
import type { Item } from '../table/reader.ts';
import { stateOfEndpoint } from './endpoints/endpoint.ts';
import { endpointFromItem, OPERATIONAL_EVENTS_ATTRIBUTE } from './endpoints/endpoint-mapper.ts';

const countOf = (item: Item): number => optionalNumber(item, OPERATIONAL_EVENTS_ATTRIBUTE) ?? 0;

/**
 * The event of a change of a webhook endpoint, if the service counted one. Admins' own changes are not
 * events.
 */
export const endpointEvents: EventSource<EndpointResource> = ({ before, after }) => {
  if (before === undefined || after === undefined || countOf(after) <= countOf(before)) return [];
  const endpoint = endpointFromItem(after);
  return [
    {
      type: endpoint.disabledReason === null ? 'webhook_endpoint.failing' : 'webhook_endpoint.disabled',
      data: stateOfEndpoint(endpoint),
      sequence: countOf(after),
    },
  ];
};
