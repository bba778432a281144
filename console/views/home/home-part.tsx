import type { ComponentChildren } from 'preact';
import { LoadedMessage } from '../../parts/loading.tsx';
import type { Loaded } from '../../parts/use-load.ts';
import { hrefOf } from '../../routing/route.ts';

interface HomePartProps<T> {
  readonly title: string;
  /** What the title says in addition. */
  readonly detail?: string;
  /** The view with more of it. */
  readonly path: string;
  /** Identifies the part on the page. */
  readonly id: string;
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** A part of the start page, which loads and fails by itself. */
export const HomePart = <T,>({ title, detail, path, id, loaded, children }: HomePartProps<T>) => (
  <section class="card home-part" aria-labelledby={id} aria-busy={loaded.isLoading}>
    <h2 id={id}>
      <a href={hrefOf(path)}>{title}</a>
      {detail !== undefined && <span class="muted"> {detail}</span>}
    </h2>
    <LoadedMessage loaded={loaded} />
    {loaded.value !== undefined && children(loaded.value)}
  </section>
);

interface NextStepProps {
  /** What is missing. */
  readonly children: string;
  readonly label: string;
  readonly href: string;
}

/** Says what a part has nothing of, and offers to change that. */
export const NextStep = ({ children, label, href }: NextStepProps) => (
  <p class="home-next">
    <span class="muted">{children}</span>{' '}
    <a class="button button-small" href={href}>
      {label}
    </a>
  </p>
);
