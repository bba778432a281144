import { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { type AdminOperation, adminOperation } from '../../http/admin-api.ts';
import { withDataAccess } from '../../http/data-principal.ts';
import type { HttpResponse } from '../../http/response.ts';
import { createGetCallList } from '../get-call-list/handler.ts';
import { createGetCompany } from '../get-company/handler.ts';
import { createGetPerson } from '../get-person/handler.ts';
import { createListCallListEntries } from '../list-call-list-entries/handler.ts';
import { createListCompanies } from '../list-companies/handler.ts';
import { fieldsOf } from '../list-fields/handler.ts';
import { createListPeople } from '../list-people/handler.ts';
import type { BrowseHandler } from '../record-function.ts';
import { createListCountedCallLists } from './list-call-lists.ts';
import { createListEntriesOfPerson } from './list-entries-of-person.ts';

/** A page as the console gets it: without the cursor of the feed, which it does not follow. */
export const withoutFeed = <B>(page: HttpResponse<B>): HttpResponse<B> => {
  const { smaller, unversioned: { nextCursor } = {} } = page;
  return {
    ...page,
    unversioned: nextCursor === undefined ? {} : { nextCursor },
    ...(smaller && { smaller: () => withoutFeed(smaller()) }),
  };
};

/** A call list with a page of its entries: all of them, or those with some statuses. */
const createGetFilteredCallList =
  (
    getCallList: ReturnType<typeof createGetCallList>,
    listEntries: ReturnType<typeof createListCallListEntries>,
  ): BrowseHandler<typeof RECORD_ROUTES.getCallList> =>
  async (request) => {
    const { id: callListId, query } = request;
    if (query.status.size === 0) return getCallList(request);
    const [found, page] = await Promise.all([
      getCallList({ ...request, query: { limit: 1, cursor: undefined } }),
      listEntries({ ...request, query: { ...query, callListId, sort: 'changedAt' } }),
    ]);
    const { nextCursor: _, entries: __, ...callList } = found.body;
    const { smaller: ___, body, ...response } = page;
    const { totalCount: matchCount, items: entries, ...next } = body;
    return { ...response, body: { ...callList, matchCount, entries, ...next } };
  };

/** The operations of this function, which read as the data API does, and more for call lists. */
export const createOperations = (reader: TableReader): readonly AdminOperation[] => {
  const people = createPersonRepository(reader);
  const companies = createCompanyRepository(reader);
  const callLists = createCallListRepository(reader);

  const browse = <R extends AdminRoute>(route: R, handle: BrowseHandler<R>): AdminOperation =>
    adminOperation<R>(route, async (request) => {
      const principal = await withDataAccess(request.principal, reader);
      return withoutFeed(await handle({ ...request, principal }));
    });

  return [
    browse(RECORD_ROUTES.listPeople, createListPeople({ reader })),
    browse(RECORD_ROUTES.getPerson, createGetPerson({ people, companies })),
    browse(RECORD_ROUTES.listEntriesOfPerson, createListEntriesOfPerson(reader, people)),
    browse(RECORD_ROUTES.listFields, async ({ principal, query }) => {
      const items = await fieldsOf(reader, principal.organizationId, query.resource);
      return { body: { items } };
    }),
    browse(RECORD_ROUTES.listCompanies, createListCompanies({ reader })),
    browse(RECORD_ROUTES.getCompany, createGetCompany(companies)),
    browse(RECORD_ROUTES.listCallLists, createListCountedCallLists(reader)),
    browse(
      RECORD_ROUTES.getCallList,
      createGetFilteredCallList(
        createGetCallList({ callLists, people, companies }),
        createListCallListEntries({ reader }),
      ),
    ),
  ];
};
