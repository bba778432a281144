import { formatNumber } from './numbers.ts';

/** A number with its name, linked to what it counts. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly href: string;
  readonly isBad?: boolean;
}

export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl class="figures">
    {figures.map(({ label, value, href, isBad = false }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <a class={isBad ? 'figure-bad' : undefined} href={href}>
            {formatNumber(value)}
          </a>
        </dd>
      </div>
    ))}
  </dl>
);
