import {
  OWN_KINDS,
  pluralOf,
  SHARDED_KINDS,
  type ShardedKind,
  type Snake,
  snakeOf,
} from '../../kinds/names.ts';
import { createCollection } from '../../records/collections/collection.ts';
import type { RecordKind } from '../../records/deletion.ts';
import { requiredString } from '../../table/items/attributes.ts';
import { callListChangePartitions, changePartitions } from '../../table/items/change-keys.ts';
import { callListKey } from '../../table/items/keys.ts';
import { CHANGE_INDEX } from '../../table/items/schema.ts';
import type { Item, PageQuery, TableReader } from '../../table/reader.ts';
import type { Import, ImportKind } from '../import.ts';
import { hasCreated } from '../reader/run/import-marks.ts';

/** The kinds of records that imports of each kind create, in the order in which they are deleted. */
export const createdKinds = (kind: ImportKind): readonly RecordKind[] => {
  const own = OWN_KINDS.find((name) => pluralOf(name) === kind);
  // A list takes its entries along. What others added to it stays, with the list.
  if (own === 'call-list') return ['call_list', 'call_list_entry'];
  if (own === undefined || own === 'company') return ['company'];
  // Records whose company is missing may create it.
  return [snakeOf(own), 'company'];
};

const PARTITIONS: Readonly<Record<RecordKind, (organizationId: string) => readonly string[]>> = {
  ...(Object.fromEntries(
    SHARDED_KINDS.map((name) => [
      snakeOf(name),
      (organizationId: string) => changePartitions(organizationId, name),
    ]),
  ) as Readonly<Record<Snake<ShardedKind>, (organizationId: string) => readonly string[]>>),
  call_list: (organizationId) => callListChangePartitions(organizationId, undefined),
};

/** Records that are read together. */
const PAGE_SIZE = 200;

/** Clocks of two invocations may differ by so much. */
const CLOCK_MILLISECONDS = 60_000;

const shifted = (timestamp: string, milliseconds: number): string =>
  new Date(Date.parse(timestamp) + milliseconds).toISOString();

/**
 * Yields the stored items of the records that an import created and that have not been changed since, through
 * the index of changes. It lags behind the table: read it again if some are missing.
 */
export async function* createdRecords(
  reader: TableReader,
  {
    id,
    organizationId,
    startedAt,
    finishedAt,
  }: Pick<Import, 'id' | 'organizationId' | 'startedAt' | 'finishedAt'>,
  kind: RecordKind,
): AsyncGenerator<readonly Item[]> {
  if (startedAt === null || finishedAt === null) return;
  const query = { index: CHANGE_INDEX, partitions: PARTITIONS[kind](organizationId) };
  const collection = createCollection(
    reader,
    query,
    (item) => item,
    async () => 0,
  );
  const changedSince = shifted(startedAt, -CLOCK_MILLISECONDS);
  const until = shifted(finishedAt, CLOCK_MILLISECONDS);
  let position: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const page = await collection.page({ changedSince, descending: false, limit: PAGE_SIZE, position });
    yield page.items.map(({ resource }) => resource).filter((item) => hasCreated(id, item));
    position = page.end ?? position;
    hasMore = page.hasMore && (position ?? '') <= until;
  }
}

/** Whether an import created all entries of a call list, and none has been changed since. */
export const hasCreatedAllEntries = async (
  reader: TableReader,
  { id, organizationId }: Pick<Import, 'id' | 'organizationId'>,
  list: Item,
): Promise<boolean> => {
  const partition = callListKey(organizationId, requiredString(list, 'id')).pk;
  let startAfter: PageQuery['startAfter'];
  do {
    const page = await reader.queryPage({ partition, from: 'ENTRY#', consistentRead: true, startAfter });
    if (!page.items.every((item) => hasCreated(id, item))) return false;
    startAfter = page.lastEvaluated;
  } while (startAfter !== undefined);
  return true;
};
