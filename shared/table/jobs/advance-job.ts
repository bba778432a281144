import type { Table } from '../table/table.ts';
import type { Import } from './import.ts';
import { handOverLease, lostInvocations, releaseOperation, takeLease } from './import-lease.ts';
import type { ImportMessages } from './import-messages.ts';
import { importMessageOf, readImportQueue } from './import-queue.ts';
import { readImport } from './import-repository.ts';

export interface AdvanceDependencies {
  readonly table: Table;
  readonly messages: ImportMessages;
  /** Milliseconds that the lease of a running step lasts. */
  readonly leaseMilliseconds: number;
  /**
   * Runs a step of an import.
   *
   * @param lost how many invocations were lost since the import last got further
   * @returns the import as it ended, or `undefined` if it continues in another step
   */
  readonly runStep: (item: Import, owner: string, lost: number) => Promise<Import | undefined>;
}

/**
 * The import runs elsewhere. The message is repeated until it ended: this may be the message of an invocation
 * that did not survive.
 */
export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError';
}

/** How long an import keeps its turn while its message waits. Longer than messages usually do. */
const HAND_OVER_MILLISECONDS = 30 * 60_000;

/**
 * Runs a step of an import if it is its turn, and passes the turn on: to its next step, or to the next import
 * of the kind. The message that asks for it may come at any time and more than once, and must be repeated if
 * this fails.
 *
 * @param owner identifies the invocation
 * @returns the import that ended, if it did
 * @throws ImportBusyError if another invocation runs it
 */
export const advanceImport = async (
  { table, messages, leaseMilliseconds, runStep }: AdvanceDependencies,
  { organizationId, importId }: { readonly organizationId: string; readonly importId: string },
  owner: string,
): Promise<Import | undefined> => {
  const item = await readImport(table.reader, organizationId, importId);
  if (item === undefined) return undefined;
  const { kind } = item;
  const { lease, first } = await readImportQueue(table.reader, organizationId, kind);

  /** Gives the turn to an import that waits. */
  const passOn = async (id: string): Promise<void> => {
    const now = Date.now();
    const next = { organizationId, kind, id };
    // Repeated if an earlier invocation ended between the two.
    const until = now + HAND_OVER_MILLISECONDS;
    const isItsTurn = await takeLease(table, next, null, until, now, lostInvocations(lease, id));
    if (isItsTurn) await messages.send(importMessageOf(next));
  };

  const now = Date.now();
  // A lost process keeps the turn of its import, even before an earlier file that was queued later.
  const turn = lease?.importId ?? first;
  if (turn === undefined) return undefined;
  if (turn !== importId) {
    await passOn(turn);
    return undefined;
  }
  const lost = lostInvocations(lease, importId, item.progress?.rows);
  if (!(await takeLease(table, item, owner, now + leaseMilliseconds, now, lost))) {
    throw new ImportBusyError('Another invocation runs the import, or ended without releasing it.');
  }
  const keepTurn = () => handOverLease(table, item, owner, Date.now() + HAND_OVER_MILLISECONDS);
  let leased: Import;
  let ended: Import | undefined;
  try {
    // What was read before the lease was acquired may have changed.
    leased = (await readImport(table.reader, organizationId, importId)) ?? item;
    // Another message of the import may have ended it.
    if (leased.queuedAt === null) await table.writer.transact([releaseOperation(item, owner)]);
    else ended = await runStep(leased, owner, lost.count);
  } catch (error) {
    // The repeated message continues at once, instead of when the lease expires.
    await keepTurn().catch(() => undefined);
    throw error;
  }
  if (ended === undefined && leased.queuedAt !== null) {
    await keepTurn();
    await messages.send(importMessageOf(item));
    return undefined;
  }
  const { first: next } = await readImportQueue(table.reader, organizationId, kind);
  if (next !== undefined) await passOn(next);
  return ended;
};
