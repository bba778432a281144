import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api/problem.ts';
import { FormError } from './field.tsx';
import { FilterActions } from './filter-actions.tsx';
import { useFilterError } from './use-filter-error.ts';

interface FiltersProps {
  /** How many the address has. */
  readonly count: number;
  /** The address without filters. */
  readonly clearHref: string;
  /** The error of the last load, of which a part may be shown at a field. */
  readonly error: unknown;
  /** Finds what is wrong with the input, before the service does. */
  readonly findError: () => ApiError | undefined;
  readonly onSearch: () => void;
  /** Shown beside the buttons. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A form of several fields that filters a list. On phones it is folded, because it would fill the window. */
export const Filters = ({ count, clearHref, error, findError, onSearch, note, children }: FiltersProps) => {
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Before the first wrong field gets the focus, which it cannot while it is folded.
  useLayoutEffect(() => {
    if (error !== undefined) setOpen(true);
  }, [error]);
  const { shown, check } = useFilterError(form, error);
  const search = (event: Event): void => {
    event.preventDefault();
    if (!check(findError())) return;
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
      <form ref={form} id={id} class={isOpen ? 'filters' : 'filters is-folded'} noValidate onSubmit={search}>
        <FormError.Provider value={shown}>{children}</FormError.Provider>
        <FilterActions clearHref={count > 0 ? clearHref : undefined}>
          {note !== undefined && <p class="muted">{note}</p>}
        </FilterActions>
      </form>
    </>
  );
};
