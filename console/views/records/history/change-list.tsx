import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { useNames } from '../use-names.ts';
import type { Change, Value } from './changes.ts';

const idsOf = (changes: readonly Change[], kind: 'people' | 'companies'): readonly string[] =>
  changes.flatMap((change) =>
    change.kind === 'items'
      ? []
      : [change.before, change.after].flatMap((value) =>
          'kind' in value && value.kind === kind ? [value.id] : [],
        ),
  );

interface ChangeListProps {
  readonly changes: readonly Change[];
  /** Whether items are only in another order, or a value is not shown. */
  readonly none: string;
}

/** What became of each field: before and after. */
export const ChangeList = ({ changes, none }: ChangeListProps) => {
  const nameOf = {
    people: useNames('people', idsOf(changes, 'people')),
    companies: useNames('companies', idsOf(changes, 'companies')),
  };
  const show = (value: Value) => {
    if ('at' in value) return <Time at={value.at} isExact />;
    if ('kind' in value) {
      return <RecordLink kind={value.kind} id={value.id} text={nameOf[value.kind](value.id)} />;
    }
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
