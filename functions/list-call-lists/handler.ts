import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../shared/contract/routes.ts';
import type { CallListCollection } from '../../shared/table/call-lists/call-list-collection.ts';
import { collectionPosition } from '../../shared/table/items/positions.ts';
import { nextPage, positionOf } from '../middleware/next-page.ts';
import type { RouteHandler } from '../middleware/route-function.ts';

export const createListCallLists =
  ({
    collection,
  }: {
    readonly collection: CallListCollection;
  }): RouteHandler<typeof ROUTES.listCallLists, ResponseBody<'listCallLists'>> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor, sort, ...filters } = request.query;
    const { isLocked, createdAfter, createdBefore } = filters;
    const scope = ['call-lists', organizationId, isLocked, createdAfter, createdBefore, sort];
    const position = positionOf(
      scope,
      cursor,
      collectionPosition({ after: createdAfter, before: createdBefore }),
    );
    const [totalCount, page] = await Promise.all([
      collection.count(organizationId, filters),
      collection.page(organizationId, filters, { descending: sort === '-createdAt', limit, position }),
    ]);
    const next = nextPage(scope, page.next, request);
    return { body: { totalCount, items: page.callLists, ...next.body }, headers: next.headers };
  };
