import type { CursorScope } from '../../shared/contract/cursor.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { Collection, CollectionPage } from '../../shared/records/collections/collection.ts';
import { collectionPosition } from '../../shared/table/items/positions.ts';
import { firstRead } from './event-cursor.ts';
import { positionOf } from './next-page.ts';
import { type HttpResponse, withSmaller } from './response.ts';
import { readScan, scanPage } from './scan.ts';
import {
  COUNT_PATTERN,
  type CountMode,
  countFromText,
  type KnownCount,
  knownCount,
  shownCount,
  textFromCount,
} from './total-count.ts';

/** The query parameters of every collection sorted by `changedAt`. */
interface CollectionRequest {
  readonly principal: { readonly organizationId: string };
  readonly query: {
    readonly limit: number;
    readonly cursor: string | undefined;
    readonly count?: CountMode;
    readonly changedSince?: string | undefined;
    readonly sort: 'changedAt' | '-changedAt';
  };
  urlWith(parameter: string, value: string): string;
}

/** A page of a collection. */
export interface CollectionBody<T> {
  readonly totalCount: number | null;
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/**
 * The end of a page in a cursor. With bounds it also holds the count, which is right when the first page is
 * read: counting again for each page would cost more the more pages there are.
 */
interface End {
  readonly position: string;
  readonly count: KnownCount;
}

const END = new RegExp(`^(?:${COUNT_PATTERN} )?(.+)$`, 's');

export const endText = ({ position, count }: End): string => `${textFromCount(count)} ${position}`;

/** @param read parses the position; `undefined` if no page can end there */
export const endOf =
  (read: (text: string) => string | undefined) =>
  (text: string): End | undefined => {
    const [, count, position = ''] = END.exec(text) ?? [];
    return read(position) === undefined ? undefined : { position, count: countFromText(count) };
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
  const { limit, cursor, changedSince, sort, count: mode } = request.query;
  const requestedAt = timestampOf(new Date());
  const descending = sort === '-changedAt';
  const wholeScope = [...scope, changedSince, sort];
  const scan = positionOf(wholeScope, cursor, readScan(endOf(collectionPosition())));
  const start = scan?.position;
  const isWhole = changedSince === undefined;
  const [count, page] = await Promise.all([
    knownCount(mode, isWhole ? undefined : start?.count, (isExact) =>
      isWhole ? collection.total() : collection.countSince(changedSince, isExact),
    ),
    collection.page({ changedSince, descending, limit, position: start?.position }),
  ]);
  const first = scan?.first ?? firstRead(requestedAt);

  const respond = ({ items, end, hasMore }: CollectionPage<T>): HttpResponse<CollectionBody<V>> => {
    const position = hasMore ? end : undefined;
    const text = position && (isWhole ? position : endText({ position, count }));
    const response: HttpResponse<CollectionBody<V>> = {
      body: { totalCount: shownCount(mode, count), items: items.map(({ resource }) => view(resource)) },
      ...scanPage(wholeScope, request.principal.organizationId, { first, position: text }, request),
    };
    return withSmaller(response, items, (fewer) =>
      respond({ items: fewer, end: fewer.at(-1)?.position, hasMore: true }),
    );
  };
  return respond(page);
};
