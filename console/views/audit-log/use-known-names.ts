import { useEffect, useState } from 'preact/hooks';
import { API_KEY_STATES } from '../../../shared/contract/keys/api-key-limits.ts';
import { readAll, readEndpoints } from '../../api/read-all.ts';
import { useConsole } from '../../console-context.ts';
import { useLifetime } from '../../parts/use-lifetime.ts';

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

/** The names of keys, endpoints and users by id: of a thousand each, the newest ones of keys. */
export const useKnownNames = (): Names => {
  const { api } = useConsole();
  const signal = useLifetime();
  const [names, setNames] = useState<Names>(new Map());
  useEffect(() => {
    const add = async (load: Promise<readonly (readonly [string, string])[]>) => {
      // The log is usable without names.
      const found = await load.catch(() => []);
      if (signal.aborted) return;
      setNames((before) => new Map([...before, ...found]));
    };
    const keys = readAll((page) =>
      api.request('GET /api-keys', { query: { state: API_KEY_STATES, ...page } }, signal),
    );
    const users = readAll((query) => api.request('GET /users', { query }, signal));
    void add(keys.then((all) => all.map(({ id, name }) => [id, name])));
    void add(readEndpoints(api, signal).then((all) => all.map(({ id, url }) => [id, url])));
    void add(users.then((all) => all.map(({ id, email }) => [id, email])));
  }, [api]);
  return names;
};
