/** What a row says about one entry; fields that it does not mention are absent. */
export interface EntryDraft {
  /** The entry's id in the source, if the row has one. */
  sourceId: string | null;
  /** An id of the service itself, which the row brought along. */
  id: string | null;
  /** An email address of the person. */
  email: string | null;
  phoneNumber: string | null;
  phoneType: string | null;
  readonly values: Record<string, unknown>;
  /** Fields that the row sets to null: they do not default to the person's. */
  readonly explicitNulls: Set<'companyId' | 'phone'>;
  /** Why the entry could not be understood, if so. */
  problem: string | null;
  /** The entry as it was read, where it is only part of its row. */
  row: unknown;
}

/** What a row says about a call list and its entries; null where it says nothing. */
export interface CallListDraft {
  /** The list's id in the source, if the row has one. */
  sourceId: string | null;
  /** An id of the service itself, which the row brought along. */
  id: string | null;
  name: string | null;
  isLocked: boolean | null;
  createdAt: string | null;
  entries: EntryDraft[];
}

export const emptyEntryDraft = (): EntryDraft => ({
  sourceId: null,
  id: null,
  email: null,
  phoneNumber: null,
  phoneType: null,
  values: {},
  explicitNulls: new Set(),
  problem: null,
  row: undefined,
});

export const emptyCallListDraft = (): CallListDraft => ({
  sourceId: null,
  id: null,
  name: null,
  isLocked: null,
  createdAt: null,
  entries: [],
});
