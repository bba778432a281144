/** Slots are at most this full, which keeps probing short. */
const MAX_LOAD = 0.75;
const INITIAL_SLOTS = 1024;

/** Mixes the 128 bits of a UUID to 32 (the finalizer of MurmurHash3), differently for each seed. */
const mix = (id: string, seed: number): number => {
  let hash = seed;
  for (const [start, end] of [
    [0, 8],
    [9, 18],
    [19, 28],
    [28, 36],
  ] as const) {
    hash ^= Number.parseInt(id.slice(start, end).replace('-', ''), 16);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
};

/**
 * Numbers ids in the order of their first occurrence without storing them: 64-bit fingerprints in typed
 * arrays, 16 to 32 bytes per id. The probability of a collision among a million ids is 3 in 10^8.
 */
export class FingerprintIndex {
  #high = new Uint32Array(INITIAL_SLOTS);
  #low = new Uint32Array(INITIAL_SLOTS);
  /** Ordinal plus one; 0 marks a free slot. */
  #ordinals = new Uint32Array(INITIAL_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of this id, from 0, or -1 if it was never added. */
  indexOf(id: string): number {
    return this.#ordinalAt(this.#find(mix(id, 1), mix(id, 2)));
  }

  has(id: string): boolean {
    return this.indexOf(id) !== -1;
  }

  /** Numbers the id, unless it already has a number. Returns whether it is new. */
  add(id: string): boolean {
    if (this.#size >= this.#ordinals.length * MAX_LOAD) this.#grow();
    const high = mix(id, 1);
    const low = mix(id, 2);
    const slot = this.#find(high, low);
    if (this.#ordinalAt(slot) !== -1) return false;
    this.#size += 1;
    this.#set(slot, high, low, this.#size);
    return true;
  }

  #ordinalAt(slot: number): number {
    return (this.#ordinals[slot] ?? 0) - 1;
  }

  #set(slot: number, high: number, low: number, ordinal: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#ordinals[slot] = ordinal;
  }

  /** The slot of this fingerprint, or the free slot for it. */
  #find(high: number, low: number): number {
    const mask = this.#ordinals.length - 1;
    let slot = low & mask;
    while (this.#ordinals[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [high, low, ordinals] = [this.#high, this.#low, this.#ordinals];
    this.#high = new Uint32Array(ordinals.length * 2);
    this.#low = new Uint32Array(ordinals.length * 2);
    this.#ordinals = new Uint32Array(ordinals.length * 2);
    ordinals.forEach((ordinal, slot) => {
      if (ordinal === 0) return;
      const [a, b] = [high[slot] ?? 0, low[slot] ?? 0];
      this.#set(this.#find(a, b), a, b, ordinal);
    });
  }
}

/** A few 32-bit numbers for each of many ids, without storing the ids. */
export class FingerprintTable {
  readonly #ids = new FingerprintIndex();
  readonly #width: number;
  #numbers = new Uint32Array(INITIAL_SLOTS);

  constructor(width: number) {
    this.#width = width;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /**
   * The numbers of an id, zeros at first. Writes to the array are kept; it is valid until another id is
   * added.
   */
  numbersOf(id: string): Uint32Array<ArrayBuffer> {
    this.#ids.add(id);
    const start = this.#ids.indexOf(id) * this.#width;
    if (start + this.#width > this.#numbers.length) {
      const larger = new Uint32Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    return this.#numbers.subarray(start, start + this.#width);
  }
}

const wordsOf = (id: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')).buffer);

const idOfWords = ({ buffer, byteOffset }: Uint32Array<ArrayBuffer>): string =>
  Buffer.from(buffer, byteOffset, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Leads from ids to ids, in some 40 bytes each. */
export class FingerprintMap {
  /** The id that a key leads to, in four words; all zero where it leads to several. */
  readonly #ids = new FingerprintTable(4);

  /** Adds an id to those that a key leads to. */
  add(key: string, id: string): void {
    const isNew = !this.#ids.has(key);
    const words = this.#ids.numbersOf(key);
    words.set(isNew || idOfWords(words) === id ? wordsOf(id) : [0, 0, 0, 0]);
  }

  /** The id that a key leads to; undefined if there is none. */
  get(key: string): string | 'several' | undefined {
    if (!this.#ids.has(key)) return undefined;
    const words = this.#ids.numbersOf(key);
    return words.every((word) => word === 0) ? 'several' : idOfWords(words);
  }
}
