import type { ComponentChildren } from 'preact';

export interface Column<T> {
  readonly title: string;
  readonly render: (item: T) => ComponentChildren;
  /** Marks the one column that names the row. */
  readonly isHeading?: boolean;
}

interface DataTableProps<T> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
}

/** A table that becomes a list of cards on narrow screens. The roles keep it a table for screen readers. */
export const DataTable = <T,>({ caption, columns, items, keyOf }: DataTableProps<T>) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: the display of cards takes the roles away
  <div class="table-frame">
    <table class="table" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title }) => (
            <th key={title} scope="col" role="columnheader">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={keyOf(item)} role="row">
            {columns.map(({ title, render, isHeading }) =>
              isHeading ? (
                <th key={title} scope="row" role="rowheader">
                  {render(item)}
                </th>
              ) : (
                <td key={title} role="cell" data-label={title}>
                  {render(item)}
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
