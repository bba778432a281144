import { formatNumber } from '../../../parts/numbers.ts';

interface RejectedListProps {
  /** The first rejected rows. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  /** The number of all rejected rows. */
  readonly total: number;
}

/** Lines that are named before only their number is. */
const NAMED_LINES = 5;

/** `Line 7`, `Lines 7, 9`, `Lines 2, 3, 4, 5, 6 and 15 more`. */
const describeLines = (lines: readonly number[]): string => {
  const named = lines.slice(0, NAMED_LINES).join(', ');
  const others = lines.length - NAMED_LINES;
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${named}${others > 0 ? ` and ${others} more` : ''}`;
};

const linesByReason = (rejected: RejectedListProps['rejected']): ReadonlyMap<string, readonly number[]> => {
  const groups = new Map<string, readonly number[]>();
  for (const { line, reason } of rejected) groups.set(reason, [...(groups.get(reason) ?? []), line]);
  return groups;
};

/** Why rows are rejected: each reason with its lines. */
export const RejectedList = ({ rejected, total }: RejectedListProps) => {
  const hidden = total - rejected.length;
  return (
    <ul>
      {[...linesByReason(rejected)].map(([reason, lines]) => (
        <li key={reason}>
          {describeLines(lines)}: {reason}
        </li>
      ))}
      {hidden > 0 && <li>{formatNumber(hidden)} more</li>}
    </ul>
  );
};
