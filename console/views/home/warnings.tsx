import type { ComponentChildren } from 'preact';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';

export interface Warning {
  readonly key: string;
  readonly tone: Tone;
  /** What is wrong, in a word. */
  readonly state: string;
  readonly name: string;
  /** The page of the thing. */
  readonly href: string;
  /** Since or until when, and what follows. */
  readonly text: ComponentChildren;
  /** What to do about it. */
  readonly action: string;
  readonly actionHref: string;
}

/** What needs attention, each with the thing and its remedy. */
export const Warnings = ({ warnings }: { readonly warnings: readonly Warning[] }) =>
  warnings.length === 0 ? null : (
    <ul class="home-list">
      {warnings.map(({ key, tone, state, name, href, text, action, actionHref }) => (
        <li key={key}>
          <p>
            <a class="strong" href={href}>
              {name}
            </a>{' '}
            <StatusBadge tone={tone}>{state}</StatusBadge>
            <span class="block muted">{text}</span>
          </p>
          <a class="button button-small" href={actionHref}>
            {action}
            <span class="visually-hidden">: {name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
