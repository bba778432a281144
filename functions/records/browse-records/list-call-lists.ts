import type { CallList } from '../../../shared/kinds/call-list.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { readTotal } from '../../../shared/records/collections/collection.ts';
import { importedId } from '../../../shared/records/lookups/lookup-keys.ts';
import { callListFromItem } from '../../../shared/records/store/call-list-items.ts';
import { requiredNumber } from '../../../shared/table/items/attributes.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { callListKey } from '../../../shared/table/items/keys.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createListCallLists } from '../list-call-lists/handler.ts';
import type { BrowseHandler } from '../record-function.ts';

interface CountedCallList extends CallList {
  readonly entryCount: number;
}

/** The existing call lists with these ids, in their order. */
const readCounted = async (
  reader: TableReader,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly CountedCallList[]> => {
  const items = await reader.getMany(ids.map((id) => callListKey(organizationId, id)));
  const byId = new Map(
    items
      .filter(existing)
      .map((item): [unknown, CountedCallList] => [
        item['id'],
        { ...callListFromItem(item), entryCount: requiredNumber(item, 'entryCount') },
      ]),
  );
  return ids.map((id) => byId.get(id)).filter((callList) => callList !== undefined);
};

/** A page of call lists with the numbers of their entries, or the one with an external id. */
export const createListCountedCallLists = (
  reader: TableReader,
): BrowseHandler<typeof RECORD_ROUTES.listCallLists> => {
  const listCallLists = createListCallLists({ reader });
  return async (request) => {
    const { organizationId } = request.principal;
    const { externalId, include, ...query } = request.query;
    if (externalId !== undefined) {
      // A call list has no other external id than the one that its id is computed from.
      const idOf = createIdMaker(organizationId);
      const ids = externalId.map(({ value }) => importedId(idOf, 'call_list', value));
      const items = await readCounted(reader, organizationId, ids);
      return { body: { totalCount: items.length, items, entryTotal: null } };
    }
    const [page, entryTotal] = await Promise.all([
      listCallLists({ ...request, query }),
      include.has('entryTotal') ? readTotal(reader, organizationId, 'call-list-entry') : null,
    ]);
    const ids = page.body.items.map(({ id }) => id);
    const { smaller: _, ...response } = page;
    const items = await readCounted(reader, organizationId, ids);
    return { ...response, body: { ...page.body, items, entryTotal } };
  };
};
