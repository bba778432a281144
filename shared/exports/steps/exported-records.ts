import { CALL_LIST_ENTRY } from '../../kinds/call-list-entry.ts';
import { viewOf } from '../../kinds/contact-details.ts';
import { KINDS } from '../../kinds/kinds.ts';
import { type KindName, PLAIN_KINDS, type PlainKind } from '../../kinds/names.ts';
import { createCallListCollection } from '../../records/call-lists/call-list-collection.ts';
import { readEntry } from '../../records/call-lists/call-lists.ts';
import type { Collection } from '../../records/collections/collection.ts';
import { collectionOf, createChangedCallLists } from '../../records/collections/collections.ts';
import { createCallListEntries } from '../../records/collections/entries.ts';
import { callListFromItem } from '../../records/store/call-list-items.ts';
import { recordReader } from '../../records/store/record-reader.ts';
import { callListKey, recordKeyOf, type TableKey } from '../../table/items/keys.ts';
import { existing } from '../../table/items/versions.ts';
import { retryLostRaces } from '../../table/lost-races.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { Export } from '../export.ts';

/** A record as the API shows it. */
export interface ExportedRecord {
  readonly id: string;
  readonly changedAt: string;
}

/** Where the records of an export come from, as the export shows them. */
export interface ExportedRecords {
  /** Sorted by change. */
  readonly collection: Collection<ExportedRecord>;
  /** The records with these ids in their present state, without deleted ones and those it does not select. */
  readonly read: (ids: readonly string[]) => Promise<readonly ExportedRecord[]>;
}

/** A collection whose records are shown in another form. */
const viewed = <T extends ExportedRecord>(
  collection: Collection<T>,
  view: (record: T) => T,
): Collection<ExportedRecord> => ({
  ...collection,
  async page(query) {
    const page = await collection.page(query);
    return { ...page, items: page.items.map((item) => ({ ...item, resource: view(item.resource) })) };
  },
});

const readAll =
  (
    reader: TableReader,
    keyOf: (id: string) => TableKey,
    fromItem: (item: Item) => ExportedRecord,
  ): ExportedRecords['read'] =>
  async (ids) => {
    const items = await reader.getMany(ids.map(keyOf), { consistentRead: true });
    return items.flatMap((item) => (existing(item) === undefined ? [] : [fromItem(item)]));
  };

type Source = (
  reader: TableReader,
  item: Pick<Export, 'organizationId' | 'callListId' | 'includesContactDetails'>,
) => ExportedRecords;

/** The records of a kind that has no code of its own. */
const sourceOf =
  (name: PlainKind): Source =>
  (reader, { organizationId, includesContactDetails }) => {
    const view = viewOf(KINDS[name].fields, includesContactDetails);
    const recordOf = recordReader(KINDS[name].fields);
    const shown = (item: Item) => view(recordOf(item)) as object as ExportedRecord;
    const keyOf = recordKeyOf(name);
    return {
      collection: collectionOf(name, shown)(reader, organizationId),
      read: readAll(reader, (id) => keyOf(organizationId, id), shown),
    };
  };

const SOURCES: Readonly<Record<KindName, Source>> = {
  ...(Object.fromEntries(PLAIN_KINDS.map((name) => [name, sourceOf(name)])) as Record<PlainKind, Source>),
  'call-list': (reader, { organizationId }) => ({
    collection: createChangedCallLists(
      reader,
      organizationId,
      undefined,
      () => createCallListCollection(reader).count(organizationId, {}, true),
      callListFromItem,
    ),
    read: readAll(reader, (id) => callListKey(organizationId, id), callListFromItem),
  }),
  'call-list-entry'(reader, { organizationId, callListId, includesContactDetails }) {
    const view = viewOf(CALL_LIST_ENTRY.fields, includesContactDetails);
    const read: ExportedRecords['read'] = async (ids) => {
      const entries = await Promise.all(
        ids.map((id) => retryLostRaces(() => readEntry(reader, organizationId, id))),
      );
      return entries.flatMap((stored) =>
        stored === undefined || (callListId !== null && stored.entry.callListId !== callListId)
          ? []
          : [view(stored.entry)],
      );
    };
    return {
      collection: viewed(createCallListEntries(reader, organizationId, callListId ?? undefined), view),
      read,
    };
  },
};

/** The records that an export holds. */
export const exportedRecords = (reader: TableReader, item: Export): ExportedRecords => {
  const source = SOURCES[item.resource](reader, item);
  const { changedSince } = item;
  return {
    ...source,
    async read(ids) {
      const records = await source.read(ids);
      return records.filter(({ changedAt }) => changedSince === null || changedAt >= changedSince);
    },
  };
};
