import type { CallListDraft } from '../rows/call-list-draft.ts';
import { RowError } from '../rows/row-error.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import { grown } from '../run/grown.ts';

/** A 32-bit hash (FNV-1a). Never 0, which marks a value that no row has given yet. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
};

/**
 * The name, lock and next position of each call list, in a few bytes per list: the rows of one list may be
 * spread over the whole file.
 */
export class CallListRegistry {
  readonly #lists = new FingerprintIndex();
  #names = new Uint32Array(1024);
  #locks = new Uint32Array(1024);
  #positions = new Uint32Array(1024);
  #isStored = new Uint32Array(1024);

  /**
   * Notes a row's values of a list. Throws a RowError if they contradict an earlier row.
   *
   * @returns whether the row adds a value, or the list is not stored yet
   */
  note(id: string, { name, isLocked }: CallListDraft): boolean {
    const index = this.#indexOf(id);
    const nameHash = name === null ? 0 : hashOf(name);
    const lock = isLocked === null ? 0 : Number(isLocked) + 1;
    const [knownName = 0, knownLock = 0] = [this.#names[index], this.#locks[index]];
    if (nameHash !== 0 && knownName !== 0 && nameHash !== knownName) {
      throw new RowError(`name: an earlier row of the same call list has another name than "${name}"`);
    }
    if (lock !== 0 && knownLock !== 0 && lock !== knownLock) {
      throw new RowError('isLocked: an earlier row of the same call list has another value');
    }
    const isNews = (nameHash !== 0 && knownName === 0) || (lock !== 0 && knownLock === 0);
    if (nameHash !== 0) this.#names[index] = nameHash;
    if (lock !== 0) this.#locks[index] = lock;
    return isNews || this.#isStored[index] === 0;
  }

  /** @returns whether this is the first time */
  noteStored(id: string): boolean {
    const index = this.#indexOf(id);
    const isFirst = this.#isStored[index] === 0;
    this.#isStored[index] = 1;
    return isFirst;
  }

  /** The position of the list's next row, from 1. */
  nextPosition(id: string): number {
    const index = this.#indexOf(id);
    const position = (this.#positions[index] ?? 0) + 1;
    this.#positions[index] = position;
    return position;
  }

  #indexOf(id: string): number {
    this.#lists.add(id);
    const index = this.#lists.indexOf(id);
    const size = this.#lists.size;
    this.#names = grown(this.#names, size);
    this.#locks = grown(this.#locks, size);
    this.#positions = grown(this.#positions, size);
    this.#isStored = grown(this.#isStored, size);
    return index;
  }
}
