import { CustomFieldLog } from '../../../records/fields/custom-field-log.ts';
import type { Suppressions } from '../../../records/suppression/suppression-list.ts';
import { valueOfTarget } from '../../../records/suppression/suppression-targets.ts';
import type { RecordDraft } from '../drafts/record-draft.ts';
import { RowError } from '../drafts/row-error.ts';
import { repeatedProblem, repeatedReason, TO_IMPORT_IT } from '../files/rejects-file.ts';
import type { DraftFile, DraftRow, ReadRow } from '../rows/read-drafts.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import { countRow, type ImportRun, rejectRow, storedRow } from '../run/import-run.ts';
import { windowsOf } from '../run/windows.ts';
import { createCompanyLinks } from './company-links.ts';
import { type BanList, type ImportBans, isSuppression, readBans, targetsOfDraft } from './import-bans.ts';
import { type IdentifiedRow, mergeRows, Occurrences } from './merge-rows.ts';
import { createPersonLinks } from './person-links.ts';
import { type Identity, identify, type RecordKind } from './record-kinds.ts';
import { IdentityResolver, type ResolvedRows, type UnresolvedRow } from './resolve-identities.ts';
import { CONCURRENT_TRANSACTIONS, readRecords, storeRecords, TRANSACTION_RECORDS } from './store-records.ts';

/** Rows that are read from the table together: two rounds of concurrent transactions. */
const WINDOW_ROWS = 2 * CONCURRENT_TRANSACTIONS * TRANSACTION_RECORDS;

/** Rows, and what is stored of them. */
interface ReadWindow {
  readonly window: readonly ReadRecordRow[];
  readonly read: Promise<ResolvedRows & { readonly list: Suppressions }>;
}

interface ReadRecordRow extends UnresolvedRow {
  /** Whether the row is of no record, but only names numbers or addresses. */
  readonly isSuppression: boolean;
}

/** Rows in order, in groups of distinct records. */
const distinctRows = (rows: readonly IdentifiedRow[]): readonly (readonly IdentifiedRow[])[] => {
  const groups: Map<string, IdentifiedRow>[] = [];
  for (const row of rows) {
    const group = groups.find((each) => !each.has(row.id));
    if (group === undefined) groups.push(new Map([[row.id, row]]));
    else group.set(row.id, row);
  }
  return groups.map((group) => [...group.values()]);
};

const NO_RESULTS = { done: () => undefined, rejected: () => undefined };

const idOrNone = (draft: RecordDraft, kind: RecordKind, run: ImportRun): string | undefined => {
  try {
    return identify(draft, kind, run).id;
  } catch {
    // The row was rejected because it has none.
    return undefined;
  }
};

/** Throws a RowError if the row names a number that cannot be read, or the file should name all records. */
const suppressionIdentity = (
  { draft, warnings }: Pick<DraftRow<RecordDraft>, 'draft' | 'warnings'>,
  { idOf, source, isDeletingMissing }: ImportRun,
): Identity => {
  if (isDeletingMissing === true) {
    throw new RowError(
      'id: the row only names what must not be called, so the file is no complete export ' +
        '(import it without --delete-missing)',
    );
  }
  const [unread] = warnings;
  if (unread !== undefined) throw new RowError(unread.reason);
  const [target = ''] = targetsOfDraft(draft);
  return {
    id: idOf('person', source, 'suppression', target),
    by: 'own-id',
    source,
    ownId: undefined,
    others: () => [],
  };
};

