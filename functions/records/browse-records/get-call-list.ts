import type { RECORD_ROUTES } from '../../../shared/contract/record-routes.ts';
import type { CallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { entryPosition, entryPositionText } from '../../../shared/table/items/positions.ts';
import type { AdminHandler } from '../../http/admin-function.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { requireFound } from '../../http/not-found.ts';

export const createGetCallList =
  (callLists: CallListRepository): AdminHandler<typeof RECORD_ROUTES.getCallList> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor } = request.query;
    const scope = ['entries-of-call-list', organizationId, request.id];
    const after = positionOf(scope, cursor, entryPosition);
    const found = await callLists.getWithEntries(organizationId, request.id, { limit, after });
    const { callList, entryCount, entries, hasMore } = requireFound(found, 'call list');
    const last = entries.at(-1);
    const position = hasMore && last !== undefined ? entryPositionText(last) : undefined;
    const next = nextPage(scope, position, request);
    return { body: { ...callList, entryCount, entries, ...next.body }, headers: next.headers };
  };
