import { hrefOf } from '../routing/route.ts';

interface BreadcrumbsProps {
  /** Text and path of each page above this one, from the outside in. */
  readonly above: readonly (readonly [string, string])[];
}

export const Breadcrumbs = ({ above }: BreadcrumbsProps) => (
  <nav class="breadcrumbs" aria-label="Breadcrumb">
    <ol>
      {above.map(([text, path]) => (
        <li key={path}>
          <a href={hrefOf(path)}>{text}</a>
        </li>
      ))}
    </ol>
  </nav>
);
