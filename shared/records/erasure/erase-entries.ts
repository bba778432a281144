import { hasPersonalFields } from '../../domain/personal-fields.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import { eraseEntry, forgetPrevious, previousOf } from '../call-lists/call-list-writes.ts';
import { readEntry } from '../stored-entry.ts';
import { touchTargets } from '../touch-targets.ts';

/** Entries changed concurrently. */
const CONCURRENCY = 8;

/**
 * Sets the phone and note of the person's entries to null, and removes those that moved entries of the person
 * keep for their event.
 *
 * @param entryIds candidates: what entries have of others stays
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
      if (stored === undefined) return 0;
      const { entry, item } = stored;
      if (entry.personId === personId && hasPersonalFields(entry)) {
        // The entry moves in the index that expiry reads, and may be missing there for a moment.
        await touchTargets({ reader, writer }, organizationId, [entry]);
        const isChanged = await writer.transact((now) => [
          eraseEntry(stored, { organizationId, isSilent: false, now }),
        ]);
        return isChanged ? 1 : LOST;
      }
      const previous = previousOf(item);
      if ((previous.personId ?? entry.personId) !== personId || !hasPersonalFields(previous)) return 0;
      return (await writer.transact([forgetPrevious(stored, organizationId)])) ? 1 : LOST;
    });
    erased += changed;
  });
  return erased;
};
