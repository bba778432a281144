import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { markClipped, unmarkClipped } from './clipped.ts';
import { type Sorting, SortLink, sortStateOf } from './sorting.tsx';

export interface Column<T> {
  readonly title: string;
  readonly render: (item: T) => ComponentChildren;
  /** Marks the one column that names the row. */
  readonly isHeading?: boolean;
  /** Whether it holds numbers, which are compared by their last digits. */
  readonly isNumeric?: boolean;
  /** Whether each line is cut at the end of the cell. The whole appears on hover, on focus and by a button. */
  readonly isClipped?: boolean;
  /** From 5 to 14 rem. @default an equal share of the rest */
  readonly width?: 'xs' | 's' | 'm' | 'l' | 'xl';
  /** The value of `sort` that orders by this column, in the direction to begin with. */
  readonly sort?: string;
}

interface DataTableProps<T> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Makes the titles of columns with `sort` links. */
  readonly sorting?: Sorting;
}

/** A cell whose text may be cut. */
const Cell = <T,>({ column, item }: { readonly column: Column<T>; readonly item: T }) =>
  column.isClipped ? (
    <div class="clip">
      <div class="clip-text">{column.render(item)}</div>
    </div>
  ) : (
    column.render(item)
  );

const classOf = ({ isNumeric }: Pick<Column<never>, 'isNumeric'>): string | undefined =>
  isNumeric ? 'numeric' : undefined;

/**
 * A table whose header stays in view, as wide as the page and no wider. It becomes a list of cards on phones.
 * The roles keep it a table for screen readers.
 */
export const DataTable = <T,>({ caption, columns, items, keyOf, sorting }: DataTableProps<T>) => {
  const frame = useRef<HTMLDivElement>(null);
  const [isClipped, setClipped] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    if (isWhole) return unmarkClipped(current);
    // It also reports the first layout, after which the browser has nothing to lay out again.
    const observer = new ResizeObserver(() => setClipped(markClipped(current)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [items, isWhole]);
  const isSortable = sorting !== undefined && columns.some(({ sort }) => sort !== undefined);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: the display of cards takes the roles away
    <div class={isWhole ? 'table-frame is-whole' : 'table-frame'} ref={frame}>
      {isClipped && (
        // Appears with the focus, as mouse and finger show single cells.
        <button
          type="button"
          class="show-whole"
          aria-pressed={isWhole}
          onClick={() => setWhole((before) => !before)}
        >
          Show whole texts
        </button>
      )}
      <table class={isSortable ? 'table is-sortable' : 'table'} role="table">
        <caption class="visually-hidden">{caption}</caption>
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} class={width && `col-${width}`} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                role="columnheader"
                class={classOf(column)}
                aria-sort={sorting && sortStateOf(column.sort, sorting.value)}
              >
                {sorting === undefined || column.sort === undefined ? (
                  column.title
                ) : (
                  <SortLink title={column.title} sort={column.sort} sorting={sorting} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items.map((item) => (
            <tr key={keyOf(item)} role="row">
              {columns.map((column) =>
                column.isHeading ? (
                  <th key={column.title} scope="row" role="rowheader">
                    <Cell column={column} item={item} />
                  </th>
                ) : (
                  <td key={column.title} role="cell" data-label={column.title} class={classOf(column)}>
                    <Cell column={column} item={item} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
};
