import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../../console-context.ts';

export type Names = ReadonlyMap<string, string>;

/** Adds their ids to names that occur several times, such as those of a rotated key and its successor. */
export const distinctNames = (names: Names): Names => {
  const all = [...names.values()];
  return new Map(
    [...names].map(([id, name]) => [
      id,
      all.indexOf(name) === all.lastIndexOf(name) ? name : `${name} (${id})`,
    ]),
  );
};

/** Resolves a distinct name to its id; other text counts as an id. */
export const idOf = (names: Names, text = ''): string | undefined => {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  return [...names].find(([, name]) => name === wanted)?.[0] ?? wanted;
};

/** Names by id; unknown ids are shown unchanged. */
export interface KnownNames {
  /** Recent actors. */
  readonly actors: Names;
  /** The newest keys and endpoints, and users. */
  readonly targets: Names;
}

/** Names to show and to search by. */
export const useKnownNames = (): KnownNames => {
  const { api } = useConsole();
  const [names, setNames] = useState<KnownNames>({ actors: new Map(), targets: new Map() });
  useEffect(() => {
    const add = async (kind: keyof KnownNames, load: Promise<readonly (readonly [string, string])[]>) => {
      // The log is usable without names.
      const found = await load.catch(() => []);
      setNames((before) => ({ ...before, [kind]: new Map([...before[kind], ...found]) }));
    };
    const keys = api.request('GET /api-keys', {});
    const endpoints = api.request('GET /webhook-endpoints', {});
    const users = api.request('GET /users', {});
    const entries = api.request('GET /audit-log', { query: { limit: 50 } });
    void add(
      'targets',
      keys.then(({ items }) => items.map(({ id, name }) => [id, name])),
    );
    void add(
      'targets',
      endpoints.then(({ items }) => items.map(({ id, url }) => [id, url])),
    );
    void add(
      'targets',
      users.then(({ items }) => items.map(({ id, email }) => [id, email])),
    );
    void add(
      'actors',
      entries.then(({ items }) => items.map(({ actor: { id, name } }) => [id, name])),
    );
  }, [api]);
  return names;
};
