import type { ComponentChildren } from 'preact';

/** A name and its value. */
export type Fact = readonly [string, ComponentChildren];

interface FactsProps {
  /** `undefined` facts are omitted. */
  readonly facts: readonly (Fact | undefined)[];
}

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
