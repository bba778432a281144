import type { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { createGetCallList } from '../get-call-list/handler.ts';
import { createListCallListEntries } from '../list-call-list-entries/handler.ts';
import { asClient, withoutFeed } from './as-client.ts';

const NO_INCLUDE = { include: new Set<never>() } as const;

/** A call list with a page of its entries: all of them, or those with some statuses. */
export const createGetFilteredCallList = (
  reader: TableReader,
  getCallList: ReturnType<typeof createGetCallList>,
): AdminHandler<typeof RECORD_ROUTES.getCallList> => {
  const listEntries = createListCallListEntries({ reader });
  return async (request) => {
    const { status, limit, cursor } = request.query;
    if (status.size === 0) return getCallList(asClient(request, { limit, cursor, ...NO_INCLUDE }));
    const lookup = {
      ...{ status, limit, cursor, callListId: request.id },
      ...{ personId: undefined, nextCallBefore: undefined, changedSince: undefined },
      sort: 'changedAt',
    } as const;
    const [found, page] = await Promise.all([
      getCallList(asClient(request, { limit: 1, cursor: undefined, ...NO_INCLUDE })),
      listEntries(asClient(request, lookup)),
    ]);
    const { nextCursor: _, entries: __, ...callList } = found.body;
    const { smaller: ___, body, ...response } = withoutFeed(page);
    const { totalCount: matchCount, items: entries, ...next } = body;
    return { ...response, body: { ...callList, matchCount, entries, ...next } };
  };
};
