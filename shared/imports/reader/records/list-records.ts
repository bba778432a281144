import { setTimeout } from 'node:timers/promises';
import { timestampOf } from '../../../domain/timestamp.ts';
import type { PlainKind } from '../../../kinds/names.ts';
import { type Collection, handOverTime, readTotal } from '../../../records/collections/collection.ts';
import { collectionOf } from '../../../records/collections/collections.ts';
import type { TableReader } from '../../../table/reader.ts';
import type { ImportedRecord } from '../drafts/record-draft.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import { RECORD_KINDS } from './record-kinds.ts';

const collectionIn = (reader: TableReader, organizationId: string, kind: PlainKind) =>
  collectionOf(kind, RECORD_KINDS[kind].fromItem)(reader, organizationId);

/** Records per page. */
const PAGE_SIZE = 500;

/** The waits for the index, in milliseconds. */
const WAITS = [100, 200, 400, 800, 1_600, 3_200, 6_400] as const;

async function* pagesOf<T>(
  collection: Collection<T>,
  changedSince: string | undefined,
): AsyncGenerator<readonly T[]> {
  let position: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const page = await collection.page({ changedSince, descending: false, limit: PAGE_SIZE, position });
    yield page.items.map(({ resource }) => resource);
    position = page.end ?? position;
    hasMore = page.hasMore;
  }
}

/** Yields the records of an organization that changed since a time. */
export const listChanges = (
  reader: TableReader,
  organizationId: string,
  kind: PlainKind,
  changedSince: string,
): AsyncGenerator<readonly ImportedRecord[]> =>
  pagesOf(collectionIn(reader, organizationId, kind), changedSince);

/**
 * Yields all records of a kind that an organization has, each once, through the index of their collection:
 * half a read unit per record of up to 4 KB.
 *
 * The index lags behind the table. If the records are fewer than the collection counts, it waits and reads
 * the newest changes again, for up to 13 seconds. By then, only concurrent writes explain a difference.
 */
export async function* listRecords(
  reader: TableReader,
  organizationId: string,
  kind: PlainKind,
): AsyncGenerator<readonly ImportedRecord[]> {
  const total = () => readTotal(reader, organizationId, kind, { consistentRead: true });
  const collection = collectionIn(reader, organizationId, kind);
  const listed = new FingerprintIndex();
  const latest = handOverTime(timestampOf(new Date()));
  for (const wait of [undefined, ...WAITS]) {
    if (wait !== undefined) {
      if (listed.size >= (await total())) return;
      await setTimeout(wait);
    }
    for await (const records of pagesOf(collection, wait === undefined ? undefined : latest)) {
      yield records.filter(({ id }) => listed.add(id));
    }
  }
}
