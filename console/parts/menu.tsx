import { useEffect, useRef } from 'preact/hooks';

export interface MenuItem {
  readonly label: string;
  /** What it does, in a line. */
  readonly description: string;
  readonly href: string;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A button that opens a list of actions, each with a line on what it does. It closes like a menu. */
export const Menu = ({ label, items }: MenuProps) => {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (details.current !== null) details.current.open = false;
  };
  /** Within it, the focus would be lost, also for the dialog that a link opens. */
  const focusButton = (): void => details.current?.querySelector('summary')?.focus();
  useEffect(() => {
    const closeFromOutside = ({ target }: Event): void => {
      if (target instanceof Node && details.current?.contains(target) !== true) close();
    };
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || details.current?.open !== true) return;
      close();
      focusButton();
    };
    // Not `focusout`: Safari does not focus a link that is clicked.
    const outside = ['pointerdown', 'focusin'];
    for (const event of outside) document.addEventListener(event, closeFromOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      for (const event of outside) document.removeEventListener(event, closeFromOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, []);
  const onChoose = (): void => {
    focusButton();
    close();
  };
  return (
    <details class="menu" ref={details}>
      <summary class="button">{label}</summary>
      <ul>
        {items.map(({ label: name, description, href }) => (
          <li key={name}>
            <a href={href} onClick={onChoose}>
              <span class="block strong">{name}</span> <span class="block muted">{description}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
};
