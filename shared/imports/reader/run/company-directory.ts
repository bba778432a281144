import type { IdMaker } from '../../../domain/import-ids.ts';
import { hostNameOf } from '../../../domain/values/host-name.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import { FingerprintIndex, FingerprintTable } from './fingerprint-index.ts';

/** The form in which names of companies are compared: without case, invisible characters and extra spaces. */
export const companyNameKey = (name: string): string =>
  visibleText(name).replaceAll(/\s+/g, ' ').toLowerCase();

export interface NamedCompany {
  readonly id: string;
  readonly domain: string | null;
  readonly name: string | null;
}

/** What a search by domain or name found. */
export type FoundCompany = { readonly id: string } | 'none' | 'several';

/** The forms in which the values that identify a company are compared. */
export const COMPANY_KEYS = {
  domain: (domain: string): string => hostNameOf(domain) ?? domain.toLowerCase(),
  name: companyNameKey,
} as const;

const wordsOf = (id: string): Uint32Array =>
  new Uint32Array(Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')).buffer);

const idOfWords = ({ buffer, byteOffset }: Uint32Array<ArrayBuffer>): string =>
  Buffer.from(buffer, byteOffset, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The ids of companies by domain and by name, compared by `COMPANY_KEYS`. It takes some 40 bytes for
 * each domain and name, however long they are.
 */
export class CompanyDirectory {
  readonly #keyOf: (field: 'domain' | 'name', value: string) => string;
  readonly #companies = new FingerprintIndex();
  /** The id of the company with a key, in four words; all zero where several companies share the key. */
  readonly #ids = new FingerprintTable(4);

  constructor(idOf: IdMaker) {
    this.#keyOf = (field, value) => idOf('company', field, COMPANY_KEYS[field](value));
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
    const key = this.#keyOf(field, value);
    if (!this.#ids.has(key)) return 'none';
    const words = this.#ids.numbersOf(key);
    return words.every((word) => word === 0) ? 'several' : { id: idOfWords(words) };
  }

  #addKey(key: string, id: string): void {
    const isNew = !this.#ids.has(key);
    const words = this.#ids.numbersOf(key);
    words.set(isNew || idOfWords(words) === id ? wordsOf(id) : [0, 0, 0, 0]);
  }
}
