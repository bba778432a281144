import { batchesOf } from '../../../table/batches.ts';
import type { CallListDraft, EntryDraft } from '../drafts/call-list-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';
import { type OriginalRow, repeatedProblem, repeatedReason, TO_IMPORT_IT } from '../files/rejects-file.ts';
import { findPeople, numberOf } from '../records/people-search.ts';
import { MAP_PEOPLE } from '../rows/call-list-fields.ts';
import type { DraftFile, DraftRow, ReadRow } from '../rows/read-drafts.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { Outcome } from '../run/import-report.ts';
import { type ImportRun, rejectRow, reportWarnings, storedRow } from '../run/import-run.ts';
import { windowsOf } from '../run/windows.ts';
import { CallListRegistry } from './call-list-registry.ts';
import type { IdentifiedEntry } from './plan-entry.ts';
import { storeCallLists, storeEntries } from './store-call-lists.ts';

/** Entries that are read from the table together. */
const WINDOW_ENTRIES = 1000;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface IdentifiedList extends DraftRow<CallListDraft> {
  readonly id: string;
  /** Whether the row adds a value of its list that no earlier row gave. */
  readonly isNews: boolean;
}

const callListId = ({ id, sourceId, values }: CallListDraft, { idOf, source }: ImportRun): string => {
  if (id !== null) return id;
  if (sourceId !== null) return idOf('call_list', source, sourceId);
  const name = textOrNull(values['name']);
  if (name !== null) return idOf('call_list', source, 'name', name.toLowerCase());
  throw new RowError(
    'id: the row has neither the call list\'s id nor its name (map the column that does to "id")',
  );
};

/** Finds the id of an entry; one without its own id is identified by whom it calls. */
const findEntryId = (
  listId: string,
  { id, sourceId, values }: EntryDraft,
  { idOf }: ImportRun,
): string | undefined => {
  if (id !== null) return id;
  const keys = { entry: sourceId, person: values['personId'], company: values['companyId'] };
  for (const [kind, key] of Object.entries(keys)) {
    if (typeof key === 'string') return idOf('call_list_entry', listId, kind, key);
  }
  return undefined;
};

type RejectedRead = Omit<ReadRow, 'warnings'>;

/** The row of a list with an entry alone, so that the others are not imported again with it. */
const originalOfEntry = (original: OriginalRow, { row }: EntryDraft): OriginalRow =>
  row === undefined || typeof original === 'string' || Array.isArray(original)
    ? original
    : { ...original, entries: [row] };

/**
 * Imports call lists: of each group of rows first the lists, then their entries. The rows of a list need not
 * stand together, and a list may come again with other entries.
 */
