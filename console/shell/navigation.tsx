import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { timeZoneName } from '../parts/time-zone.ts';
import { DOCUMENTATION, hrefOf } from '../routing/route.ts';
import type { View } from '../views/view.ts';

interface NavigationProps {
  readonly views: readonly View[];
  readonly current: View | undefined;
}

/** Links to all views, behind a button on narrow screens. */
export const Navigation = ({ views, current }: NavigationProps) => {
  const [isOpen, setOpen] = useState(false);
  const sections = [...new Set(views.map(({ section }) => section))];
  return (
    <nav class="navigation" aria-label="Console">
      <button
        type="button"
        class="navigation-toggle"
        aria-expanded={isOpen}
        aria-controls="navigation-list"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="navigation-list" class={isOpen ? 'navigation-list is-open' : 'navigation-list'}>
        {sections.map((section) => (
          <div key={section}>
            {section !== undefined && <p class="navigation-section">{section}</p>}
            <ul>
              {views
                .filter((view) => view.section === section)
                .map((view) => (
                  <li key={view.path}>
                    <a
                      href={hrefOf(view.path)}
                      aria-current={view === current ? 'page' : undefined}
                      onClick={() => setOpen(false)}
                    >
                      <Icon name={view.icon} />
                      {view.title}
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <p class="navigation-section">Help</p>
        <ul>
          <li>
            {/* In a new tab, to keep unsaved input in this one. */}
            <a href={DOCUMENTATION} target="_blank" rel="noopener">
              <Icon name="documentation" />
              Documentation <span class="visually-hidden">(in a new tab)</span>
            </a>
          </li>
        </ul>
        <p class="navigation-section">Time zone: {timeZoneName()}</p>
      </div>
    </nav>
  );
};
