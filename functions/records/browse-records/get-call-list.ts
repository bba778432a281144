import type { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import type { createGetCallList } from '../get-call-list/handler.ts';
import type { createListCallListEntries } from '../list-call-list-entries/handler.ts';
import type { BrowseHandler } from '../record-function.ts';

/** A call list with a page of its entries: all of them, or those with some statuses. */
export const createGetFilteredCallList =
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
