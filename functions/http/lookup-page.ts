import type { QueryParameters } from '../../shared/contract/query-parameters.ts';
import type { LookupPage, ResourceLookup } from '../../shared/records/lookups/find-resources.ts';
import type { CollectionBody } from './collection-page.ts';
import { nextPage, positionOf } from './next-page.ts';
import { type HttpResponse, withSmaller } from './response.ts';

/** Whether a request looks something up: whether it has a parameter that excludes others. */
export const isLookup = (query: Readonly<Record<string, unknown>>, parameters: QueryParameters): boolean =>
  Object.entries(parameters).some(([name, { onlyWith }]) => {
    const value = query[name];
    return onlyWith !== undefined && (value instanceof Set ? value.size > 0 : value !== undefined);
  });

interface LookupRequest {
  readonly principal: { readonly organizationId: string };
  readonly query: { readonly limit: number; readonly cursor: string | undefined };
  urlWith(parameter: string, value: string): string;
}

interface LookupBody<T> extends CollectionBody<T> {
  /** The values, up to the end of the page, that no resource has: as the request has them. */
  readonly notFound?: readonly string[];
}

/** The end of a page in a cursor, with the number of all matches when the first page was read. */
interface End {
  readonly position: string;
  readonly count: number;
}

const endOf =
  (lookup: ResourceLookup<unknown>) =>
  (text: string): End | undefined => {
    const [, count, position = ''] = /^(\d{1,10}) (.+)$/s.exec(text) ?? [];
    return count !== undefined && lookup.endsWith(position) ? { position, count: Number(count) } : undefined;
  };

/**
 * The response for a page of what a lookup finds.
 *
 * @param view the form in which a resource is shown
 */
export const lookupPage = async <T, V>(
  lookup: ResourceLookup<T>,
  collection: string,
  request: LookupRequest,
  view: (resource: T) => V,
): Promise<HttpResponse<LookupBody<V>>> => {
  const { limit, cursor } = request.query;
  const scope = [`${collection}-look-up`, request.principal.organizationId, ...lookup.scope];
  const start = positionOf(scope, cursor, endOf(lookup));
  const page = await lookup.page({ limit, after: start?.position });
  const totalCount = start?.count ?? (page.hasMore ? await lookup.count() : page.items.length);

  const respond = ({ items, notFound, end, hasMore }: LookupPage<T>): HttpResponse<LookupBody<V>> => {
    const next = nextPage(scope, hasMore && end !== undefined ? `${totalCount} ${end}` : undefined, request);
    const response = {
      body: {
        totalCount,
        items: items.map(({ resource }) => view(resource)),
        ...(notFound && { notFound: notFound.map(({ value }) => value) }),
      },
      // The cursor may have the time of the first page.
      unversioned: next.body,
      headers: next.headers,
    };
    return withSmaller(response, items, (fewer) => {
      const before = notFound?.filter(({ at }) => at < fewer.length);
      const page = { items: fewer, end: fewer.at(-1)?.position, hasMore: true };
      return respond({ ...page, ...(before && { notFound: before }) });
    });
  };
  return respond(page);
};
