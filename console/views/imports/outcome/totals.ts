import { COUNTED_KINDS } from '../../../../shared/contract/imports/import-limits.ts';
import type { Import } from '../../../api/types.ts';
import { formatNumber } from '../../../parts/numbers.ts';

type Counts = NonNullable<Import['counts']>;
/** What became of the rows of one kind. */
export type RowCounts = Counts['people'];

/** `Call list entries` for `callListEntries`. */
const labelOf = (kind: string): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The counts of each kind that the file has rows of. */
export const countsByKind = (counts: Counts): readonly (RowCounts & { readonly label: string })[] =>
  COUNTED_KINDS.map((name) => ({ ...counts[name], label: labelOf(name) })).filter(({ read }) => read > 0);

/** The records that an import created, with the companies that its people named. */
export const createdIn = ({ counts }: Pick<Import, 'counts'>): number =>
  counts === null
    ? 0
    : countsByKind(counts).reduce((sum, { created }) => sum + created, counts.companiesCreatedForPeople);

const OUTCOMES = ['created', 'changed', 'unchanged', 'rejected'] as const;

/** Formats totals, such as `12 created, 30 changed, 1 rejected`. */
export const describeTotals = (counts: Import['counts']): string => {
  if (counts === null) return '–';
  const kinds = countsByKind(counts);
  const totals = OUTCOMES.map(
    (outcome) => [kinds.reduce((sum, kind) => sum + kind[outcome], 0), outcome] as const,
  ).filter(([total]) => total > 0);
  return totals.map(([total, outcome]) => `${formatNumber(total)} ${outcome}`).join(', ') || 'none';
};

const TOTALS = [
  ['companiesCreatedForPeople', 'Companies created for people'],
  ['bansAdded', 'Added to the suppression list'],
  ['bansLifted', 'Taken off the suppression list'],
  ['valuesEmptied', 'Stored values emptied by blank cells'],
] as const;

/** What an import did besides its rows. */
export const factsOfTotals = (counts: Counts): readonly (readonly [label: string, count: string])[] =>
  TOTALS.flatMap(([name, label]) =>
    counts[name] === 0 ? [] : [[label, formatNumber(counts[name])] as const],
  );
