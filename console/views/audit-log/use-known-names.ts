import { useEffect, useState } from 'preact/hooks';
import { API_KEY_STATES } from '../../../shared/contract/api-key-limits.ts';
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

/** The most that a page has. */
const LIMIT = 200;

/** The names of the newest keys and endpoints, and of users, by id. */
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
    const keys = api.request('GET /api-keys', { query: { state: API_KEY_STATES, limit: LIMIT } }, signal);
    const endpoints = api.request('GET /webhook-endpoints', { query: { limit: LIMIT } }, signal);
    const users = api.request('GET /users', { query: { limit: LIMIT } }, signal);
    void add(keys.then(({ items }) => items.map(({ id, name }) => [id, name])));
    void add(endpoints.then(({ items }) => items.map(({ id, url }) => [id, url])));
    void add(users.then(({ items }) => items.map(({ id, email }) => [id, email])));
  }, [api]);
  return names;
};
