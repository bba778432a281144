import { invalidRequest, type ParameterError } from '../../../shared/contract/problems.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { CallList } from '../../../shared/kinds/call-list.ts';
import type { CALL_LIST_ROUTES } from '../../../shared/operations/data-api/call-lists.ts';
import {
  type CallListCollection,
  createCallListCollection,
} from '../../../shared/records/call-lists/call-list-collection.ts';
import { createChangedCallLists } from '../../../shared/records/collections/collections.ts';
import { callListFromItem } from '../../../shared/records/store/call-list-items.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { collectionPage, endOf, endText } from '../../http/collection-page.ts';
import { firstRead } from '../../http/event-cursor.ts';
import { lookupPage } from '../../http/lookup-page.ts';
import { positionOf } from '../../http/next-page.ts';
import type { HttpResponse } from '../../http/response.ts';
import { readScan, scanPage } from '../../http/scan.ts';
import { knownCount, shownCount } from '../../http/total-count.ts';
import type { RecordHandler, RecordRequest } from '../record-function.ts';

type Request = RecordRequest<typeof CALL_LIST_ROUTES.listCallLists>;
type Response = HttpResponse<ResponseBody<'CallListPage'>>;

const isByChange = ({ sort, changedSince }: Request['query']): boolean =>
  sort === undefined ? changedSince !== undefined : sort.endsWith('changedAt');

/** Call lists are indexed by creation and by change, so bounds and order must be of the same. */
const assertOneOrder = (query: Request['query']): void => {
  const byChange = isByChange(query);
  const wrong = byChange ? (['createdAfter', 'createdBefore'] as const) : (['changedSince'] as const);
  const detail = byChange
    ? 'is not allowed when sorting by `changedAt`: omit it, or omit `changedSince` and sort by createdAt ' +
      'or -createdAt'
    : 'requires `sort` to be changedAt or -changedAt, or omitted';
  const errors = wrong
    .filter((parameter) => query[parameter] !== undefined)
    .map((parameter): ParameterError => ({ parameter, detail }));
  if (errors.length > 0) throw invalidRequest(errors);
};

const shown = ({ id, name, createdAt, isLocked }: CallList) => ({ id, name, createdAt, isLocked });

const pageByCreation = async (collection: CallListCollection, request: Request): Promise<Response> => {
  const { organizationId } = request.principal;
  const { limit, cursor, sort = '-createdAt', isLocked, createdAfter, createdBefore } = request.query;
  const { count: mode } = request.query;
  const filters = { isLocked, createdAfter, createdBefore };
  const scope = ['call-lists', organizationId, isLocked, createdAfter, createdBefore, sort];
  const requestedAt = timestampOf(new Date());
  const read = readScan(endOf(collectionPosition({ after: createdAfter, before: createdBefore })));
  const scan = positionOf(scope, cursor, read);
  const isWhole = createdAfter === undefined && createdBefore === undefined;
  const [count, page] = await Promise.all([
    knownCount(mode, isWhole ? undefined : scan?.position.count, (isExact) =>
      collection.count(organizationId, filters, isExact),
    ),
    collection.page(organizationId, filters, {
      descending: sort === '-createdAt',
      limit,
      position: scan?.position.position,
    }),
  ]);
  const first = scan?.first ?? firstRead(requestedAt);
  const position = page.next && (isWhole ? page.next : endText({ position: page.next, count }));
  return {
    body: { totalCount: shownCount(mode, count), items: page.callLists },
    ...scanPage(scope, organizationId, { first, position }, request),
  };
};

export const createListCallLists = ({
  reader,
}: {
  readonly reader: TableReader;
}): RecordHandler<typeof CALL_LIST_ROUTES.listCallLists> => {
  const byCreation = createCallListCollection(reader);
  return async (request) => {
    const { query, principal, urlWith } = request;
    const { organizationId } = principal;
    if (query.name !== undefined) {
      const { byName } = await import('../../../shared/records/lookups/by-name.ts');
      const kind = { name: 'call-list', fromItem: callListFromItem } as const;
      const lookup = byName({ reader, organizationId, kind }, query.name);
      return lookupPage(lookup, 'call-lists', request, shown);
    }
    assertOneOrder(query);
    if (!isByChange(query)) return pageByCreation(byCreation, request);
    const { limit, cursor, count, changedSince, isLocked } = query;
    const sort = query.sort === '-changedAt' ? '-changedAt' : 'changedAt';
    return collectionPage(
      createChangedCallLists(
        reader,
        organizationId,
        isLocked,
        () => byCreation.count(organizationId, { isLocked }, true),
        callListFromItem,
      ),
      { principal, query: { limit, cursor, count, changedSince, sort }, urlWith },
      ['changed-call-lists', organizationId, isLocked],
      shown,
    );
  };
};
