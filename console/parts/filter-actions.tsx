import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface FilterActionsProps {
  /** The address without filters. @default there are none */
  readonly clearHref: string | undefined;
  readonly children?: ComponentChildren;
}

/** The buttons of a form that filters a list. */
export const FilterActions = ({ clearHref, children }: FilterActionsProps) => {
  const search = useRef<HTMLButtonElement>(null);
  return (
    <div class="actions">
      <button ref={search} type="submit">
        Search
      </button>
      {clearHref !== undefined && (
        // The link disappears with the filters, so another element needs the focus.
        <a class="button button-quiet" href={clearHref} onClick={() => search.current?.focus()}>
          Clear
        </a>
      )}
      {children}
    </div>
  );
};
