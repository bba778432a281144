import type { Phone } from '../domain/fields.ts';
import { FingerprintIndex } from './fingerprint-index.ts';
import { callablePhone } from './phone-numbers.ts';

/** Whom an entry calls: what it takes from its person or company where its row says nothing. */
export interface CallTarget {
  readonly companyId: string | null;
  readonly phone: Pick<Phone, 'number' | 'type'> | null;
}

export const callTargetOf = (record: {
  readonly phones: readonly Phone[];
  readonly doNotCall: boolean;
  readonly companyId?: string | null;
}): CallTarget => ({ companyId: record.companyId ?? null, phone: callablePhone(record) });

/**
 * What a dry run would have written of people and companies, as far as call lists depend on it: which new ones
 * would exist by now, and whom changed ones would have called.
 */
export class DryRunRecords {
  readonly #created = new FingerprintIndex();
  readonly #changed = new Map<string, CallTarget>();

  noteCreated(id: string): void {
    this.#created.add(id);
  }

  /** Keeps the target only where it changed, since targets take memory. */
  noteChanged(id: string, before: CallTarget, after: CallTarget): void {
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#changed.set(id, after);
  }

  wouldExist(id: string): boolean {
    return this.#created.has(id);
  }

  changedTarget(id: string): CallTarget | undefined {
    return this.#changed.get(id);
  }
}
