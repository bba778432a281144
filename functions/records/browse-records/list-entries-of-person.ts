import type { Person } from '../../../shared/kinds/person.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { entriesOfPerson } from '../../../shared/records/lookups/entries-of-person.ts';
import { callListFromItem } from '../../../shared/records/store/call-list-items.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import { callListKey, collectionSortKey } from '../../../shared/table/items/keys.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { requireFound } from '../../http/not-found.ts';
import type { BrowseHandler } from '../record-function.ts';

const readCallLists = async (reader: TableReader, organizationId: string, ids: ReadonlySet<string>) => {
  const items = await reader.getMany([...ids].map((id) => callListKey(organizationId, id)));
  return new Map(
    items
      .filter(existing)
      .map(callListFromItem)
      .map((callList) => [callList.id, callList]),
  );
};

/** The entries of a person with their call lists, newest first. */
export const createListEntriesOfPerson =
  (
    reader: TableReader,
    people: RecordRepository<Person>,
  ): BrowseHandler<typeof RECORD_ROUTES.listEntriesOfPerson> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor } = request.query;
    const scope = ['entries-of-person', organizationId, request.id];
    const after = positionOf(scope, cursor, collectionPosition());
    const [person, all] = await Promise.all([
      people.get(organizationId, request.id),
      entriesOfPerson(reader, organizationId, request.id),
    ]);
    requireFound(person, 'person');
    const following = all
      .map((entry) => ({ entry, position: collectionSortKey(entry.addedAt, entry.id) }))
      .filter(({ position }) => after === undefined || position < after)
      .sort((one, other) => (one.position > other.position ? -1 : 1));
    const shown = following.slice(0, limit);
    const callLists = await readCallLists(
      reader,
      organizationId,
      new Set(shown.map(({ entry }) => entry.callListId)),
    );
    // A list that is being deleted may be gone before its last entries.
    const items = shown.flatMap(({ entry }) => {
      const callList = callLists.get(entry.callListId);
      return callList === undefined ? [] : [{ ...entry, callList }];
    });
    const next = nextPage(scope, following.length > limit ? shown.at(-1)?.position : undefined, request);
    return { body: { items, ...next.body }, headers: next.headers };
  };
