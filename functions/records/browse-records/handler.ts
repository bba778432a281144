import { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { type AdminHandler, type AdminOperation, adminOperation } from '../../http/admin-api.ts';
import { requireDataAccess } from '../../http/require-data-access.ts';
import { createGetCallList } from '../get-call-list/handler.ts';
import { createGetCompany } from '../get-company/handler.ts';
import { createGetPerson } from '../get-person/handler.ts';
import { createListCompanies } from '../list-companies/handler.ts';
import { fieldsOf } from '../list-fields/handler.ts';
import { createListPeople } from '../list-people/handler.ts';
import { asClient, withoutFeed } from './as-client.ts';
import { createGetFilteredCallList } from './get-call-list.ts';
import { createListCountedCallLists } from './list-call-lists.ts';
import { createListEntriesOfPerson } from './list-entries-of-person.ts';

const WHOLE = { changedSince: undefined } as const;

/** The operations of this function, which read as the data API does, and more for call lists. */
export const createOperations = (reader: TableReader): readonly AdminOperation[] => {
  const people = createPersonRepository(reader);
  const companies = createCompanyRepository(reader);
  const listPeople = createListPeople({ reader });
  const getPerson = createGetPerson({ people, companies });
  const listCompanies = createListCompanies({ reader });
  const getCompany = createGetCompany({ companies });
  const getCallList = createGetCallList({ callLists: createCallListRepository(reader), people, companies });

  const withDataAccess = <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation =>
    adminOperation<R>(route, async (request) => {
      await requireDataAccess(request.principal, reader);
      return handle(request);
    });

  return [
    withDataAccess(RECORD_ROUTES.listPeople, async (request) =>
      withoutFeed(await listPeople(asClient(request, { ...request.query, ...WHOLE }))),
    ),
    withDataAccess(RECORD_ROUTES.getPerson, (request) =>
      getPerson(asClient(request, { include: new Set<never>() })),
    ),
    withDataAccess(RECORD_ROUTES.listEntriesOfPerson, createListEntriesOfPerson(reader, people)),
    withDataAccess(RECORD_ROUTES.listFields, async ({ principal, query }) => {
      const items = await fieldsOf(reader, principal.organizationId, query.resource);
      return { body: { items } };
    }),
    withDataAccess(RECORD_ROUTES.listCompanies, async (request) =>
      withoutFeed(await listCompanies(asClient(request, { ...request.query, ...WHOLE }))),
    ),
    withDataAccess(RECORD_ROUTES.getCompany, (request) => getCompany(asClient(request, {}))),
    withDataAccess(RECORD_ROUTES.listCallLists, createListCountedCallLists(reader)),
    withDataAccess(RECORD_ROUTES.getCallList, createGetFilteredCallList(reader, getCallList)),
  ];
};
