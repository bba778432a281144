import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AdminInput } from '../../../shared/operations/admin-api/calls.ts';
import type { ValueCount } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { formatNumber } from '../../parts/numbers.ts';
import { usePages } from '../../parts/use-pages.ts';

type CountQuery = Required<AdminInput<'GET /counts'>>['query'];

interface CountListProps {
  readonly counts: readonly ValueCount[];
  /** The list of those with a value. @default none */
  readonly hrefOf?: ((value: string) => string) | undefined;
  /** Whether the list on the page is that of a value. */
  readonly isShown?: ((value: string) => boolean) | undefined;
}

const CountList = ({ counts, hrefOf, isShown }: CountListProps) => (
  <ul class="counts">
    {counts.map(({ value, count }) => (
      <li key={value}>
        {hrefOf === undefined ? (
          value.replaceAll('_', ' ')
        ) : (
          <a href={hrefOf(value)} aria-current={isShown?.(value) ? 'true' : undefined}>
            {value}
          </a>
        )}{' '}
        <span class="number">{formatNumber(count)}</span>
      </li>
    ))}
  </ul>
);

interface CountsProps extends Omit<CountListProps, 'counts'>, Pick<CountQuery, 'resource' | 'by'> {
  /** How many are shown at first. */
  readonly initially: number;
  /** Shown above the counts, which are left out altogether if there are none, or cannot be read. */
  readonly heading?: ComponentChildren;
  readonly whenEmpty?: ComponentChildren;
}

/** As many values as one request returns: the greatest counts of them come first. */
const LIMIT = 500;

/** How many records have each value: the greatest counts first, unless there are too many values to compare. */
export const Counts = ({ resource, by, initially, heading, whenEmpty, ...list }: CountsProps) => {
  const { api } = useConsole();
  const [isAll, setAll] = useState(false);
  const pages = usePages<ValueCount>(
    (cursor, signal) => {
      const query: CountQuery = { resource, by, cursor, limit: LIMIT, count: 'none' };
      return api.request('GET /counts', { query }, signal);
    },
    [api, resource, by],
  );
  const { items, hasMore } = pages;
  if (heading !== undefined && items.length === 0) return null;
  const sorted = hasMore ? items : items.toSorted((one, other) => other.count - one.count);
  const shown = isAll ? sorted : sorted.slice(0, initially);
  const isCut = shown.length < items.length;
  return (
    <>
      {heading}
      <Collection pages={isCut ? { ...pages, hasMore: false } : pages} whenEmpty={whenEmpty}>
        <CountList counts={shown} {...list} />
        {isCut && (
          <button type="button" class="button-quiet" onClick={() => setAll(true)}>
            Show all {formatNumber(items.length)}
          </button>
        )}
      </Collection>
    </>
  );
};
