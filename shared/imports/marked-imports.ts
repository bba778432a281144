import { forEachConcurrently } from '../runtime/concurrency.ts';
import { requiredString } from '../table/items/attributes.ts';
import { importKey, importPartition } from '../table/items/import-keys.ts';
import { COLLECTION_INDEX } from '../table/items/schema.ts';
import { readCollectionPage } from '../table/paging/collection-page.ts';
import type { TableReader } from '../table/reader.ts';
import type { Import } from './import.ts';
import { startOfMark } from './reader/run/import-marks.ts';

const PAGE_SIZE = 50;
/** Bounds the search: an import runs for hours at most, during which keys may start many others. */
const MAX_PAGES = 10;
/** Imports that are searched for at a time. */
const CONCURRENCY = 8;
/** Clocks of two writers may differ by so much. */
const CLOCK_MILLISECONDS = 60_000;

/** What names an import. */
export type NamedImport = Pick<Import, 'id' | 'source' | 'fileName'>;

/** A change, and the mark of the import that made it. */
interface MarkedChange {
  readonly mark: string;
  /** When the change was stored. */
  readonly at: string;
}

/**
 * Finds the import that made a change, among those that were created before it: reads the keys of 500 at
 * most. Finds none of a command that still runs, which stores its imports when they end.
 */
const findImport = async (
  reader: TableReader,
  organizationId: string,
  { mark, at }: MarkedChange,
): Promise<NamedImport | undefined> => {
  const query = {
    index: COLLECTION_INDEX,
    partition: importPartition(organizationId),
    keyAt: (id: string) => importKey(organizationId, id),
    before: new Date(Date.parse(at) + CLOCK_MILLISECONDS).toISOString(),
    descending: true,
    limit: PAGE_SIZE,
  };
  let position: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await readCollectionPage(reader, { ...query, position });
    const ids = items.map((item) => String(item['pk']).slice(importKey(organizationId, '').pk.length));
    const id = ids.find((each) => startOfMark(each) === startOfMark(mark));
    const item = id && (await reader.get(importKey(organizationId, id)));
    if (item)
      return { id, source: requiredString(item, 'source'), fileName: requiredString(item, 'fileName') };
    if (next === undefined) return undefined;
    position = next;
  }
  return undefined;
};

/** Finds the imports that made some changes. Returns the one of a mark, `null` if none is found. */
export const readMarkedImports = async (
  reader: TableReader,
  organizationId: string,
  changes: readonly MarkedChange[],
): Promise<(mark: string | undefined) => NamedImport | null> => {
  const byStart = new Map(changes.map((change) => [startOfMark(change.mark), change]));
  const found = new Map<string, NamedImport | undefined>();
  await forEachConcurrently([...byStart], CONCURRENCY, async ([start, change]) => {
    found.set(start, await findImport(reader, organizationId, change));
  });
  return (mark) => (mark === undefined ? null : (found.get(startOfMark(mark)) ?? null));
};
