/** A page of a collection that is read whole, because each order needs all of it. */
export interface SortedPage<T> {
  readonly items: readonly T[];
  /** The number of items on all pages. */
  readonly totalCount: number;
  /** The position of the last item, if more follow. */
  readonly next?: string;
}

export interface SortedPageRequest<T> {
  /** The value to order by. Equal ones are ordered by id. */
  readonly keyOf: (item: T) => string;
  readonly isDescending: boolean;
  readonly limit: number;
  /** The end of the previous page, which {@link sortedPosition} accepts. */
  readonly position?: string | undefined;
}

/**
 * Longer values are ordered by their beginning, so that positions fit into a cursor. It may cut a character.
 */
const MAX_VALUE_LENGTH = 60;

/** Accepts any text with a tab as a position: pages compare it, and never pass it to DynamoDB. */
export const sortedPosition = (text: string): string | undefined => (text.includes('\t') ? text : undefined);

export const sortedPage = <T extends { readonly id: string }>(
  all: readonly T[],
  { keyOf, isDescending, limit, position }: SortedPageRequest<T>,
): SortedPage<T> => {
  const direction = isDescending ? -1 : 1;
  const compare = (one: string, other: string): number =>
    one === other ? 0 : direction * (one < other ? -1 : 1);
  const following = all
    .map((item) => ({ item, at: `${keyOf(item).slice(0, MAX_VALUE_LENGTH).toWellFormed()}\t${item.id}` }))
    .filter(({ at }) => position === undefined || compare(at, position) > 0)
    .toSorted((one, other) => compare(one.at, other.at));
  const page = following.slice(0, limit);
  const last = following.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ item }) => item),
    totalCount: all.length,
    ...(last && { next: last.at }),
  };
};
