import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { type CopyKind, createSalesDataClient } from '../../../clients/typescript/src/index.ts';
import { newOrganizationWithAdmin } from '../organizations/admin.ts';
import { runToolHere } from '../service/command-here.ts';
import { at, createKey, service } from '../service/service.ts';
import { importRecords } from '../webhooks/webhooks.ts';
import { callWith } from './call-with.ts';
import { sampleData } from './sample-data.ts';
import { storeCalls } from './store-calls.ts';

/** Records by kind and id, such as `person 6f1c…`. */
export type CopiedRecords = ReadonlyMap<string, unknown>;

/** As records are compared: collections do not return the `changedAt` of call lists, and events do. */
export const comparable = (kind: string, record: object): object => {
  const { changedAt, ...rest }: { readonly changedAt?: string } = record;
  return kind === 'call_list' ? rest : record;
};

/** An organization with records that a test copies and changes. */
export const createCopiedOrganization = async () => {
  const { organizationId } = await newOrganizationWithAdmin();
  const { people, companies, callLists } = sampleData('Copied');
  await importRecords(organizationId, { people, companies, 'call-lists': callLists });
  // The person of the first is erased.
  const calls = [3, 0, 5].map((index) => callWith(at(people, index)));
  await storeCalls(organizationId, calls);
  const permissions = [
    ...['company:list', 'person:list', 'person.contact:read', 'call-list:read', 'call:read', 'event:read'],
  ];
  const { key: apiKey } = await createKey(permissions, { organizationId });
  const client = createSalesDataClient({ baseUrl: service.baseUrl, apiKey, retries: { attempts: 20 } });

  const records = async (command: 'delete' | 'erase', id: string): Promise<void> => {
    const options = ['--organization', organizationId, '--id', id, ...service.toolArguments];
    await runToolHere('records', [command, ...options], service.toolEnvironment);
  };
  const [updated, deleted, recreated, erased, created] = [0, 1, 2, 3, 4].map((index) => at(people, index));
  const later = { ...created, id: randomUUID(), externalIds: [] };

  return {
    organizationId,
    apiKey,
    client,
    erasedId: erased?.id ?? '',
    /** Everything that the collections return. */
    async collections(): Promise<CopiedRecords> {
      const all = new Map<string, object>();
      const add = (kind: CopyKind, record: { readonly id: string }) =>
        all.set(`${kind} ${record.id}`, comparable(kind, record));
      for await (const record of client.companies({ limit: 500 })) add('company', record);
      for await (const record of client.people({ limit: 500 })) add('person', record);
      for await (const record of client.callLists({ limit: 200 })) add('call_list', record);
      for await (const record of client.callListEntries({ limit: 500 })) add('call_list_entry', record);
      for await (const record of client.calls({ limit: 500 })) add('call', record);
      return all;
    },
    callLists,
    /** How many records the collections return before the changes. */
    recordCount:
      people.length +
      companies.length +
      callLists.length +
      calls.length +
      callLists.reduce((count, { entries }) => count + entries.length, 0),
    /**
     * Each changes records: updates, deletes, creates again, erases, creates silently, deletes a call list
     * and a call, and creates a call.
     */
    changes: [
      () => importRecords(organizationId, { people: [{ ...updated, title: 'President' }] }),
      () => records('delete', deleted?.id ?? ''),
      () => records('delete', recreated?.id ?? ''),
      () => importRecords(organizationId, { people: [{ ...recreated, title: 'Again' }] }),
      () => records('erase', erased?.id ?? ''),
      () => importRecords(organizationId, { people: [later] }, ['--silent']),
      () => records('delete', at(callLists, 0).id),
      () => records('delete', at(companies, 0).id),
      () => records('delete', at(calls, 1).id),
      () => storeCalls(organizationId, [callWith(at(people, 6))]),
    ] as const,
  };
};

/** Ends only what hangs: on a busy machine, a sync may take minutes. */
const PATIENCE = { timeout: 900_000, interval: 200 };

/** Waits until the collections return all records: their index lags behind an import. */
export const waitForCollections = ({
  recordCount,
  collections,
}: Pick<
  Awaited<ReturnType<typeof createCopiedOrganization>>,
  'recordCount' | 'collections'
>): Promise<void> => vi.waitFor(async () => expect((await collections()).size).toBe(recordCount), PATIENCE);

/** Repeats `sync` until the copy equals the collections: events are in the feed soon after a change. */
export const expectCompleteCopy = (
  sync: () => Promise<unknown>,
  copied: () => CopiedRecords,
  collections: () => Promise<CopiedRecords>,
): Promise<void> =>
  vi.waitFor(async () => {
    await sync();
    expect(copied()).toEqual(await collections());
  }, PATIENCE);
