import { formatNumber } from './numbers.ts';
import type { Pages } from './use-pages.ts';

/** Which items of a collection are shown, and links to the pages around them. */
export const Pager = <T,>({ pages }: { readonly pages: Pages<T> }) => {
  const { place, items, totalCount } = pages;
  if (place === undefined) return null;
  const { from, next, previous, first } = place;
  if (from === 1 && next === undefined) return null;
  const range = `${formatNumber(from)}–${formatNumber(from + items.length - 1)}`;
  return (
    <nav class="pager" aria-label="Pages">
      {items.length > 0 && (
        <p class="muted">{totalCount == null ? range : `${range} of ${formatNumber(totalCount)}`}</p>
      )}
      <div class="actions">
        {from > 1 && (
          <a class="button" href={previous ?? first} aria-keyshortcuts="[" data-shortcut="[">
            {previous === undefined ? 'First page' : 'Previous'}
          </a>
        )}
        {next !== undefined && (
          <a class="button" href={next} aria-keyshortcuts="]" data-shortcut="]">
            Next
          </a>
        )}
      </div>
    </nav>
  );
};
