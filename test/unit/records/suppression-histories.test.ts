import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { createOperations } from '../../../functions/imports/manage-imports/handler.ts';
import { createListCallListEntries } from '../../../functions/records/list-call-list-entries/handler.ts';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { operationsOf } from '../../../functions/records/of-kinds.ts';
import { catchUp } from '../../../infra/cli/restore/catch-up.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { listImports } from '../../../shared/imports/import-repository.ts';
import type { KindName } from '../../../shared/kinds/names.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { changeSuppressions } from '../../../shared/records/suppression/change-suppressions.ts';
import { readSuppressions } from '../../../shared/records/suppression/suppression-list.ts';
import {
  addressTarget,
  numberTarget,
  type Target,
} from '../../../shared/records/suppression/suppression-targets.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { validQuery } from '../../support/contract/valid-query.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { recordsOfFile } from '../../support/exports/exported-files.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

/** The table of this test does not lag, and has no lookups to wait for. */
const { setTimeout: sleep } = timersPromises;
const setSleep = (setTimeout: typeof sleep): void => {
  Object.assign(timersPromises, { setTimeout });
  syncBuiltinESMExports();
};
beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  setSleep(((wait: number) => sleep(Math.min(wait, 1))) as typeof sleep);
});
afterAll(() => setSleep(sleep));

const ORGANIZATION = '6f1c2d3e-0000-4000-8000-000000000001';
const NUMBERS = ['+12025550143', '+12025550144', '+12025550145'];
const ADDRESSES = ['ann@nowhere.example', 'bea@nowhere.example'];
const IDS = ['1', '2', ''];
const SOURCES = ['crm', 'erp'];

