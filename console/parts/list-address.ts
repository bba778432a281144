import { type Address, hrefOf, type Query } from '../routing/route.ts';
import type { Sorting } from './sorting.tsx';
import { withoutPlace } from './use-pages.ts';

type Changes = Readonly<Record<string, string | undefined>>;

/** The filters and the order of a list in its address, of which a change starts with the first page. */
export interface ListAddress {
  readonly filters: Query;
  readonly hrefWith: (changes: Changes) => string;
  /** Follows the changed address. */
  readonly change: (changes: Changes) => void;
  /** Follows it without an entry in the history, such as while the user types. */
  readonly replace: (changes: Changes) => void;
  /** @param initial the order without a parameter */
  readonly sortingFrom: (initial: string) => Sorting;
}

export const listAddress = ({ path, query }: Address): ListAddress => {
  const filters = withoutPlace(query);
  const hrefWith = (changes: Changes): string => hrefOf(path, { ...filters, ...changes });
  return {
    filters,
    hrefWith,
    change: (changes) => {
      location.hash = hrefWith(changes);
    },
    replace: (changes) => location.replace(hrefWith(changes)),
    sortingFrom: (initial) => ({
      value: filters['sort'] ?? initial,
      hrefOf: (sort) => hrefWith({ sort: sort === initial ? undefined : sort }),
    }),
  };
};
