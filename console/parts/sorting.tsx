/** The order of a list, which the service applies to all of it. */
export interface Sorting {
  /** The value of `sort`: a field, after `-` in descending order. */
  readonly value: string;
  readonly hrefOf: (sort: string) => string;
}

const DESCENDING = '-';

const fieldOf = (sort: string): string => sort.replace(DESCENDING, '');

const opposite = (sort: string): string =>
  sort.startsWith(DESCENDING) ? fieldOf(sort) : `${DESCENDING}${sort}`;

/** The `aria-sort` of a column. */
export const sortStateOf = (
  sort: string | undefined,
  value: string,
): 'ascending' | 'descending' | undefined => {
  if (sort === undefined || fieldOf(sort) !== fieldOf(value)) return undefined;
  return value.startsWith(DESCENDING) ? 'descending' : 'ascending';
};

const ARROWS = { ascending: '↑', descending: '↓' } as const;

interface SortLinkProps {
  readonly title: string;
  readonly sort: string;
  readonly sorting: Sorting;
}

/** The title of a column, which sorts by it, and then the other way round. */
export const SortLink = ({ title, sort, sorting: { value, hrefOf } }: SortLinkProps) => {
  const state = sortStateOf(sort, value);
  return (
    <a class="sort" href={hrefOf(state === undefined ? sort : opposite(value))}>
      {title}
      <span aria-hidden="true" class="sort-arrow">
        {state === undefined ? '↕' : ARROWS[state]}
      </span>
    </a>
  );
};
