import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { eraseEntry } from '../../table/call-lists/call-list-writes.ts';
import { isListed } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import { addToCollectionCount } from '../../table/records/collection-writes.ts';
import type { Table } from '../../table/table.ts';
import { readEntry } from '../stored-entry.ts';

/** Entries changed concurrently. */
const CONCURRENCY = 8;

/**
 * Sets the phone and note of the person's entries to null.
 *
 * @param entryIds candidates: entries of others among them stay as they are
 * @returns how many entries it changed
 */
export const eraseEntries = async (
  { reader, writer }: Table,
  organizationId: string,
  personId: string,
  entryIds: readonly string[],
): Promise<number> => {
  let erased = 0;
  await forEachConcurrently(entryIds, CONCURRENCY, async (id) => {
    // Adding to `erased` across the `await` would lose the counts of concurrent entries.
    const changed = await retryLostRaces(async () => {
      const stored = await readEntry(reader, organizationId, id);
      if (stored === LOST) return LOST;
      if (stored === undefined || stored.entry.personId !== personId) return 0;
      if (stored.entry.phone === null && stored.entry.note === null) return 0;
      const isChanged = await writer.transact((now) => [
        eraseEntry(stored, { organizationId, isSilent: false, now }),
        ...addToCollectionCount(organizationId, 'callListEntries', isListed(stored.item) ? 0 : 1),
      ]);
      return isChanged ? 1 : LOST;
    });
    erased += changed;
  });
  return erased;
};
