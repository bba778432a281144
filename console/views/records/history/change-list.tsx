import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { useNames } from '../use-names.ts';
import type { Change, Value } from './changes.ts';

const referencesIn = (changes: readonly Change[]) =>
  changes.flatMap((change) =>
    change.kind === 'items'
      ? []
      : [change.before, change.after].flatMap((value) => ('record' in value ? value.record : [])),
  );

interface ChangeListProps {
  readonly changes: readonly Change[];
  /** Whether items are only in another order, or a value is not shown. */
  readonly none: string;
}

/** What became of each field: before and after. */
export const ChangeList = ({ changes, none }: ChangeListProps) => {
  const nameOf = useNames(referencesIn(changes));
  const show = (value: Value) => {
    if ('at' in value) return <Time at={value.at} isExact />;
    if ('record' in value) return <RecordLink {...value.record} text={nameOf(value.record)} />;
    return value.text ?? <span class="muted">none</span>;
  };
  if (changes.length === 0) return <span class="muted">{none}</span>;
  return (
    <ul class="changes">
      {changes.map((change) => (
        <li key={change.label}>
          <span class="muted">{change.label}</span>{' '}
          {change.kind === 'value' ? (
            <>
              {show(change.before)}{' '}
              <span class="muted">
                <span aria-hidden="true">→</span>
                <span class="visually-hidden">changed to</span>
              </span>{' '}
              {show(change.after)}
            </>
          ) : (
            <>
              {change.removed.length > 0 && `removed ${change.removed.join(', ')}`}
              {change.removed.length > 0 && change.added.length > 0 && '; '}
              {change.added.length > 0 && `added ${change.added.join(', ')}`}
              {change.removed.length + change.added.length === 0 && 'in another order'}
            </>
          )}
        </li>
      ))}
    </ul>
  );
};