/** Imports people or companies: only the records that a row changes are written. */
export const importRecords = async (
  file: DraftFile<RecordDraft>,
  kind: RecordKind,
  run: ImportRun,
  bans: ImportBans,
): Promise<void> => {
  const seen = new FingerprintIndex();
  const identities = new IdentityResolver(kind, run);
  const accept = ({ draft, ...row }: DraftRow<RecordDraft>): ReadRecordRow => {
    const isBan = kind.idKind === 'person' && isSuppression(draft);
    const identity = isBan ? suppressionIdentity({ draft, ...row }, run) : identify(draft, kind, run);
    const { id } = identity;
    const repeated = isBan ? undefined : repeatedProblem(row.reason, id);
    if (repeated !== undefined) throw new RowError(repeated);
    if (!isBan && run.isMergingRows !== true && !seen.add(id)) {
      throw new RowError(repeatedReason(id, `--merge-rows merges such rows: ${TO_IMPORT_IT}`));
    }
    return { id, identity, draft, rows: [row], isSuppression: isBan };
  };
  const rejectRead = ({ line, original }: Omit<ReadRow, 'warnings'>, reason: string): void =>
    rejectRow(run, kind.countedAs, { file: file.name, line, reason, original });
  const reject: Parameters<typeof file.rows>[1] = ({ draft, ...row }, reason) => {
    if (draft !== undefined) bans.noteRejected(draft, idOrNone(draft, kind, run));
    rejectRead(row, reason);
  };
  const rejectIdentified = (
    { rows, draft, id }: Pick<UnresolvedRow, 'rows' | 'draft' | 'id'>,
    reason: string,
  ) => {
    bans.noteRejected(draft, id);
    for (const row of rows) rejectRead(row, reason);
  };

  const occurrences = async (): Promise<Occurrences> => {
    const counts = new Occurrences();
    for await (const batch of file.rows(accept, () => undefined)) {
      for (const { id } of batch) counts.add(id);
    }
    return counts;
  };

  const customFields =
    run.dryRun === undefined ? new CustomFieldLog(run, run.organizationId, kind.name) : undefined;
  const results: Parameters<typeof storeRecords>[3] = {
    done: ({ id, draft, rows }, outcome) => {
      customFields?.note(draft.customFields, draft.source ?? run.source);
      const record = { file: file.name, id, source: draft.source ?? run.source, sourceId: draft.sourceId };
      for (const [index, row] of rows.entries()) {
        storedRow(run, kind.countedAs, index === 0 ? outcome : 'merged', row, record);
      }
    },
    rejected: rejectIdentified,
  };
  const linkPeople = createPersonLinks(kind, run);
  const linkCompanies = createCompanyLinks(file.name, kind, run);
  const counts = run.isMergingRows === true ? await occurrences() : undefined;
  const rejecting = run.checkpoints.rejects(reject);
  const identified = file.rows(accept, rejecting, run.onBytes);
  const all =
    counts === undefined
      ? identified
      : mergeRows(identified, counts, ({ draft, rows }, reason) => {
          for (const row of rows) rejecting({ draft, ...row }, reason);
        });
  const rows = run.checkpoints.rest(all, ({ id, draft }) => {
    const record = { kind: kind.countedAs, id };
    if (draft.isDeleted) run.read?.addDeleted(record);
    else run.read?.add(record);
  });
  const windows = windowsOf(rows, run.windowRows ?? WINDOW_ROWS);

  const read = async (window: ReadWindow['window']): ReadWindow['read'] => {
    const resolved = await identities.resolve(window.filter((row) => !row.isSuppression));
    return { ...resolved, list: await readBans(run, kind.isCallable ? resolved.rows : []) };
  };
  let reads: Promise<unknown> = Promise.resolve();
  const nextWindow = async (): Promise<ReadWindow | undefined> => {
    const { value: window, done } = await windows.next();
    if (done === true) return undefined;
    // Which record a row is of may depend on the rows before.
    const reading = reads.then(() => read(window));
    reads = reading.catch(() => undefined);
    // A failure is that of the window, which may have to wait until earlier rows are stored.
    reading.catch(() => undefined);
    return { window, read: reading };
  };

  /** Stores rows that only name numbers or addresses. */
  const storeSuppressions = async (suppressions: readonly UnresolvedRow[]): Promise<void> => {
    if (suppressions.length === 0) return;
    const changed = await bans.suppress(suppressions);
    const [lifted = [], added = []] = [false, true].map((isBan) =>
      suppressions.flatMap(({ draft }) =>
        draft.values['doNotCall'] === isBan ? targetsOfDraft(draft).filter((each) => changed.has(each)) : [],
      ),
    );
    const unmatched = await bans.enforce(added, lifted);
    for (const { draft, rows: suppressed } of suppressions) {
      const targets = targetsOfDraft(draft);
      for (const row of suppressed) {
        for (const target of targets.filter((each) => unmatched.has(each))) {
          const value = valueOfTarget(target);
          const reason = `doNotCall: no person and no company has "${value}"; it is on the suppression list`;
          row.warnings.push({ field: 'doNotCall', value, reason });
        }
        countRow(run, kind.countedAs, targets.some((each) => changed.has(each)) ? 'changed' : 'unchanged', {
          ...row,
          file: file.name,
        });
      }
    }
  };

  const store = async ({ window, read: reading }: ReadWindow): Promise<void> => {
    await storeSuppressions(window.filter((row) => row.isSuppression));
    const { rows: named, rejected, stored, list } = await reading;
    for (const [row, reason] of rejected) rejectIdentified(row, reason);
    for (const { id, rows: deleted } of named.filter(({ draft }) => draft.isDeleted)) {
      run.read?.addDeleted({ kind: kind.countedAs, id });
      for (const row of deleted) countRow(run, kind.countedAs, 'unchanged', { ...row, file: file.name });
    }
    const resolved = named.filter(({ draft }) => !draft.isDeleted);
    await linkPeople?.(resolved, stored);
    await linkCompanies?.(resolved);
    const banned = await bans.prepare(resolved, kind, stored, list);
    const [first = [], ...further] = distinctRows(resolved);
    await storeRecords(first, kind, run, results, { stored: new Map(stored), list: banned });
    for (const group of further) await storeRecords(group, kind, run, results);
    for (let current: BanList = banned; kind.isCallable && (await bans.hasChangedSince(current)); ) {
      const again = await readRecords(first, kind, run);
      await storeRecords(first, kind, run, NO_RESULTS, again);
      current = again.list;
    }
    await bans.enforce(banned.added, banned.lifted);
    await customFields?.flush();
  };
  try {
    let current = await nextWindow();
    while (current !== undefined) {
      // A checkpoint counts all that the reader has rejected, so it waits until the next rows are parsed. If
      // that fails, the current rows are still counted.
      const [stored, next] = await Promise.allSettled([store(current), nextWindow()]);
      if (stored.status === 'rejected') throw stored.reason;
      await bans.flush();
      run.progress();
      if (await run.checkpoints.reached(current.window.length)) return;
      if (next.status === 'rejected') throw next.reason;
      current = next.value;
    }
  } finally {
    await windows.return(undefined);
  }
};
