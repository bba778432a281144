import type { Warning } from './import-run.ts';

/** Warnings that differ only in their values. */
export interface WarningKind {
  readonly field: string;
  /** The reason, without the values if they differ. */
  readonly reason: string;
  readonly count: number;
  /** The first of them. */
  readonly first: Warning;
}

/** Kinds that are told apart. Further ones are not counted. */
const MAX_KINDS = 1000;

/** Sums up warnings by what is wrong, in the memory of their kinds. */
export class WarningKinds {
  readonly #kinds = new Map<string, WarningKind>();

  add(warning: Warning): void {
    const { field, value, reason } = warning;
    const general = reason.replaceAll(/"[^"]*"/g, '"…"');
    const known = this.#kinds.get(`${field} ${general}`);
    if (known === undefined) {
      if (this.#kinds.size < MAX_KINDS)
        this.#kinds.set(`${field} ${general}`, { field, reason, count: 1, first: warning });
      return;
    }
    const isSame = known.reason === reason && known.first.value === value;
    this.#kinds.set(`${field} ${general}`, {
      ...known,
      reason: isSame ? reason : general,
      count: known.count + 1,
    });
  }

  /** The most frequent first. */
  get all(): readonly WarningKind[] {
    return [...this.#kinds.values()].sort((a, b) => b.count - a.count);
  }
}
