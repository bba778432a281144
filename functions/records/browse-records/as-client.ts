import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { HttpResponse } from '../../http/response.ts';
import type { UserPrincipal } from '../../http/user-principal.ts';

const EVERY_PERMISSION = new Set(PERMISSIONS);

/** The request of a user as a client with every permission would send it to the data API. */
export const asClient = <T extends { readonly principal: UserPrincipal }, Q>(request: T, query: Q) => {
  const { organizationId, actor } = request.principal;
  return {
    ...request,
    principal: { organizationId, keyId: actor.id, permissions: EVERY_PERMISSION },
    query: { ...query, fields: undefined },
  };
};

/**
 * A page of the data API as the console gets it: without the cursor of the feed, which it does not follow.
 */
export const withoutFeed = <B>(page: HttpResponse<B>): HttpResponse<B> => {
  const { nextCursor } = page.unversioned ?? {};
  const { smaller } = page;
  return {
    ...page,
    unversioned: nextCursor === undefined ? {} : { nextCursor },
    ...(smaller && { smaller: () => withoutFeed(smaller()) }),
  };
};
