import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { HttpResponse } from '../../support/http/http.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { jsonLinesFiles, sampleData } from '../../support/records/sample-data.ts';
import type { ServiceAccess } from './service-access.ts';

/** A resource created through the admin API, by its name. */
export interface Created {
  readonly id: string;
  /** Only for keys. */
  readonly key: string;
}

export interface ImportedList {
  readonly id: string;
  readonly name: string;
  readonly personIds: readonly string[];
}

export interface Writers {
  /** Each creates a uniquely named resource, without retries; the response tells whether it succeeded. */
  createKey(): Promise<HttpResponse>;
  createEndpoint(): Promise<HttpResponse>;
  /** Imports call lists with their people one by one, retrying each until it is acknowledged. */
  importUntil(isOver: () => boolean): Promise<void>;
  /** Imports a list again. @returns the number of rows that changed */
  importAgain(list: ImportedList): Promise<number>;
  /** Acknowledged resources so far, by name; unacknowledged attempts are `undefined`. */
  readonly keys: ReadonlyMap<string, Created | undefined>;
  readonly endpoints: ReadonlyMap<string, Created | undefined>;
  readonly lists: readonly ImportedList[];
}

const IMPORT_PAUSE_MILLISECONDS = 200;
const ENTRIES = 3;

export const createWriters = ({ admin, organizationId, table }: ServiceAccess): Writers => {
  const keys = new Map<string, Created | undefined>();
  const endpoints = new Map<string, Created | undefined>();
  const lists: ImportedList[] = [];
  const sources = new Map<string, ReturnType<typeof newSource>>();

  const newSource = () => {
    const { people, callLists } = sampleData('Faults');
    const [list] = callLists;
    if (list === undefined) throw new Error('There is no sample call list.');
    const some = people.slice(0, ENTRIES).map((person) => ({ ...person, companyId: null }));
    const entries = list.entries.slice(0, ENTRIES).map((entry) => ({ ...entry, companyId: null }));
    return { people: some, callLists: [{ ...list, name: randomUUID(), entries }] };
  };

  const create = async (
    path: string,
    made: Map<string, Created | undefined>,
    body: (name: string) => object,
  ): Promise<HttpResponse> => {
    const name = randomUUID();
    made.set(name, undefined);
    const response = await admin(path, body(name));
    if (response.status === 201) made.set(name, JSON.parse(response.text));
    return response;
  };

  const run = (source: ReturnType<typeof newSource>) =>
    importFiles({ ...table, organizationId, isSilent: true, files: jsonLinesFiles(source) });

  return {
    keys,
    endpoints,
    lists,
    createKey: () => create('/api-keys', keys, (name) => ({ name, permissions: ['call-list:read'] })),
    createEndpoint: () =>
      create('/webhook-endpoints', endpoints, (description) => ({
        url: `https://${description}.example.com/`,
        description,
        eventTypes: ['company.deleted'],
      })),
    async importUntil(isOver) {
      while (!isOver()) {
        const source = newSource();
        const [list] = source.callLists;
        for (let isDone = false; !isDone; ) {
          // Operators repeat an import that fails midway.
          isDone = await run(source).then(
            () => true,
            () => false,
          );
          await setTimeout(IMPORT_PAUSE_MILLISECONDS);
        }
        if (list === undefined) return;
        sources.set(list.id, source);
        lists.push({ id: list.id, name: list.name, personIds: source.people.map(({ id }) => id) });
      }
    },
    async importAgain({ id }) {
      const source = sources.get(id);
      if (source === undefined) throw new Error(`The list ${id} was not imported here.`);
      const { people, callLists, callListEntries } = await run(source);
      return [people, callLists, callListEntries].reduce(
        (sum, { read, unchanged }) => sum + read - unchanged,
        0,
      );
    },
  };
};
