import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CopyBatch, createSalesDataClient } from '../../../clients/typescript/src/index.ts';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { createListCallListEntries } from '../../../functions/records/list-call-list-entries/handler.ts';
import { createListCallLists } from '../../../functions/records/list-call-lists/handler.ts';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { operationsOf } from '../../../functions/records/of-kinds.ts';
import { recordFunction } from '../../../functions/records/record-function.ts';
import { type CaughtUp, catchUp } from '../../../infra/cli/restore/catch-up.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { createPersonRepository } from '../../../shared/records/store/records.ts';
import { changeSuppressions } from '../../../shared/records/suppression/change-suppressions.ts';
import { TABLE_NAME_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { startRestoredEngine } from '../../support/engine/restored-engine.ts';
import { publishChanges } from '../../support/events/publish-changes.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';
import { createOrganization, registerOrganization } from '../../support/organizations/organization.ts';
import { createRecordCopy } from '../../support/records/record-copy.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const ACTOR = { id: 'cli:nora', name: 'nora', from: null };
const BANNED = '+12025550143';

const engines: TestEngine[] = [];
const track = (engine: TestEngine): TestEngine => {
  engines.push(engine);
  return engine;
};
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  delete process.env[TABLE_NAME_VARIABLE];
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});

const tableOf = ({ client, tableName }: TestEngine) => createTable(client, tableName);

/** The operations that a copy reads, over a table. */
const handlersOf = (engine: TestEngine) => {
  const { reader } = tableOf(engine);
  return {
    '/v1/person': recordFunction(ROUTES.listPeople, createListPeople({ reader })),
    '/v1/company': recordFunction(ROUTES.listCompanies, operationsOf('company').list({ reader })),
    '/v1/call-list': recordFunction(ROUTES.listCallLists, createListCallLists({ reader })),
    '/v1/call-list-entry': recordFunction(ROUTES.listCallListEntries, createListCallListEntries({ reader })),
    '/v1/call': recordFunction(ROUTES.listCalls, operationsOf('call').list({ reader })),
    '/v1/event': dataFunction(ROUTES.listEvents, createListEvents({ reader })),
  };
};

/** A service whose table can be replaced, with a client that its receivers share. */
const createService = (organizationId: string, engine: TestEngine) => {
  let handlers = handlersOf(engine);
  // As AWS names them: a restored table always has another name.
  process.env[TABLE_NAME_VARIABLE] = 'old';
  const details: string[] = [];
  const client = createSalesDataClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'sd_live_test',
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(new Request(input, init).url);
      if (pathname === '/v1/key') return Response.json({ permissions: PERMISSIONS });
      const resource = pathname as keyof typeof handlers;
      // A killed copy has to continue within a collection.
      const query = { ...Object.fromEntries(searchParams), limit: '2' };
      const request = proxyEvent({ organizationId, resource, query });
      const { statusCode, headers, body } = await handlers[resource](request, lambdaContext());
      if (statusCode === 410) details.push(JSON.parse(body).detail);
      return new Response(body, { status: statusCode, headers: { ...headers } as Record<string, string> });
    },
  });
  return {
    client,
    /** Why cursors had expired. */
    details,
    use(next: TestEngine) {
      handlers = handlersOf(next);
      process.env[TABLE_NAME_VARIABLE] = 'restored';
    },
    /** What the collections return. */
    async records() {
      const copy = createRecordCopy();
      await client.copy({ store: copy.store, follow: false });
      return copy.records();
    },
  };
};

type Copy = ReturnType<typeof createRecordCopy>;

/** A receiver of webhooks, which drops what is not newer than what it has. */
const createReceiver = () => {
  const last = new Map<string, number>();
  const ids = new Set<string>();
  return async (engine: TestEngine) => {
    const dropped: unknown[] = [];
    for (const { event } of (await publishChanges(engine)).details()) {
      if (ids.has(event.id)) continue;
      ids.add(event.id);
      const known = last.get(event.data.id) ?? 0;
      if (event.sequence <= known) dropped.push(event);
      else last.set(event.data.id, event.sequence);
    }
    return dropped;
  };
};

