import { useEffect, useRef, useState } from 'preact/hooks';
import type { AdminApi } from '../../api/admin-api.ts';
import { useConsole } from '../../console-context.ts';
import { useLifetime } from '../../parts/use-lifetime.ts';
import type { KindSegment } from '../../routing/record-paths.ts';
import { companyName, personName } from './record-names.ts';

/** The most ids of one request. */
const MAX_IDS = 100;

type Named = readonly (readonly [id: string, name: string])[];

type ReadNames = (api: AdminApi, ids: readonly string[], signal: AbortSignal) => Promise<Named>;

const READERS: Readonly<Record<KindSegment, ReadNames>> = {
  people: async (api, id, signal) => {
    const { items } = await api.request(
      'GET /people',
      { query: { id, limit: MAX_IDS, count: 'none' } },
      signal,
    );
    return items.map((person) => [person.id, personName(person)]);
  },
  companies: async (api, id, signal) => {
    const { items } = await api.request(
      'GET /companies',
      { query: { id, limit: MAX_IDS, count: 'none' } },
      signal,
    );
    return items.map((company) => [company.id, companyName(company)]);
  },
  // No lookup finds call lists by id.
  'call-lists': async (api, ids, signal) => {
    const read = async (id: string): Promise<Named> => {
      const { name } = await api.request('GET /call-lists/{id}', { id, query: { limit: 1 } }, signal);
      return [[id, name]];
    };
    return (await Promise.all(ids.map((id) => read(id).catch(() => [])))).flat();
  },
};

/** Shown until a name is loaded. */
const PENDING = '…';

/**
 * The names of records: the id for a record that is gone, or whose request failed.
 *
 * @param ids may grow and repeat
 */
export const useNames = (
  kind: KindSegment,
  ids: readonly (string | null)[],
): ((id: string | null) => string) => {
  const { api } = useConsole();
  const signal = useLifetime();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef(new Set<string>());
  const missing = [...new Set(ids)].filter((id) => id !== null).filter((id) => !asked.current.has(id));
  useEffect(() => {
    for (let start = 0; start < missing.length; start += MAX_IDS) {
      const some = missing.slice(start, start + MAX_IDS);
      for (const id of some) asked.current.add(id);
      const add = (named: Named): void =>
        signal.aborted
          ? undefined
          : setNames((before) => new Map([...before, ...some.map((id) => [id, id] as const), ...named]));
      READERS[kind](api, some, signal).then(add, () => add([]));
    }
  }, [missing.join()]);
  return (id) => names.get(id ?? '') ?? PENDING;
};
