import type { CallListDraft } from '../drafts/call-list-draft.ts';
import { RowError } from '../drafts/row-error.ts';
import { FingerprintTable } from '../run/fingerprint-index.ts';

/** A 32-bit hash (FNV-1a). Never 0, which marks a value that no row has given yet. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
};

/** The numbers of a list: hash of the name, 1 (unlocked) or 2 (locked), last position, and its state. */
const [NAME, LOCK, POSITION, STATE] = [0, 1, 2, 3];

const [UNKNOWN, STORED, PASSED] = [0, 1, 2];

/**
 * The name, lock and next position of each call list, in a few bytes per list: the rows of one list may be
 * spread over the whole file.
 */
export class CallListRegistry {
  readonly #lists = new FingerprintTable(4);

  /**
   * Notes a row's values of a list. Throws a RowError if they contradict an earlier row.
   *
   * @returns whether the row adds a value, or the list is not known to be stored yet
   */
  note(id: string, { name = null, isLocked = null }: CallListDraft['values']): boolean {
    const list = this.#lists.numbersOf(id);
    const given = [name === null ? 0 : hashOf(String(name)), isLocked === null ? 0 : Number(isLocked) + 1];
    const isOther = given.map((value, at) => value !== 0 && list[at] !== 0 && value !== list[at]);
    if (isOther[NAME]) {
      throw new RowError(`name: an earlier row of the same call list has another name than "${name}"`);
    }
    if (isOther[LOCK]) {
      throw new RowError('isLocked: an earlier row of the same call list has another value');
    }
    const isNews = given.some((value, at) => value !== 0 && list[at] === 0);
    list.set(given.map((value, at) => value || (list[at] ?? 0)));
    return isNews || list[STATE] !== STORED;
  }

  /**
   * @param isCreated whether it was not stored before
   * @returns whether this is the first time, also in earlier runs of the same import
   */
  noteStored(id: string, isCreated: boolean): boolean {
    const list = this.#lists.numbersOf(id);
    const before = list[STATE];
    list[STATE] = STORED;
    return before === UNKNOWN || (before === PASSED && isCreated);
  }

  /** Notes that rows of the list are before the checkpoint: it was stored, unless it was rejected. */
  notePassed(id: string): void {
    this.#lists.numbersOf(id)[STATE] = PASSED;
  }

  /** Whether the last position of a list is known. */
  hasPosition(id: string): boolean {
    return (this.#lists.numbersOf(id)[POSITION] ?? 0) > 0;
  }

  /** Notes that an entry has a position. */
  notePosition(id: string, position: number): void {
    const list = this.#lists.numbersOf(id);
    list[POSITION] = Math.max(list[POSITION] ?? 0, position);
  }

  /** A position after all that are noted, from 1. */
  nextPosition(id: string): number {
    const list = this.#lists.numbersOf(id);
    const position = (list[POSITION] ?? 0) + 1;
    list[POSITION] = position;
    return position;
  }
}