export const importCallLists = async (file: DraftFile<CallListDraft>, run: ImportRun): Promise<void> => {
  /** Whether a row is one entry (CSV) rather than a list (JSON Lines). */
  const isEntryPerRow = file.layout !== undefined;
  const registry = new CallListRegistry();
  const seen = new FingerprintIndex();
  const windowEntries = run.windowRows ?? WINDOW_ENTRIES;

  const rejectEntry = ({ line, original }: RejectedRead, reason: string): void =>
    rejectRow(run, 'callListEntries', { file: file.name, line, reason, original });

  const rejectList = (
    { draft, line, original }: RejectedRead & { readonly draft: CallListDraft | undefined },
    reason: string,
  ): void => {
    const hasEntries = isEntryPerRow && (draft === undefined || draft.entries.length > 0);
    const kind = hasEntries ? 'callListEntries' : 'callLists';
    rejectRow(run, kind, { file: file.name, line, reason, original });
  };

  const report = (
    kind: 'callLists' | 'callListEntries',
    outcome: Outcome,
    row: ReadRow & { readonly id: string; readonly draft: { readonly sourceId: string | null } },
  ): void => {
    const { sourceId } = row.draft;
    storedRow(run, kind, outcome, row, { file: file.name, id: row.id, sourceId, source: run.source });
  };

  const accept = (row: DraftRow<CallListDraft>): IdentifiedList => {
    const { draft } = row;
    const id = callListId(draft, run);
    return { ...row, id, isNews: registry.note(id, draft.values) };
  };

  /** Stores the lists that this window has new values of. Returns why lists were rejected, by id. */
  const storeLists = async (rows: readonly IdentifiedList[]): Promise<ReadonlyMap<string, string>> => {
    const lists = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, ofList]) => {
      const [first] = ofList;
      if (first === undefined || !ofList.some(({ isNews }) => isNews)) return [];
      // The first value of each field counts.
      return [{ id, first, values: Object.assign({}, ...ofList.map(({ draft }) => draft.values).reverse()) }];
    });
    const rejected = new Map<string, string>();
    await storeCallLists(lists, run, {
      done: ({ id, first }, outcome) => {
        if (!registry.noteStored(id, outcome === 'created')) return;
        // Those of a row are reported once, whether it names the list first, or has an entry.
        report('callLists', outcome, { ...first, warnings: [] });
      },
      rejected: ({ id }, reason) => rejected.set(id, reason),
    });
    return rejected;
  };

  const identifyEntry = (
    { line, original: wholeOriginal, warnings, reason, id: callListId }: IdentifiedList,
    draft: EntryDraft,
  ): IdentifiedEntry | undefined => {
    const original = originalOfEntry(wholeOriginal, draft);
    try {
      if (draft.problem !== null) throw new RowError(draft.problem);
      const id = findEntryId(callListId, draft, run);
      if (id === undefined) {
        throw new RowError(
          `id: the entry has neither an id nor a person or company to identify it (${MAP_PEOPLE})`,
        );
      }
      const { position, personId, companyId } = draft.values;
      const problem =
        repeatedProblem(reason, id) ?? (seen.add(id) ? undefined : repeatedReason(id, TO_IMPORT_IT));
      if (problem !== undefined) throw new RowError(problem);
      return {
        line,
        original,
        warnings,
        callListId,
        id,
        personId: textOrNull(personId),
        companyId: textOrNull(companyId),
        number: numberOf(draft, run),
        position: typeof position === 'number' ? position : null,
        draft,
      };
    } catch (error) {
      rejectEntry({ line, original }, reasonOf(error));
      return undefined;
    }
  };

  const entriesOf = ({ draft }: IdentifiedList): number => Math.max(1, draft.entries.length);
  /** Repeats what a row before the checkpoint left in memory. */
  const pass = (row: IdentifiedList): void => {
    registry.notePassed(row.id);
    for (const draft of row.draft.entries) {
      const id = draft.problem === null ? findEntryId(row.id, draft, run) : undefined;
      if (id !== undefined) seen.add(id);
    }
  };

  const all = file.rows(accept, run.checkpoints.rejects(rejectList), run.onBytes);
  const rows = run.checkpoints.rest(all, pass);
  for await (const window of windowsOf(rows, windowEntries, entriesOf)) {
    await findPeople(
      window.flatMap(({ draft }) => draft.entries),
      run,
      ({ problem, id, sourceId, values }) =>
        problem === null && id === null && sourceId === null && typeof values['companyId'] !== 'string',
      (draft, _named, reason) => {
        draft.problem = reason;
      },
    );
    const rejected = await storeLists(window);
    const entries: IdentifiedEntry[] = [];
    for (const row of window) {
      const reason = rejected.get(row.id);
      if (reason !== undefined) {
        rejectList(row, reason);
        continue;
      }
      if (row.draft.entries.length === 0) reportWarnings(run, 'callLists', { ...row, file: file.name });
      for (const draft of row.draft.entries) {
        const entry = identifyEntry(row, draft);
        if (entry !== undefined) entries.push(entry);
      }
    }
    for (const group of batchesOf(entries, windowEntries)) {
      await storeEntries(group, run, registry, {
        done: (entry, outcome) => report('callListEntries', outcome, entry),
        rejected: rejectEntry,
      });
      run.progress();
    }
    if (await run.checkpoints.reached(window.length)) return;
  }
};
