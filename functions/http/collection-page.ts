import type { CursorScope } from '../../shared/contract/cursor.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { Collection, CollectionPage } from '../../shared/records/collections/collection.ts';
import { collectionPosition } from '../../shared/table/items/positions.ts';
import { positionOf } from './next-page.ts';
import { type HttpResponse, withSmaller } from './response.ts';
import { readScan, scanPage } from './scan.ts';

/** The query parameters of every collection sorted by `changedAt`. */
interface CollectionRequest {
  readonly principal: { readonly organizationId: string };
  readonly query: {
    readonly limit: number;
    readonly cursor: string | undefined;
    readonly changedSince?: string | undefined;
    readonly sort: 'changedAt' | '-changedAt';
  };
  urlWith(parameter: string, value: string): string;
}

/** A page of a collection. */
export interface CollectionBody<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/**
 * The end of a page in a cursor. With `changedSince` it also holds the count, which is exact when the first
 * page is read: counting again for each page would cost more the more pages there are.
 */
interface End {
  readonly position: string;
  readonly count?: number;
}

const endText = ({ position, count }: End): string =>
  count === undefined ? position : `${count} ${position}`;

const endOf =
  (isCounted: boolean) =>
  (text: string): End | undefined => {
    const [, count, position = ''] = /^(?:(\d{1,10}) )?(.+)$/s.exec(text) ?? [];
    if ((count !== undefined) !== isCounted || collectionPosition()(position) === undefined) return undefined;
    return count === undefined ? { position } : { position, count: Number(count) };
  };

/**
 * The response for a page of a collection sorted by `changedAt`.
 *
 * @param scope what the cursor is bound to, besides `changedSince` and `sort`
 * @param view the form in which a resource is shown
 */
export const collectionPage = async <T, V>(
  collection: Collection<T>,
  request: CollectionRequest,
  scope: CursorScope,
  view: (resource: T) => V,
): Promise<HttpResponse<CollectionBody<V>>> => {
  const { limit, cursor, changedSince, sort } = request.query;
  const requestedAt = timestampOf(new Date());
  const descending = sort === '-changedAt';
  const wholeScope = [...scope, changedSince, sort];
  const scan = positionOf(wholeScope, cursor, readScan(endOf(changedSince !== undefined)));
  const start = scan?.position;
  const count = async (): Promise<number | undefined> =>
    changedSince === undefined ? undefined : (start?.count ?? collection.countSince(changedSince));
  const [total, counted, page] = await Promise.all([
    collection.total(),
    count(),
    collection.page({ changedSince, descending, limit, position: start?.position }),
  ]);
  const firstReadAt = scan === undefined ? requestedAt : scan.firstReadAt;

  const respond = ({ items, end, hasMore }: CollectionPage<T>): HttpResponse<CollectionBody<V>> => {
    const position = hasMore ? end : undefined;
    const text = position && endText({ position, ...(counted === undefined ? {} : { count: counted }) });
    const response: HttpResponse<CollectionBody<V>> = {
      body: { totalCount: counted ?? total, items: items.map(({ resource }) => view(resource)) },
      ...scanPage(wholeScope, request.principal.organizationId, { firstReadAt, position: text }, request),
    };
    return withSmaller(response, items, (fewer) =>
      respond({ items: fewer, end: fewer.at(-1)?.position, hasMore: true }),
    );
  };
  return respond(page);
};
