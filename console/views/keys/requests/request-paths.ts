import { hrefOf } from '../../../routing/route.ts';

/** The address of the view, and the prefix of the pages of requests. */
export const REQUESTS_PATH = 'organization/developer/requests';

/** The filters in an address, as in the admin API. */
export type RequestFilters = Readonly<
  Partial<Record<'keyId' | 'status' | 'route' | 'requestId' | 'after' | 'before', string>>
>;

export const requestsHref = (filters: RequestFilters): string => hrefOf(REQUESTS_PATH, filters);

export const requestHref = (id: string): string => hrefOf(`${REQUESTS_PATH}/${id}`);
