import { isUuid } from '../../shared/domain/uuid.ts';
import type { LookupPage, RecordLookup } from '../../shared/records/lookups/record-lookup.ts';
import type { CollectionBody } from './collection-page.ts';
import { nextPage, positionOf } from './next-page.ts';
import { type HttpResponse, withSmaller } from './response.ts';

interface LookupRequest {
  readonly principal: { readonly organizationId: string };
  readonly query: { readonly limit: number; readonly cursor: string | undefined };
  urlWith(parameter: string, value: string): string;
}

/** The end of a page in a cursor, with the number of all matches when the first page was read. */
interface End {
  readonly id: string;
  readonly count: number;
}

const endOf =
  (lookup: RecordLookup<unknown>) =>
  (text: string): End | undefined => {
    const [, count, id = ''] = /^(\d{1,10}) (.+)$/s.exec(text) ?? [];
    return count !== undefined && isUuid(id) && lookup.endsWith(id)
      ? { id, count: Number(count) }
      : undefined;
  };

/**
 * The response for a page of what a lookup finds.
 *
 * @param view the form in which a record is shown
 */
export const lookupPage = async <T extends { readonly id: string }>(
  lookup: RecordLookup<T>,
  collection: 'people' | 'companies',
  request: LookupRequest,
  view: (record: T) => T,
): Promise<HttpResponse<CollectionBody<T>>> => {
  const { limit, cursor } = request.query;
  const scope = [`${collection}-look-up`, request.principal.organizationId, lookup.name, lookup.value];
  const start = positionOf(scope, cursor, endOf(lookup));
  const page = await lookup.page({ limit, after: start?.id });
  const totalCount = start?.count ?? (page.hasMore ? await lookup.count() : page.items.length);

  const respond = ({ items, end, hasMore }: LookupPage<T>): HttpResponse<CollectionBody<T>> => {
    const next = nextPage(scope, hasMore && end !== undefined ? `${totalCount} ${end}` : undefined, request);
    const response = {
      body: { totalCount, items: items.map(view), ...next.body },
      headers: next.headers,
    };
    return withSmaller(response, items, (fewer) =>
      respond({ items: fewer, end: fewer.at(-1)?.id, hasMore: true }),
    );
  };
  return respond(page);
};