const row = fc.record({
  id: fc.constantFrom(...IDS),
  email: fc.constantFrom(...ADDRESSES, ''),
  phone: fc.constantFrom(...NUMBERS, ''),
  ban: fc.constantFrom('yes', 'no', 'no', ''),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

const OF_RECORDS = ['people', 'companies'] as const;

const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      file: fc.constantFrom(...OF_RECORDS),
      source: fc.constantFrom(...SOURCES),
      rows: fc.array(row, { minLength: 1, maxLength: 4 }),
      hasBans: fc.boolean(),
    }),
  },
  fc.record({
    kind: fc.constantFrom('suppress' as const, 'list' as const),
    number: fc.constantFrom(...NUMBERS),
  }),
  fc.record({
    kind: fc.constantFrom('delete' as const, 'erase' as const),
    record: fc.constantFrom('person' as const, 'company' as const),
    source: fc.constantFrom(...SOURCES),
    id: fc.constantFrom('1', '2'),
  }),
  fc.record({ kind: fc.constant('undo' as const), file: fc.constantFrom(...OF_RECORDS) }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

const step = fc.oneof(
  { weight: 6, arbitrary: change },
  fc.record({ kind: fc.constant('backup' as const) }),
  fc.record({ kind: fc.constant('restore' as const) }),
);

const COLUMNS = { people: ['First Name', 'Email'], companies: ['Company Name', 'Industry'] } as const;

const fileOf = (file: (typeof OF_RECORDS)[number], rows: readonly Row[], hasBans: boolean): string =>
  [
    ['Record ID', ...COLUMNS[file], 'Phone', ...(hasBans ? ['Do Not Call'] : [])].join(','),
    ...rows.map(({ id, email, phone, ban }) =>
      [id, `Nora${id}`, file === 'people' ? email : 'Shops', phone, ...(hasBans ? [ban] : [])].join(','),
    ),
  ].join('\n');

const TARGETS: readonly Target[] = [...NUMBERS.map(numberTarget), ...ADDRESSES.map(addressTarget)];

interface Shown {
  readonly doNotCall?: boolean;
  readonly emails?: readonly { readonly address: string }[];
  readonly phones?: readonly { readonly number: string | null; readonly doNotCall: boolean }[];
  /** Of a call list entry. */
  readonly phone?: { readonly number: string } | null;
}

/** The numbers and addresses by which somebody would call a record. */
const callableOf = ({ doNotCall = false, emails = [], phones = [], phone }: Shown): readonly Target[] => [
  ...(typeof phone?.number === 'string' ? [numberTarget(phone.number)] : []),
  ...(doNotCall ? [] : emails.map(({ address }) => addressTarget(address))),
  ...(doNotCall ? [] : phones)
    .filter((each) => !each.doNotCall)
    .flatMap(({ number }) => (number === null ? [] : [numberTarget(number)])),
];

const principal = { organizationId: ORGANIZATION, keyId: 'key', permissions: new Set(PERMISSIONS) };
const REQUEST = { principal, id: '', body: undefined, from: '127.0.0.1', urlWith: () => '' };

/** A service with one organization, whose table can be restored to an earlier moment. */
const createService = async () => {
  let table: LaggingTable = createLaggingTable();
  let bucket = await createImportBucket(table, { organizationId: ORGANIZATION, windowRows: 2 });
  let published = 0;
  let files = 0;
  const idOf = createIdMaker(ORGANIZATION);

  /** Publishes what changed since the table was created or restored. */
  const publish = async (): Promise<void> => {
    const records = (await table.recordsOf('ORG#')).slice(published);
    const publisher = createEventPublisher({
      table,
      retentionDays: 30,
      bus: createFakeBus(),
      backoff: async () => undefined,
    });
    if (records.length > 0)
      await publisher({ Records: [...records] }, { getRemainingTimeInMillis: () => 60_000 });
    published += records.length;
  };

  return {
    idOf,
    table: () => table,
    async listed(): Promise<ReadonlySet<Target>> {
      const { entryOf } = await readSuppressions(table.reader, ORGANIZATION, TARGETS);
      return new Set(TARGETS.filter((target) => entryOf(target) !== undefined));
    },
    async import(folder: string, source: string, content: string) {
      const { key, message } = bucket.drop(`${folder}/${source}/${++files}.csv`, content);
      await bucket.drain(message);
      const { imports } = await listImports(table.reader, bucket, { limit: 50 });
      return imports.find(({ objectKey }) => objectKey === key);
    },
    /** Undoes the last import of a kind; returns whether it may be undone. */
    async undo(kind: (typeof OF_RECORDS)[number]): Promise<boolean> {
      const { imports } = await listImports(table.reader, bucket, { limit: 50 });
      const last = imports.find((each) => each.kind === kind);
      if (last === undefined) return false;
      const undo = createOperations({
        table,
        bucket: createFakeImportBucket(),
        messages: bucket.messages,
      }).find(({ route }) => route.path === '/imports/{id}/undo');
      const event = proxyEvent({ organizationId: ORGANIZATION, resource: '/imports/{id}/undo', id: last.id });
      try {
        await undo?.run(
          { ...event, body: null },
          { organizationId: ORGANIZATION, actor: ACTOR, role: 'admin' },
        );
      } catch {
        return false;
      }
      await bucket.drain();
      return true;
    },
    backup: (): Promise<readonly Item[]> => table.itemsOf(''),
    async restore(items: readonly Item[]): Promise<void> {
      const old = table;
      table = createLaggingTable();
      for (const Item of items) {
        await table.client.send(new PutCommand({ TableName: table.tableName, Item: { ...Item } }));
      }
      published = (await table.recordsOf('ORG#')).length;
      const restored = { table, old: old.reader, restoredTo: new Date().toISOString(), actor: ACTOR };
      const lookups = createLookupStore(createDocumentClientWrites(table.client), table.tableName);
      for await (const { epoch } of catchUp({ ...restored, lookups })) expect(epoch).toBeGreaterThan(0);
      bucket = await createImportBucket(table, { organizationId: ORGANIZATION, windowRows: 2 });
    },
    /** All that anybody is shown now: answers, the last event of each record, and exports. */
    async shown(): Promise<readonly Shown[]> {
      await publish();
      const all: Shown[] = [];
      const query = { limit: '500' };
      const answers = await Promise.all([
        createListPeople(table)({ ...REQUEST, query: validQuery(ROUTES.listPeople.query, query) }),
        operationsOf('company').list(table)({
          ...REQUEST,
          query: validQuery(ROUTES.listCompanies.query, query),
        }),
        createListCallListEntries(table)({
          ...REQUEST,
          query: validQuery(ROUTES.listCallListEntries.query, query),
        }),
      ]);
      for (const { body } of answers) all.push(...(body.items as readonly Shown[]));
      const events = await createListEvents(table)({
        ...REQUEST,
        query: {
          limit: 1_000,
          cursor: undefined,
          from: undefined,
          since: undefined,
          types: new Set<string>(),
        },
      });
      const last = new Map<string, Shown>();
      for (const { type, data } of JSON.parse(events.body.text).items) {
        if (/deleted$|erased$/.test(type)) last.delete(data.id);
        else last.set(data.id, data);
      }
      all.push(...last.values());
      const exporter = createTestExporter(table);
      for (const resource of ['person', 'company', 'call-list-entry'] satisfies KindName[]) {
        const created = await exporter.create(ORGANIZATION, { resource });
        await exporter.drain();
        for (const { key } of (await exporter.read(created)).files) {
          const content = exporter.objects.content.get(key) ?? Buffer.of();
          all.push(...((await recordsOfFile('jsonl', content)) as readonly Shown[]));
        }
      }
      return all;
    },
  };
};

type Service = Awaited<ReturnType<typeof createService>>;

/** Makes a change of the history. Returns what happened, and whether it may take something off the list. */
const run = async (
  { idOf, ...service }: Service,
  each: Change,
): Promise<{ readonly done: string; readonly mayLift?: boolean }> => {
  const table = service.table();
  switch (each.kind) {
    case 'import': {
      const { file, source, rows, hasBans } = each;
      const ended = await service.import(file, source, fileOf(file, rows, hasBans));
      const lifted = ended?.counts?.bansLifted ?? 0;
      return {
        done: lifted > 0 ? 'lifted' : file,
        mayLift: hasBans && rows.some(({ ban }) => ban === 'no'),
      };
    }
    case 'suppress':
      await changeSuppressions(table, { organizationId: ORGANIZATION, actor: ACTOR }, [each.number], false);
      return { done: 'suppress' };
    case 'list': {
      const { number } = each;
      const content = `List ID,List Name,Entry ID,Phone,Person ID\nL,Monday,${number},${number},1\n`;
      await service.import('call-lists', 'crm', content);
      return { done: 'list' };
    }
    case 'undo':
      return { done: (await service.undo(each.file)) ? 'undo' : 'none' };
    default: {
      const { record, source } = each;
      const id = idOf(record, source, each.id);
      if (each.kind === 'delete' || record === 'company') {
        await deleteRecord(table, { organizationId: ORGANIZATION, kind: record, id }, { actor: ACTOR });
        return { done: 'delete' };
      }
      const options = { actor: ACTOR, findReferringIds: async () => [], eraseCopies: [] };
      await erasePerson(table, ORGANIZATION, id, options);
      return { done: 'erase' };
    }
  }
};

test('no number or address on the list can be called, whatever happens to records and table', async () => {
  const count = exercise(
    ...(['people', 'companies', 'suppress', 'list', 'delete', 'erase', 'undo', 'lifted'] as const),
    ...(['restore', 'kept', 'kept by a restore', 'shown', 'none'] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const service = await createService();
      let backup: { items: readonly Item[]; list: ReadonlySet<Target> } | undefined;
      let before = await service.listed();
      for (const each of steps) {
        let mayLift = false;
        if (each.kind === 'backup') {
          backup = { items: await service.backup(), list: before };
          continue;
        }
        if (each.kind === 'restore') {
          if (backup === undefined) continue;
          const { list } = backup;
          await service.restore(backup.items);
          count('restore');
          if ([...before].some((target) => !list.has(target))) count('kept by a restore');
        } else {
          const { done, mayLift: may = false } = await run(service, each);
          count(done as Parameters<typeof count>[0]);
          mayLift = may;
        }
        const after = await service.listed();
        if (!mayLift) {
          for (const target of before) expect(after.has(target)).toBe(true);
          if (before.size > 0) count('kept');
        }
        const shown = await service.shown();
        if (shown.length > 0) count('shown');
        for (const target of shown.flatMap(callableOf)) expect(after.has(target)).toBe(false);
        before = after;
      }
    }),
    { numRuns: runs(50), endOnFailure: true },
  );
}, 300_000);
