import { batchesOf } from '../../table/batches.ts';
import { hasEntry } from '../cells/call-list-fields.ts';
import type { CallListDraft, EntryDraft } from '../rows/call-list-draft.ts';
import type { DraftFile, DraftRow, ReadRow } from '../rows/read-drafts.ts';
import { RowError, reasonOf } from '../rows/row-error.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { Outcome } from '../run/import-report.ts';
import { type ImportRun, rejectRow, storedRow } from '../run/import-run.ts';
import { CallListRegistry } from './call-list-registry.ts';
import type { IdentifiedEntry } from './plan-entry.ts';
import { type CallListFields, type CallListResult, storeCallLists } from './store-call-lists.ts';
import { storeEntries } from './store-entries.ts';

/** Entries that are read from the table together. */
const WINDOW_ENTRIES = 1000;

interface IdentifiedList extends ReadRow {
  readonly id: string;
  readonly list: CallListDraft;
  /** Whether the row adds a value of its list that no earlier row gave. */
  readonly isNews: boolean;
  readonly positions: readonly number[];
}

const callListId = ({ id, sourceId, name }: CallListDraft, { context }: ImportRun): string => {
  if (id !== null) return id;
  if (sourceId !== null) return context.idOf('call_list', context.source, sourceId);
  if (name !== null) return context.idOf('call_list', context.source, 'name', name.toLowerCase());
  throw new RowError(
    "id: the row has neither the call list's id nor its name (map the column that does: --map 'Column=id')",
  );
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Without an id of its own, an entry is identified by whom it calls. */
const entryId = (listId: string, draft: EntryDraft, { context }: ImportRun): string => {
  if (draft.id !== null) return draft.id;
  const keys = [
    ['entry', draft.sourceId],
    ['person', textOrNull(draft.values['personId'])],
    ['company', textOrNull(draft.values['companyId'])],
  ] as const;
  for (const [kind, key] of keys) {
    if (key !== null) return context.idOf('call_list_entry', listId, kind, key);
  }
  throw new RowError('id: the entry has neither an id nor a person or company to identify it');
};

const mergedFields = (rows: readonly IdentifiedList[], id: string): CallListFields => ({
  id,
  name: rows.find(({ list }) => list.name !== null)?.list.name ?? null,
  isLocked: rows.find(({ list }) => list.isLocked !== null)?.list.isLocked ?? null,
  createdAt: rows.find(({ list }) => list.createdAt !== null)?.list.createdAt ?? null,
});

/**
 * Imports call lists: of each group of rows first the lists, then their entries. The rows of a list need not
 * stand together, and a list may come again with other entries.
 */
export const importCallLists = async (file: DraftFile<CallListDraft>, run: ImportRun): Promise<void> => {
  /** Whether a row is one entry (CSV) rather than a list (JSON Lines). */
  const isEntryPerRow = file.columns !== undefined;
  const registry = new CallListRegistry();
  const seen = new FingerprintIndex();
  const windowEntries = run.windowRows ?? WINDOW_ENTRIES;

  const countedAs = (list: CallListDraft | undefined) =>
    isEntryPerRow && (list === undefined || list.entries.length > 0) ? 'callListEntries' : 'callLists';

  const reject = (kind: 'callLists' | 'callListEntries', line: number, row: unknown, reason: string): void =>
    rejectRow(run, kind, { file: file.name, line, row, reason });

  const report = (
    kind: 'callLists' | 'callListEntries',
    outcome: Outcome,
    row: ReadRow & { readonly id: string },
    sourceId: string | null,
  ): void =>
    storedRow(run, kind, outcome, row, { file: file.name, id: row.id, sourceId, source: run.context.source });

  const accept = (row: DraftRow<CallListDraft>): IdentifiedList | undefined => {
    const draft = 'draft' in row ? row.draft : undefined;
    try {
      if ('reason' in row) throw new RowError(row.reason);
      const list = row.draft;
      if (isEntryPerRow) list.entries = list.entries.filter(hasEntry);
      const id = callListId(list, run);
      const positions = list.entries.map(() => registry.nextPosition(id));
      const { line, warnings } = row;
      return { line, row: row.row, warnings, id, list, positions, isNews: registry.note(id, list) };
    } catch (error) {
      reject(countedAs(draft), row.line, row.row, reasonOf(error));
      return undefined;
    }
  };

  /** Stores the lists that this window has new values of. Returns the outcome of each. */
  const storeLists = async (
    rows: readonly IdentifiedList[],
  ): Promise<ReadonlyMap<string, CallListResult>> => {
    const byList = Map.groupBy(rows, ({ id }) => id);
    const lists = [...byList]
      .filter(([, ofList]) => ofList.some(({ isNews }) => isNews))
      .map(([id, ofList]) => mergedFields(ofList, id));
    const results = await storeCallLists(lists, run);
    for (const [id, result] of results) {
      const [first] = byList.get(id) ?? [];
      if (first === undefined || 'reason' in result || !registry.noteStored(id)) continue;
      // The warnings of a row with an entry are reported with the entry.
      const warnings = first.list.entries.length === 0 ? first.warnings : [];
      report('callLists', result.outcome, { ...first, warnings }, first.list.sourceId);
    }
    return results;
  };

  const identifyEntry = (
    { line, row, warnings, id: listId, positions }: IdentifiedList,
    draft: EntryDraft,
    index: number,
  ): IdentifiedEntry | undefined => {
    const entryRow = draft.row ?? row;
    try {
      if (draft.problem !== null) throw new RowError(draft.problem);
      const id = entryId(listId, draft, run);
      const position = draft.values['position'];
      if (!seen.add(id)) throw new RowError('id: an earlier row of the file has the same one');
      return {
        line,
        row: entryRow,
        warnings,
        callListId: listId,
        id,
        personId: textOrNull(draft.values['personId']),
        companyId: textOrNull(draft.values['companyId']),
        position: typeof position === 'number' ? position : (positions[index] ?? 0),
        draft,
      };
    } catch (error) {
      reject('callListEntries', line, entryRow, reasonOf(error));
      return undefined;
    }
  };

  const importWindow = async (rows: readonly IdentifiedList[]): Promise<void> => {
    const results = await storeLists(rows);
    const entries: IdentifiedEntry[] = [];
    for (const row of rows) {
      const result = results.get(row.id);
      if (result !== undefined && 'reason' in result) {
        reject(countedAs(row.list), row.line, row.row, result.reason);
        continue;
      }
      for (const [index, draft] of row.list.entries.entries()) {
        const entry = identifyEntry(row, draft, index);
        if (entry !== undefined) entries.push(entry);
      }
    }
    for (const group of batchesOf(entries, windowEntries)) {
      await storeEntries(group, run, {
        done: (entry, outcome) => report('callListEntries', outcome, entry, entry.draft.sourceId),
        rejected: ({ line, row }, reason) => reject('callListEntries', line, row, reason),
      });
      run.onProgress();
    }
  };

  let window: IdentifiedList[] = [];
  let size = 0;
  for await (const batch of file.rows(run.onBytes)) {
    for (const row of batch) {
      const accepted = accept(row);
      if (accepted === undefined) continue;
      window.push(accepted);
      size += Math.max(1, accepted.list.entries.length);
      if (size < windowEntries) continue;
      await importWindow(window);
      window = [];
      size = 0;
    }
    run.onProgress();
  }
  await importWindow(window);
};
