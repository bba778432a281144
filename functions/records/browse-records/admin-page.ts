import type { CollectionBody } from '../../http/collection-page.ts';
import { fittingResponse, type RouteResponse } from '../../http/route-function.ts';

/** The order in which the console shows a collection. */
export const LATEST_CHANGE_FIRST = { sort: '-changedAt', changedSince: undefined } as const;

/** A page of a collection as a response of the admin API, which has no cursor of the feed. */
export const adminPage = <T>(page: RouteResponse<CollectionBody<T>>) => {
  const { body, unversioned, headers = {} } = fittingResponse(page).response;
  const nextCursor = unversioned?.['nextCursor'];
  return { body: { ...body, ...(nextCursor === undefined ? {} : { nextCursor }) }, headers };
};
