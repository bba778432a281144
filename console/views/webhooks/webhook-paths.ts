/** The address of the view, and the prefix of its pages. */
export const WEBHOOKS_PATH = 'organization/developer/webhooks';

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

/** The address of the page of an endpoint, which dialogs extend. */
export const endpointPath = (id: string, filter: DeliveryFilter = 'all'): string =>
  `${WEBHOOKS_PATH}/${id}${filter === 'all' ? '' : `/state/${filter}`}`;

export const deliveryPath = (endpointId: string, id: string): string =>
  `${endpointPath(endpointId)}/deliveries/${id}`;

/** What an address shows of an endpoint: one of its deliveries, or its page, with a dialog for an action. */
export interface EndpointAddress {
  readonly filter: DeliveryFilter;
  readonly deliveryId: string | undefined;
  readonly action: string | undefined;
}

/** @param rest the part of the address after the id of the endpoint */
export const endpointAddressOf = ([first, second, third]: readonly string[]): EndpointAddress => {
  if (first === 'deliveries') return { filter: 'all', deliveryId: second, action: undefined };
  if (first !== 'state') return { filter: 'all', deliveryId: undefined, action: first };
  return { filter: isDeliveryFilter(second) ? second : 'all', deliveryId: undefined, action: third };
};
