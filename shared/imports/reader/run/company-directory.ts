import { hostNameOf } from '../../../domain/values/host-name.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import type { IdMaker } from '../../../table/items/import-ids.ts';
import { FingerprintIndex, FingerprintMap } from './fingerprint-index.ts';

/** The form in which names of companies are compared: without case, invisible characters and extra spaces. */
export const companyNameKey = (name: string): string =>
  visibleText(name).replaceAll(/\s+/g, ' ').toLowerCase();

export interface NamedCompany {
  readonly id: string;
  readonly domain?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** What a search by domain or name found. */
export type FoundCompany = { readonly id: string } | 'none' | 'several';

/** The forms in which the values that identify a company are compared. */
export const COMPANY_KEYS = {
  domain: (domain: string): string => hostNameOf(domain) ?? domain.toLowerCase(),
  name: companyNameKey,
} as const;

/**
 * The ids of companies by domain and by name, compared by `COMPANY_KEYS`. It takes some 40 bytes for
 * each domain and name, however long they are.
 */
export class CompanyDirectory {
  readonly #keyOf: (field: 'domain' | 'name', value: string) => string;
  readonly #companies = new FingerprintIndex();
  readonly #ids = new FingerprintMap();

  constructor(idOf: IdMaker) {
    this.#keyOf = (field, value) => idOf('company', field, COMPANY_KEYS[field](value));
  }

  has(id: string): boolean {
    return this.#companies.has(id);
  }

  add({ id, domain, name }: NamedCompany): void {
    this.#companies.add(id);
    if (domain != null) this.#ids.add(this.#keyOf('domain', domain), id);
    if (name != null) this.#ids.add(this.#keyOf('name', name), id);
  }

  find(field: 'domain' | 'name', value: string): FoundCompany {
    const found = this.#ids.get(this.#keyOf(field, value)) ?? 'none';
    return found === 'none' || found === 'several' ? found : { id: found };
  }
}
