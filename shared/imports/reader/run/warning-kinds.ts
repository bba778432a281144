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

/** A kind of warning, with the first cell that it is about. */
export interface CountedWarning {
  readonly field: string;
  readonly reason: string;
  readonly count: number;
  /** Where its row starts in the file. */
  readonly line: number;
  /** Shortened. */
  readonly value: string;
}

/** UTF-16 code units of a value. */
const MAX_VALUE_LENGTH = 100;

const generalReason = (reason: string): string => reason.replaceAll(/"[^"]*"/g, '"…"');

/** Kinds that are told apart. Further ones are not counted. */
const MAX_KINDS = 1000;

/** Sums up warnings by what is wrong, in the memory of their kinds. */
export class WarningKinds {
  readonly #kinds = new Map<string, WarningKind>();

  /** @param counted those so far */
  constructor(counted: readonly CountedWarning[] = []) {
    for (const { field, reason, count, line, value } of counted) {
      const first = { file: '', line, field, value, reason };
      this.#kinds.set(`${field} ${generalReason(reason)}`, { field, reason, count, first });
    }
  }

  add(warning: Warning): void {
    const { field, value, reason } = warning;
    const general = generalReason(reason);
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

/** The most frequent kinds, at most so many. */
export const countedWarnings = (kinds: WarningKinds, limit: number): readonly CountedWarning[] =>
  kinds.all.slice(0, limit).map(({ field, reason, count, first: { line, value } }) => ({
    field,
    reason,
    count,
    line,
    value: value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value,
  }));
