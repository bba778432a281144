import { COUNTED_KINDS } from '../../shared/contract/imports/import-limits.ts';
import type { ImportDeletions, ImportedCounts } from '../../shared/imports/import.ts';
import { countsOf } from '../../shared/imports/reader/run/import-report.ts';

const add = <K extends string>(sum: Record<K, number>, other: Readonly<Record<K, number>>): void => {
  for (const name of Object.keys(other) as K[]) sum[name] += other[name];
};

/** The counts of several imports together. */
export const sumOf = (all: readonly ImportedCounts[]) => {
  const sum = countsOf({});
  for (const each of all) {
    const { companiesCreatedForPeople, bansAdded, bansLifted, valuesEmptied } = each;
    for (const kind of COUNTED_KINDS) add(sum[kind], each[kind]);
    const totals = { companiesCreatedForPeople, bansAdded, bansLifted, valuesEmptied };
    add<keyof typeof totals>(sum, totals);
  }
  return sum;
};

/** The deletions of an import as both APIs show them. */
export const deletionsOf = (deletions: ImportDeletions | null) =>
  deletions && { missing: deletions.missing, deleted: deletions.deleted, stopped: deletions.stopped };
