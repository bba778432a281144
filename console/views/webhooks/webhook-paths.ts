import { hrefOf, type Query } from '../../routing/route.ts';

/** The address of the view, and the prefix of its pages. */
export const WEBHOOKS_PATH = 'organization/developer/webhooks';

export const endpointPath = (id: string): string => `${WEBHOOKS_PATH}/${id}`;

export const deliveryPath = (endpointId: string, id: string): string =>
  `${endpointPath(endpointId)}/deliveries/${id}`;

/** Which deliveries the page of an endpoint shows, with their tab. */
export const DELIVERY_FILTERS = {
  all: 'All',
  failed: 'Failed',
  retrying: 'Retrying',
  missed: 'Missed',
} as const;

export type DeliveryFilter = keyof typeof DELIVERY_FILTERS;

const isDeliveryFilter = (text: string | undefined): text is DeliveryFilter =>
  text !== undefined && Object.hasOwn(DELIVERY_FILTERS, text);

/** The filter in an address. */
export const deliveryFilterOf = ({ state }: Query): DeliveryFilter =>
  isDeliveryFilter(state) ? state : 'all';

/** The address of an endpoint with these deliveries. */
export const deliveriesHref = (id: string, filter: DeliveryFilter): string =>
  hrefOf(endpointPath(id), { state: filter === 'all' ? undefined : filter });
