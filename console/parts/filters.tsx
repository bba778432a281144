import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FormError } from './field.tsx';
import { FilterActions } from './filter-actions.tsx';

interface FiltersProps {
  /** How many the address has. */
  readonly count: number;
  /** The address without filters. */
  readonly clearHref: string;
  /** The error of the last load, of which a part may be shown at a field. */
  readonly error: unknown;
  readonly onSearch: () => void;
  /** Shown beside the buttons. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A form of several fields that filters a list. On phones it is folded, because it would fill the window. */
export const Filters = ({ count, clearHref, error, onSearch, note, children }: FiltersProps) => {
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (error !== undefined) setOpen(true);
  }, [error]);
  const search = (event: Event): void => {
    event.preventDefault();
    setOpen(false);
    // Has no effect in wide windows, which do not show it. The button that has the focus may be folded away.
    toggle.current?.focus();
    onSearch();
  };
  return (
    <>
      <button
        ref={toggle}
        type="button"
        class="filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{count > 0 && ` (${count})`}
      </button>
      <form id={id} class={isOpen ? 'filters' : 'filters is-folded'} noValidate onSubmit={search}>
        <FormError.Provider value={error}>{children}</FormError.Provider>
        <FilterActions clearHref={count > 0 ? clearHref : undefined}>
          {note !== undefined && <p class="muted">{note}</p>}
        </FilterActions>
      </form>
    </>
  );
};
