import type { AdminRoute } from '../../../shared/contract/admin-route.ts';
import { EVENT_ROUTES } from '../../../shared/contract/event-routes.ts';
import { RECORD_ROUTES } from '../../../shared/contract/record-routes.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { type AdminHandler, type AdminOperation, adminOperation } from '../../http/admin-function.ts';
import { requireFound } from '../../http/not-found.ts';
import { requireAdmin } from '../../http/require-admin.ts';
import { requireDataAccess } from '../../http/require-data-access.ts';
import { createGetCallList } from './get-call-list.ts';
import { createGetEvent } from './get-event.ts';
import { createListCallLists } from './list-call-lists.ts';
import { createListCompanies } from './list-companies.ts';
import { createListEntriesOfPerson } from './list-entries-of-person.ts';
import { createListEvents } from './list-events.ts';
import { createListPeople } from './list-people.ts';

/** The operations of this function, which only read. API keys and their permissions play no part here. */
export const createOperations = (reader: TableReader): readonly AdminOperation[] => {
  const people = createPersonRepository(reader);
  const companies = createCompanyRepository(reader);

  const withDataAccess = <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation =>
    adminOperation<R>(route, async (request) => {
      await requireDataAccess(request.principal, reader);
      return handle(request);
    });

  const listEvents = createListEvents(reader);
  const getEvent = createGetEvent(reader);
  return [
    withDataAccess(RECORD_ROUTES.listPeople, createListPeople(reader)),
    withDataAccess(RECORD_ROUTES.getPerson, async ({ principal: { organizationId }, id }) => ({
      body: requireFound(await people.get(organizationId, id), 'person'),
    })),
    withDataAccess(RECORD_ROUTES.listEntriesOfPerson, createListEntriesOfPerson(reader, people)),
    withDataAccess(RECORD_ROUTES.listCompanies, createListCompanies(reader)),
    withDataAccess(RECORD_ROUTES.getCompany, async ({ principal: { organizationId }, id }) => ({
      body: requireFound(await companies.get(organizationId, id), 'company'),
    })),
    withDataAccess(RECORD_ROUTES.listCallLists, createListCallLists(reader)),
    withDataAccess(RECORD_ROUTES.getCallList, createGetCallList(createCallListRepository(reader))),
    adminOperation(EVENT_ROUTES.listEvents, async (request) => {
      const { principal, query } = request;
      const isOfOneRecord = query.kind !== undefined && query.id !== undefined;
      if (isOfOneRecord) await requireDataAccess(principal, reader);
      else requireAdmin(principal, 'see the events of all records');
      return listEvents(request);
    }),
    adminOperation(EVENT_ROUTES.getEvent, async (request) => {
      // It shows webhook deliveries, which only admins see.
      requireAdmin(request.principal, 'see an event with its deliveries');
      return getEvent(request);
    }),
  ];
};
