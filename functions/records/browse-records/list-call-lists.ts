import type { RECORD_ROUTES } from '../../../shared/contract/record-routes.ts';
import type { CallList } from '../../../shared/domain/call-list.ts';
import { createIdMaker } from '../../../shared/domain/import-ids.ts';
import { createCallListCollection } from '../../../shared/records/call-lists/call-list-collection.ts';
import { callListFromItem } from '../../../shared/records/call-lists/call-list-mapper.ts';
import { createChangedCallLists } from '../../../shared/records/collections/collections.ts';
import { importedId } from '../../../shared/records/lookups/lookup-keys.ts';
import { requiredNumber } from '../../../shared/table/items/attributes.ts';
import { callListKey } from '../../../shared/table/items/keys.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler, AdminRequest } from '../../http/admin-function.ts';
import { collectionPage } from '../../http/collection-page.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { adminPage, LATEST_CHANGE_FIRST } from './admin-page.ts';

type Request = AdminRequest<typeof RECORD_ROUTES.listCallLists>;
type Response = ReturnType<AdminHandler<typeof RECORD_ROUTES.listCallLists>>;

interface CountedCallList extends CallList {
  readonly entryCount: number;
}

const countedFromItem = (item: Item): CountedCallList => ({
  ...callListFromItem(item),
  entryCount: requiredNumber(item, 'entryCount'),
});

/** The existing call lists with these ids, in their order. */
const readCounted = async (
  reader: TableReader,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly CountedCallList[]> => {
  const items = await reader.getMany(ids.map((id) => callListKey(organizationId, id)));
  const byId = new Map(items.filter(existing).map((item) => [item['id'], countedFromItem(item)]));
  return ids.map((id) => byId.get(id)).filter((callList) => callList !== undefined);
};

/** A call list has no other external id than the one that its id is computed from. */
const findImported = async (reader: TableReader, organizationId: string, externalId: string): Response => {
  const id = importedId(createIdMaker(organizationId), 'call_list', externalId);
  const items = await readCounted(reader, organizationId, [id]);
  return { body: { totalCount: items.length, items } };
};

/** A page of call lists, or the one with an external id. */
export const createListCallLists = (
  reader: TableReader,
): AdminHandler<typeof RECORD_ROUTES.listCallLists> => {
  const collection = createCallListCollection(reader);

  const pageByCreation = async (request: Request): Response => {
    const { organizationId } = request.principal;
    const { limit, cursor, sort, isLocked } = request.query;
    const scope = ['browse-call-lists', organizationId, isLocked, sort];
    const position = positionOf(scope, cursor, collectionPosition());
    const [totalCount, { callLists, next }] = await Promise.all([
      collection.count(organizationId, { isLocked }),
      collection.page(organizationId, { isLocked }, { descending: sort === '-createdAt', limit, position }),
    ]);
    const ids = callLists.map(({ id }) => id);
    const items = await readCounted(reader, organizationId, ids);
    const following = nextPage(scope, next, request);
    return { body: { totalCount, items, ...following.body }, headers: following.headers };
  };

  return async (request) => {
    const { principal, query, urlWith } = request;
    const { organizationId } = principal;
    const { limit, cursor, sort, isLocked, externalId } = query;
    if (externalId !== undefined) return findImported(reader, organizationId, externalId);
    if (sort !== '-changedAt') return pageByCreation(request);
    const count = () => collection.count(organizationId, { isLocked });
    return adminPage(
      await collectionPage(
        createChangedCallLists(reader, organizationId, isLocked, count, countedFromItem),
        { principal, query: { limit, cursor, ...LATEST_CHANGE_FIRST }, urlWith },
        ['browse-changed-call-lists', organizationId, isLocked],
        (callList) => callList,
      ),
    );
  };
};
