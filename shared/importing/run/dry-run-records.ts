import { isDeepStrictEqual } from 'node:util';
import type { Company } from '../../domain/company.ts';
import type { Phone } from '../../domain/fields.ts';
import type { IdMaker } from '../../domain/import-ids.ts';
import type { Person } from '../../domain/person.ts';
import { callablePhone } from '../cells/phone-numbers.ts';
import { CompanyDirectory } from '../records/company-directory.ts';
import type { ImportedRecord } from '../records/record-kinds.ts';
import { FingerprintIndex } from './fingerprint-index.ts';

/** The company and phone that an entry takes from its person or company if its row gives none. */
export interface CallTarget {
  readonly companyId: string | null;
  readonly phone: Pick<Phone, 'number' | 'type'> | null;
}

export const callTargetOf = (record: ImportedRecord & Partial<Pick<Person, 'companyId'>>): CallTarget => ({
  companyId: record.companyId ?? null,
  phone: callablePhone(record),
});

type DryRunRecord = ImportedRecord & Partial<Pick<Person, 'companyId'> & Pick<Company, 'domain' | 'name'>>;

/**
 * What a dry run would have written of people and companies, as far as later rows depend on it: which new ones would
 * exist by now, whom changed ones would have called, and by what domain and name companies would be found.
 */
export class DryRunRecords {
  readonly companies: CompanyDirectory;
  readonly #created = new FingerprintIndex();
  readonly #changed = new FingerprintIndex();
  readonly #changedTargets = new Map<string, CallTarget>();

  constructor(idOf: IdMaker) {
    this.companies = new CompanyDirectory(idOf);
  }

  note(before: DryRunRecord | undefined, after: DryRunRecord): void {
    const { id, domain, name } = after;
    if (domain !== undefined && name !== undefined) this.companies.add({ id, domain, name });
    if (before === undefined) {
      this.#created.add(id);
      return;
    }
    this.#changed.add(id);
    const target = callTargetOf(after);
    // Keeps only changed targets, to save memory.
    if (!isDeepStrictEqual(callTargetOf(before), target)) this.#changedTargets.set(id, target);
  }

  wouldExist(id: string): boolean {
    return this.#created.has(id);
  }

  hasChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  changedTarget(id: string): CallTarget | undefined {
    return this.#changedTargets.get(id);
  }
}
