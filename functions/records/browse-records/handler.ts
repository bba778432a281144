import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import { CALL_LIST_ENTRY_STATUSES } from '../../../shared/kinds/call-list-entry-status.ts';
import { PLAIN_KINDS } from '../../../shared/kinds/names.ts';
import { plainRoutesOf, RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { entriesOfPerson } from '../../../shared/records/lookups/entries-of-person.ts';
import { createCounts } from '../../../shared/records/lookups/list-counts.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { entryPosition, entryPositionText } from '../../../shared/table/items/positions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { type AdminOperation, adminOperation } from '../../http/admin-api.ts';
import { withDataAccess } from '../../http/data-principal.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { requireFound } from '../../http/not-found.ts';
import type { HttpResponse } from '../../http/response.ts';
import { createCountRecords } from '../count-records/handler.ts';
import { createGetCallList } from '../get-call-list/handler.ts';
import { createGetPerson } from '../get-person/handler.ts';
import { createListCallListEntries } from '../list-call-list-entries/handler.ts';
import { fieldsOf } from '../list-fields/handler.ts';
import { createListPeople } from '../list-people/handler.ts';
import { operationsOf } from '../of-kinds.ts';
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

type GetCallList = BrowseHandler<typeof RECORD_ROUTES.getCallList>;

/** A call list with a page of its entries: all of them, or those with some statuses. */
const createGetFilteredCallList =
  (
    getCallList: ReturnType<typeof createGetCallList>,
    listEntries: ReturnType<typeof createListCallListEntries>,
  ): GetCallList =>
  async (request) => {
    const { id: callListId } = request;
    const { include: _included, personId: _, withoutNumber: __, ...query } = request.query;
    if (query.status.size === 0) return getCallList({ ...request, query });
    const [found, page] = await Promise.all([
      getCallList({ ...request, query: { limit: 1, cursor: undefined } }),
      listEntries({ ...request, query: { ...query, callListId, sort: 'changedAt' } }),
    ]);
    const { nextCursor: ___, entries: ____, ...callList } = found.body;
    const { smaller: _____, body, ...response } = page;
    const { totalCount: matchCount, items: entries, ...next } = body;
    return { ...response, body: { ...callList, matchCount, entries, ...next } };
  };

/** What one request examines for entries without a number. */
const EXAMINED = { limit: 500, pages: 4 } as const;

/** A call list with the entries that call some people, or that have no number. */
const createGetChosenEntries =
  (
    reader: TableReader,
    callLists: ReturnType<typeof createCallListRepository>,
    getOthers: GetCallList,
  ): GetCallList =>
  async (request) => {
    const { id, query } = request;
    const { organizationId } = request.principal;
    const { personId, withoutNumber, limit, cursor } = query;
    if (personId === undefined && withoutNumber !== true) return getOthers(request);
    const scope = ['call-list-entries', organizationId, id];
    let after = positionOf(scope, cursor, entryPosition);
    const { limit: examined, pages } = EXAMINED;
    const read = async (most: number) =>
      requireFound(await callLists.getWithEntries(organizationId, id, { limit: most, after }), 'call list');
    if (personId !== undefined) {
      const [{ callList, entryCount }, ...found] = await Promise.all([
        read(1),
        ...personId.map(({ value }) => entriesOfPerson(reader, organizationId, value)),
      ]);
      const entries = found
        .flat()
        .filter(({ callListId }) => callListId === id)
        .sort((one, other) => one.position - other.position);
      return { body: { ...callList, entryCount, matchCount: entries.length, entries } };
    }
    const entries: CallListEntry[] = [];
    for (let count = 1; ; count++) {
      const page = await read(examined);
      const found = page.entries.filter(({ phone }) => phone === null).slice(0, limit - entries.length);
      entries.push(...found);
      const isFull = entries.length === limit;
      const last = isFull ? found.at(-1) : page.entries.at(-1);
      const hasMore = page.hasMore || (isFull && last?.id !== page.entries.at(-1)?.id);
      if (last !== undefined && hasMore && !isFull && count < pages) {
        after = { position: last.position, id: last.id };
        continue;
      }
      const next = nextPage(scope, hasMore && last ? entryPositionText(last) : undefined, request);
      const { callList, entryCount } = page;
      return { body: { ...callList, entryCount, entries, ...next.body }, headers: next.headers };
    }
  };

/** How many entries of a call list have each status; `null` while they are not counted completely. */
const countStatuses = async (reader: TableReader, organizationId: string, callListId: string) => {
  const byStatus = { filter: 'ENTRY_STATUS', fields: ['callListId', 'status'] } as const;
  const counts = createCounts(reader, organizationId, byStatus);
  const [isComplete, found] = await Promise.all([
    counts.isComplete(),
    counts.of(CALL_LIST_ENTRY_STATUSES.map((status) => [callListId, status])),
  ]);
  return isComplete ? found : null;
};

const withStatusCounts =
  (reader: TableReader, getCallList: GetCallList): GetCallList =>
  async (request) => {
    const { id, principal, query } = request;
    if (!query.include.has('statusCounts')) return getCallList(request);
    const [found, statusCounts] = await Promise.all([
      getCallList(request),
      countStatuses(reader, principal.organizationId, id),
    ]);
    const add = (response: typeof found): typeof found => {
      const { smaller, body } = response;
      return {
        ...response,
        body: { ...body, statusCounts },
        ...(smaller && { smaller: () => add(smaller()) }),
      };
    };
    return add(found);
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
    browse(RECORD_ROUTES.countRecords, createCountRecords({ reader })),
    ...PLAIN_KINDS.flatMap((kind) => {
      if (kind === 'person') return [];
      const { list, get } = operationsOf(kind);
      const routes = plainRoutesOf(kind);
      return [browse(routes.list, list({ reader })), browse(routes.get, get({ reader }))];
    }),
    browse(RECORD_ROUTES.listCallLists, createListCountedCallLists(reader)),
    browse(
      RECORD_ROUTES.getCallList,
      withStatusCounts(
        reader,
        createGetChosenEntries(
          reader,
          callLists,
          createGetFilteredCallList(
            createGetCallList({ callLists, people, companies }),
            createListCallListEntries({ reader }),
          ),
        ),
      ),
    ),
  ];
};
