import { emptyDraft, type RecordDraft } from './record-draft.ts';

/** What a row says about one entry. Its person may be named by `email`. */
export interface EntryDraft extends RecordDraft {
  /** Fields that the row sets to null: they do not default to the person's. */
  readonly explicitNulls: readonly string[];
  /** Why the entry could not be understood, if so. */
  problem: string | null;
  /** The entry as it was read, where it is only part of its row. */
  readonly row?: unknown;
}

/** What a row says about a call list and its entries. */
export interface CallListDraft extends RecordDraft {
  entries: readonly EntryDraft[];
}

export const emptyEntryDraft = (): EntryDraft => ({ ...emptyDraft(), explicitNulls: [], problem: null });

export const emptyCallListDraft = (): CallListDraft => ({ ...emptyDraft(), entries: [] });
