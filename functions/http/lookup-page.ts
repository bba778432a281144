import type { QueryParameters } from '../../shared/contract/query-parameters.ts';
import type { LookupPage, ResourceLookup } from '../../shared/records/lookups/find-resources.ts';
import type { CollectionBody } from './collection-page.ts';
import { nextPage, positionOf } from './next-page.ts';
import { type HttpResponse, withSmaller } from './response.ts';
import {
  COUNT_PATTERN,
  type CountMode,
  countFromText,
  type KnownCount,
  knownCount,
  shownCount,
  textFromCount,
} from './total-count.ts';

/** Whether a request looks something up: whether it has a parameter that excludes others. */
export const isLookup = (query: Readonly<Record<string, unknown>>, parameters: QueryParameters): boolean =>
  Object.entries(parameters).some(([name, { onlyWith }]) => {
    const value = query[name];
    return onlyWith !== undefined && (value instanceof Set ? value.size > 0 : value !== undefined);
  });

interface LookupRequest {
  readonly principal: { readonly organizationId: string };
  readonly query: { readonly limit: number; readonly cursor: string | undefined; readonly count?: CountMode };
  urlWith(parameter: string, value: string): string;
}

interface LookupBody<T> extends CollectionBody<T> {
  /** The values, up to the end of the page, that no resource has: as the request has them. */
  readonly notFound?: readonly string[];
}

/** The end of a page in a cursor, with the number of all matches when the first page was read. */
interface End {
  readonly position: string;
  readonly count: KnownCount;
}

const END = new RegExp(`^${COUNT_PATTERN} (.+)$`, 's');

const endOf =
  (lookup: ResourceLookup<unknown>) =>
  (text: string): End | undefined => {
    const [, count, position = ''] = END.exec(text) ?? [];
    return count !== undefined && lookup.endsWith(position)
      ? { position, count: countFromText(count) }
      : undefined;
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
  const { limit, cursor, count: mode } = request.query;
  const scope = [`${collection}-look-up`, request.principal.organizationId, ...lookup.scope];
  const start = positionOf(scope, cursor, endOf(lookup));
  const [page, counted] = await Promise.all([
    lookup.page({ limit, after: start?.position }),
    lookup.areFew === true ? start?.count : knownCount(mode, start?.count, lookup.count),
  ]);
  const isAll = start === undefined && !page.hasMore;
  const count = isAll ? page.items.length : await knownCount(mode, counted, lookup.count);

  const respond = ({ items, notFound, end, hasMore }: LookupPage<T>): HttpResponse<LookupBody<V>> => {
    const position = hasMore && end !== undefined ? `${textFromCount(count)} ${end}` : undefined;
    const next = nextPage(scope, position, request);
    const response = {
      body: {
        totalCount: shownCount(mode, count),
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
