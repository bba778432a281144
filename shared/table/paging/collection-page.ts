import type { TableKey } from '../items/keys.ts';
import type { TimeBounds } from '../items/positions.ts';
import { SORT_KEY } from '../items/schema.ts';
import type { Item, PageQuery, TableReader } from '../reader.ts';
import { readItems } from './read-items.ts';

/** A page of a partition whose sort keys are positions, `time#…#id`. */
export interface CollectionQuery extends Pick<PageQuery, 'index' | 'partition' | 'descending'>, TimeBounds {
  readonly limit: number;
  /** The end of the previous page. */
  readonly position?: string | undefined;
  /** The table key of the item at a position. */
  keyAt(id: string, position: string): TableKey;
}

export interface CollectionPage {
  /** Only the projected attributes, in an index. */
  readonly items: readonly Item[];
  /** The position of the last item, if more follow. */
  readonly next?: string | undefined;
}

/** `$` follows `#` in ASCII, so `after$` sorts after all items of that instant, `before` before them. */
export const sortKeyRange = ({ after, before }: TimeBounds): Pick<PageQuery, 'from' | 'to'> => ({
  from: after && `${after}$`,
  to: before,
});

/** DynamoDB rejects a Query whose bounds are in the wrong order. */
export const isEmptyRange = ({ after, before }: TimeBounds): boolean =>
  after !== undefined && before !== undefined && after >= before;

export const readCollectionPage = async (
  reader: TableReader,
  { limit, position, keyAt, after, before, ...query }: CollectionQuery,
): Promise<CollectionPage> => {
  const { index, partition } = query;
  if (isEmptyRange({ after, before })) return { items: [] };
  const keysAt = (at: string): Item => ({
    ...keyAt(at.slice(at.lastIndexOf('#') + 1), at),
    ...(index && { [index.partitionKey]: partition, [index.sortKey]: at }),
  });
  const startAfter = position === undefined ? undefined : keysAt(position);
  const range = sortKeyRange({ after, before });
  // One extra item shows whether more follow.
  const items = await readItems(reader, { ...query, ...range, startAfter, limit: limit + 1 });
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : undefined;
  return { items: page, next: last && String(last[index?.sortKey ?? SORT_KEY]) };
};
