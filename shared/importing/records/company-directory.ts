import { FingerprintIndex } from '../run/fingerprint-index.ts';
import { grown } from '../run/grown.ts';
import type { IdMaker } from '../run/import-ids.ts';

const WORDS_PER_ID = 4;

export interface NamedCompany {
  readonly id: string;
  readonly domain: string | null;
  readonly name: string | null;
}

/** What a search by domain or name found. */
export type FoundCompany = { readonly id: string } | 'none' | 'several';

const wordsOf = (id: string): readonly number[] => {
  const digits = id.replaceAll('-', '');
  return [0, 8, 16, 24].map((start) => Number.parseInt(digits.slice(start, start + 8), 16));
};

const idOfWords = (words: readonly number[]): string => {
  const digits = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/**
 * The ids of companies by domain and by name, compared without regard to case. It takes some 40 bytes for each domain
 * and name, however long they are.
 */
export class CompanyDirectory {
  readonly #keyOf: (field: 'domain' | 'name', value: string) => string;
  readonly #companies = new FingerprintIndex();
  readonly #keys = new FingerprintIndex();
  /** Four words an id; all zero where several companies share the key. */
  #ids = new Uint32Array(1024);

  constructor(idOf: IdMaker) {
    this.#keyOf = (field, value) => idOf('company', field, value.toLowerCase());
  }

  has(id: string): boolean {
    return this.#companies.has(id);
  }

  add({ id, domain, name }: NamedCompany): void {
    this.#companies.add(id);
    if (domain !== null) this.#addKey(this.#keyOf('domain', domain), id);
    if (name !== null) this.#addKey(this.#keyOf('name', name), id);
  }

  find(field: 'domain' | 'name', value: string): FoundCompany {
    const index = this.#keys.indexOf(this.#keyOf(field, value));
    if (index === -1) return 'none';
    const words = this.#wordsAt(index);
    return words.every((word) => word === 0) ? 'several' : { id: idOfWords(words) };
  }

  #wordsAt(index: number): readonly number[] {
    return [...this.#ids.subarray(index * WORDS_PER_ID, (index + 1) * WORDS_PER_ID)];
  }

  #addKey(key: string, id: string): void {
    const isNew = this.#keys.add(key);
    const index = this.#keys.indexOf(key);
    this.#ids = grown(this.#ids, this.#keys.size * WORDS_PER_ID);
    const isOther = !isNew && idOfWords(this.#wordsAt(index)) !== id;
    this.#ids.set(isOther ? [0, 0, 0, 0] : wordsOf(id), index * WORDS_PER_ID);
  }
}
