import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../../console-context.ts';

export type Names = ReadonlyMap<string, string>;

/** Resolves a name to its id; other text counts as an id. */
export const idOf = (names: Names, text = ''): string | undefined => {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  return [...names].find(([, name]) => name === wanted)?.[0] ?? wanted;
};

/** Names by id; unknown ids are shown unchanged. */
export interface KnownNames {
  /** Recent actors. */
  readonly actors: Names;
  /** The newest keys and endpoints. */
  readonly targets: Names;
}

type Pair = readonly [string, string];

/** Names to show and to search by. */
export const useKnownNames = (): KnownNames => {
  const { api } = useConsole();
  const [names, setNames] = useState<KnownNames>({ actors: new Map(), targets: new Map() });
  useEffect(() => {
    const add = (kind: keyof KnownNames, pairs: readonly Pair[]): void =>
      setNames((before) => ({ ...before, [kind]: new Map([...before[kind], ...pairs]) }));
    // The log is usable without names.
    const ignore = (): void => undefined;
    api.request('GET /audit-log', { query: { limit: 50 } }).then(
      ({ items }) =>
        add(
          'actors',
          items.map(({ actor }) => [actor.id, actor.name]),
        ),
      ignore,
    );
    api.request('GET /api-keys', {}).then(
      ({ items }) =>
        add(
          'targets',
          items.map(({ id, name }) => [id, name]),
        ),
      ignore,
    );
    api.request('GET /webhook-endpoints', {}).then(
      ({ items }) =>
        add(
          'targets',
          items.map(({ id, url }) => [id, url]),
        ),
      ignore,
    );
  }, [api]);
  return names;
};
