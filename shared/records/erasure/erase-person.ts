import type { Actor } from '../../audit-log/audit-entry.ts';
import { CALL_LIST_ENTRY } from '../../kinds/call-list-entry.ts';
import type { byCleared } from '../../kinds/kinds.ts';
import { hasAnyOf } from '../../kinds/personal-data.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { personKey } from '../../table/items/keys.ts';
import { isDeleted, isErased, unchangedResource, versionOf } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import { eraseEntry, forgetPrevious, previousOf } from '../call-lists/call-list-writes.ts';
import { readEntry } from '../call-lists/call-lists.ts';
import { auditDeletion } from '../deletion.ts';
import { touchTargets } from '../retention/record-touches.ts';
import { addToCollectionCount, tombstoneOf } from '../store/record-writes.ts';
import { eraseReferences } from './erase-references.ts';

const { clears: CLEARED } = CALL_LIST_ENTRY.personal;

/** Entries changed concurrently. */
const CONCURRENCY = 8;

/**
 * Clears what is personal in the person's entries, and removes what moved entries of the person keep for
 * their event.
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
      if (entry.personId === personId && hasAnyOf(CLEARED, entry)) {
        // The entry moves in the index that expiry reads, and may be missing there for a moment.
        await touchTargets({ reader, writer }, organizationId, [entry]);
        const isChanged = await writer.transact((now) => [
          eraseEntry(stored, { organizationId, isSilent: false, now }),
        ]);
        return isChanged ? 1 : LOST;
      }
      const previous = previousOf(item);
      if ((previous.personId ?? entry.personId) !== personId || !hasAnyOf(CLEARED, previous)) return 0;
      return (await writer.transact([forgetPrevious(stored, organizationId)])) ? 1 : LOST;
    });
    erased += changed;
  });
  return erased;
};

/** What was removed from the copies of a person's data that other capabilities keep. */
export interface ErasedCopies {
  /** Events. */
  readonly events: number;
  /** Pending deliveries that were cancelled. */
  readonly cancelledDeliveries: number;
  /** Recorded attempts whose response was removed, because it may repeat the event. */
  readonly responses: number;
  /** Exports whose files were deleted. */
  readonly exports: number;
}

/**
 * Removes the copies of a person's data that a capability keeps, and counts them. Can be interrupted and
 * repeated. Records know no capability that keeps copies, so the caller of an erasure passes these.
 */
export type EraseCopies = (
  table: Table,
  organizationId: string,
  personId: string,
) => Promise<Partial<ErasedCopies>>;

const NO_COPIES: ErasedCopies = { events: 0, cancelledDeliveries: 0, responses: 0, exports: 0 };

export interface ErasureOptions {
  readonly eraseCopies: readonly EraseCopies[];
  /** Who erases, for the audit log. */
  readonly actor: Actor;
  /**
   * Finds records that refer or referred to the person, such as entries: candidates of any kind, in addition
   * to what lookups list. Called after the person's own record was erased.
   */
  readonly findReferringIds: () => Promise<readonly string[]>;
}

/** What an erasure removed, per place. A repeated one counts only what the earlier ones left. */
export interface ErasureReport extends ErasedCopies, ReturnType<typeof byCleared<number>> {
  readonly id: string;
  /** `stored`: the person was stored until now. `deleted`, `erased`: only a tombstone was. */
  readonly was: 'stored' | 'deleted' | 'erased';
  /** The `sequence` of `person.erased`, of an earlier erasure if the person `was` erased. */
  readonly sequence: number;
  /** Call list entries whose phone and note were removed. */
  readonly entries: number;
}

/** Replaces the person by the tombstone of an erased one. */
const eraseRecord = (
  { reader, writer }: Table,
  organizationId: string,
  id: string,
  actor: Actor,
): Promise<Pick<ErasureReport, 'was' | 'sequence'> | undefined> =>
  retryLostRaces(async () => {
    const key = personKey(organizationId, id);
    const stored = await reader.get(key, { consistentRead: true });
    if (stored === undefined) return undefined;
    const audit = (now: Date) =>
      auditDeletion({ organizationId, kind: 'person', id }, 'person.erased', actor, now);
    const version = versionOf(stored) ?? 0;
    if (isErased(stored)) {
      await writer.transact((now) => [audit(now)]);
      return { was: 'erased', sequence: version };
    }
    const isChanged = await writer.transact((now) => [
      {
        put: {
          Item: { ...tombstoneOf(key, stored, { isSilent: false, now }, true) },
          ...unchangedResource(stored),
        },
      },
      ...addToCollectionCount(organizationId, 'person', isDeleted(stored) ? 0 : -1),
      audit(now),
    ]);
    if (!isChanged) return LOST;
    return { was: isDeleted(stored) ? 'deleted' : 'stored', sequence: version + 1 };
  });

/**
 * Deletes a person, and removes the person's data from call list entries, calls, the feed and deliveries.
 * Consumers receive `person.erased`. Can be interrupted and repeated, and erases a person who was deleted
 * before.
 *
 * Events that are being published meanwhile may be appended later: repeating the erasure removes these.
 *
 * @returns `undefined` if the organization never had the person
 */
export const erasePerson = async (
  table: Table,
  organizationId: string,
  id: string,
  { actor, findReferringIds, eraseCopies }: ErasureOptions,
): Promise<ErasureReport | undefined> => {
  const erased = await eraseRecord(table, organizationId, id, actor);
  if (erased === undefined) return undefined;
  const candidates = await findReferringIds();
  const entries = await eraseEntries(table, organizationId, id, candidates);
  const references = await eraseReferences(table, organizationId, id, candidates);
  let copies = NO_COPIES;
  for (const erase of eraseCopies) copies = { ...copies, ...(await erase(table, organizationId, id)) };
  return { id, ...erased, entries, ...references, ...copies };
};
