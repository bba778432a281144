import { hrefOf } from '../../../routing/route.ts';

/** The address of the view, and the prefix of the pages of requests. */
export const REQUESTS_PATH = 'organization/developer/requests';

/** The parameters of an address that filter, as in the admin API. */
export const REQUEST_FILTERS = [
  'keyId',
  'status',
  'reason',
  'route',
  'path',
  'address',
  'requestId',
  'after',
  'before',
] as const;

export type RequestFilters = Readonly<Partial<Record<(typeof REQUEST_FILTERS)[number], string>>>;

export const requestsHref = (filters: RequestFilters): string => hrefOf(REQUESTS_PATH, filters);

export const requestHref = (id: string): string => hrefOf(`${REQUESTS_PATH}/${id}`);
