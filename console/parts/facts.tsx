import type { ComponentChildren } from 'preact';

/** A name and what there is to say about it. */
export type Fact = readonly [string, ComponentChildren];

interface FactsProps {
  /** What is `undefined` is left out. */
  readonly facts: readonly (Fact | undefined)[];
}

/** What is known of one thing. */
export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts">
    {facts
      .filter((fact) => fact !== undefined)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