it('tells everybody who follows the feed that the table was restored, and loses no ban or revocation', async () => {
  const old = track(await startTestEngine({ hasStream: true }));
  const organizationId = randomUUID();
  await registerOrganization(old, organizationId);
  const data = sampleData('Restored');
  const [changed, deleted, ...others] = data.people;
  if (changed === undefined || deleted === undefined) throw new Error('There are no sample people.');
  await createOrganization(old, organizationId).importRecords({
    people: data.people,
    companies: data.companies,
  });
  const keys = createKeyFixture(old);
  const { apiKey } = await createKey(keys.store, keys.newKey({ organizationId }), ACTOR);
  const receive = createReceiver();
  expect(await receive(old)).toEqual([]);

  const service = createService(organizationId, old);
  const follow = async (copy: Copy) =>
    service.client.copy({ store: copy.store, state: copy.state(), follow: false });
  /** Is killed after the first page. */
  const followOnePage = async (copy: Copy) => {
    const store = (batch: CopyBatch): void => {
      if (copy.state() !== undefined) throw new Error('It is killed.');
      copy.store(batch);
    };
    await service.client.copy({ store, follow: false }).catch(() => undefined);
  };
  const copies = Array.from({ length: 5 }, createRecordCopy);
  const [ahead, behind, halfway, late, lateHalfway] = copies as [Copy, Copy, Copy, Copy, Copy];
  await Promise.all([ahead, behind].map(follow));

  const items = await old.itemsOf('');
  const restoredTo = new Date().toISOString();

  // What is lost, in as many appends as follow after the restore.
  const change = async (engine: TestEngine, title: string) => {
    await createOrganization(engine, organizationId).importRecords({ people: [{ ...changed, title }] });
    return receive(engine);
  };
  const created = { ...changed, id: randomUUID(), externalIds: [] };
  await createOrganization(old, organizationId).importRecords({ people: [created] });
  const reference = { organizationId, kind: 'person', id: deleted.id } as const;
  await deleteRecord(tableOf(old), reference, { actor: ACTOR });
  await changeSuppressions(tableOf(old), { organizationId, actor: ACTOR }, [BANNED], false);
  await revokeKey(keys.store, { organizationId }, apiKey.id, ACTOR);
  for (const title of ['1', '2', '3']) expect(await change(old, title)).toEqual([]);
  await follow(ahead);
  await followOnePage(halfway);

  const restored = track(await startRestoredEngine(items));
  const table = tableOf(restored);
  const lookups = createLookupStore(createDocumentClientWrites(restored.client), restored.tableName);
  const report: CaughtUp[] = [];
  for await (const each of catchUp({ table, lookups, old: tableOf(old).reader, restoredTo, actor: ACTOR }))
    report.push(each);
  expect(report).toMatchObject([
    {
      id: organizationId,
      suppressions: { added: 1, records: data.people.length },
      revokedKeys: [{ id: apiKey.id }],
    },
  ]);
  const lost = ['api_key.revoked', 'person.deleted', 'suppression.added'];
  expect(report[0]?.lost.map(({ action }) => action)).toEqual(expect.arrayContaining(lost));
  // Read from the old table, which the service has until it is deployed.
  await follow(late);
  await followOnePage(lateHalfway);
  service.use(restored);
  expect(await receive(restored)).toEqual([]);
  for (const title of ['4', '5', '6', '7', '8']) expect(await change(restored, title)).toEqual([]);

  for (const copy of copies) await follow(copy);
  const expected = await service.records();
  expect(expected.size).toBe(data.people.length + data.companies.length);
  for (const copy of copies) expect(copy.records()).toEqual(expected);
  expect(service.details).toHaveLength(copies.length);
  for (const detail of service.details) expect(detail).toMatch(/restored to an earlier moment/);

  for (const { id } of [changed, deleted, ...others]) {
    const person = await createPersonRepository(table.reader).get(organizationId, id);
    const callable = person?.phones.filter(({ doNotCall }) => !doNotCall).map(({ number }) => number);
    expect(callable).not.toContain(BANNED);
  }
});
