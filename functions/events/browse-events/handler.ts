import { type Delays, readDelays } from '../../../shared/events/delays.ts';
import { EVENT_ROUTES } from '../../../shared/operations/admin-api/events.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { type AdminOperation, adminOperation, requireAdmin } from '../../http/admin-api.ts';
import { withDataAccess } from '../../http/data-principal.ts';
import type { HttpResponse } from '../../http/response.ts';
import { createGetEvent } from './get-event.ts';
import { createListEvents } from './list-events.ts';

/** Adds how far feed and lookups are behind, also to a page that is made smaller. */
const withDelays = <B>(
  page: HttpResponse<B>,
  delays: Delays | null,
): HttpResponse<B & { delays: Delays | null }> => {
  const { smaller, ...response } = page;
  return {
    ...response,
    body: { ...page.body, delays },
    ...(smaller && { smaller: () => withDelays(smaller(), delays) }),
  };
};

/** The operations of this function, which only read. API keys and their permissions play no part here. */
export const createOperations = (reader: TableReader): readonly AdminOperation[] => {
  const listEvents = createListEvents(reader);
  const getEvent = createGetEvent(reader);
  return [
    adminOperation(EVENT_ROUTES.listEvents, async (request) => {
      const { principal, query } = request;
      const isOfOneRecord = query.kind !== undefined && query.id !== undefined;
      if (isOfOneRecord) await withDataAccess(principal, reader);
      else requireAdmin(principal, 'see the events of all records');
      const [page, delays] = await Promise.all([
        listEvents(request),
        query.include.has('delays') ? readDelays(reader, principal.organizationId, new Date()) : null,
      ]);
      return withDelays(page, delays);
    }),
    adminOperation(EVENT_ROUTES.getEvent, async (request) => {
      // It shows webhook deliveries, which only admins see.
      requireAdmin(request.principal, 'see an event with its deliveries');
      return getEvent(request);
    }),
  ];
};
