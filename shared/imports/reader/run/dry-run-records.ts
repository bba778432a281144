import { isDeepStrictEqual } from 'node:util';
import { callablePhone } from '../../../domain/readings/phones.ts';
import type { Phone } from '../../../kinds/phone-fields.ts';
import type { CallableRecord } from '../drafts/record-draft.ts';
import { FingerprintIndex } from './fingerprint-index.ts';

/** The company and phone that an entry takes from its person or company if its row gives none. */
export interface CallTarget {
  readonly companyId: string | null;
  readonly phone: Pick<Phone, 'number' | 'type'> | null;
}

export const callTargetOf = (record: CallableRecord): CallTarget => ({
  companyId: record.companyId ?? null,
  phone: callablePhone(record),
});

/**
 * What a dry run would have written of people and companies, as far as later rows depend on it: which new
 * ones would exist by now, and whom changed ones would have called.
 */
export class DryRunRecords {
  readonly #created = new FingerprintIndex();
  readonly #changed = new FingerprintIndex();
  readonly #changedTargets = new Map<string, CallTarget>();

  note(before: CallableRecord | undefined, after: CallableRecord): void {
    const { id } = after;
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
