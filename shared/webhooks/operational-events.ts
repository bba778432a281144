import type { EndpointState } from '../contract/events.ts';
import { optionalNumber } from '../table/items/attributes.ts';
import type { Item } from '../table/reader.ts';
import { stateOfEndpoint } from './endpoints/endpoint.ts';
import { endpointFromItem, OPERATIONAL_EVENTS_ATTRIBUTE } from './endpoints/endpoint-mapper.ts';

export interface OperationalEvent {
  readonly type: 'webhook_endpoint.failing' | 'webhook_endpoint.disabled';
  readonly data: EndpointState;
  readonly sequence: number;
}

const countOf = (item: Item): number => optionalNumber(item, OPERATIONAL_EVENTS_ATTRIBUTE) ?? 0;

/**
 * The event of a change of a webhook endpoint: `undefined` unless the service counted one. Admins' own
 * changes are not events.
 */
export const operationalEventOf = (
  before: Item | undefined,
  after: Item | undefined,
): OperationalEvent | undefined => {
  if (before === undefined || after === undefined || countOf(after) <= countOf(before)) return undefined;
  const endpoint = endpointFromItem(after);
  return {
    type: endpoint.disabledReason === null ? 'webhook_endpoint.failing' : 'webhook_endpoint.disabled',
    data: stateOfEndpoint(endpoint),
    sequence: countOf(after),
  };
};
