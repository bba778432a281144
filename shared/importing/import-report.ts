/** What became of the rows of one kind: `read` is the sum of the others. */
export interface ImportCounts {
  readonly read: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
}

export const COUNTED_KINDS = ['companies', 'people', 'callLists', 'callListEntries'] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

export type Outcome = Exclude<keyof ImportCounts, 'read'>;

export type ImportReport = Readonly<Record<CountedKind, ImportCounts>> & {
  /** By file name, the columns that nothing was taken from. */
  readonly ignoredColumns: Readonly<Record<string, readonly string[]>>;
};

/** Counts rows while they are imported. */
export class ImportTally {
  readonly #counts = Object.fromEntries(
    COUNTED_KINDS.map((kind) => [kind, { created: 0, changed: 0, unchanged: 0, rejected: 0 }]),
  ) as Record<CountedKind, Record<Outcome, number>>;

  count(kind: CountedKind, outcome: Outcome): void {
    this.#counts[kind][outcome] += 1;
  }

  of(kind: CountedKind): ImportCounts {
    const counts = this.#counts[kind];
    return { read: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts };
  }
}
