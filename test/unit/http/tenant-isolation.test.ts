import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOperations as createEventOperations } from '../../../functions/events/browse-events/handler.ts';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { CREATE_EXPORT, createCreateExport } from '../../../functions/exports/create-export/handler.ts';
import { createGetExport } from '../../../functions/exports/get-export/handler.ts';
import { createListExports } from '../../../functions/exports/list-exports/handler.ts';
import { createOperations as createExportOperations } from '../../../functions/exports/manage-exports/handler.ts';
import { type AdminOperation, adminOperation } from '../../../functions/http/admin-api.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { readBody } from '../../../functions/http/json-body.ts';
import { createGetImport as createGetKeyImport } from '../../../functions/imports/get-import/handler.ts';
import { createListImports as createListKeyImports } from '../../../functions/imports/list-imports/handler.ts';
import { createOperations as createImportOperations } from '../../../functions/imports/manage-imports/handler.ts';
import { createGetKey } from '../../../functions/keys/get-key/handler.ts';
import { createOperations as createKeyOperations } from '../../../functions/keys/manage-keys/handler.ts';
import { createOperations as createRequestOperations } from '../../../functions/keys/read-requests/handler.ts';
import { createListAuditLog } from '../../../functions/organizations/list-audit-log/handler.ts';
import { createOperations as createUserOperations } from '../../../functions/organizations/manage-organization/handler.ts';
import { createOperations as createSingleSignOnOperations } from '../../../functions/organizations/manage-single-sign-on/handler.ts';
import { createOperations as createBrowseOperations } from '../../../functions/records/browse-records/handler.ts';
import { createCountRecords } from '../../../functions/records/count-records/handler.ts';
import { createGetCallList } from '../../../functions/records/get-call-list/handler.ts';
import { createGetPerson } from '../../../functions/records/get-person/handler.ts';
import { createListCallListEntries } from '../../../functions/records/list-call-list-entries/handler.ts';
import { createListCallLists } from '../../../functions/records/list-call-lists/handler.ts';
import { createListFields } from '../../../functions/records/list-fields/handler.ts';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { createOperations as createRecordOperations } from '../../../functions/records/manage-records/handler.ts';
import { operationsOf } from '../../../functions/records/of-kinds.ts';
import {
  CREATE_WEBHOOK_ENDPOINT,
  createCreateWebhookEndpoint,
} from '../../../functions/webhooks/create-webhook-endpoint/handler.ts';
import { createDeleteWebhookEndpoint } from '../../../functions/webhooks/delete-webhook-endpoint/handler.ts';
import { createListWebhookEndpoints } from '../../../functions/webhooks/list-webhook-endpoints/handler.ts';
import { createOperations as createWebhookOperations } from '../../../functions/webhooks/manage-webhooks/handler.ts';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import { oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { pathParameterOf } from '../../../shared/contract/path-parameters.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { newExport } from '../../../shared/exports/new-export.ts';
import { newBatch, putBatch } from '../../../shared/imports/batches/import-batch.ts';
import { putProfile } from '../../../shared/imports/import-profiles.ts';
import { insertImport } from '../../../shared/imports/import-repository.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { type ReadRouteName, ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { allowSingleSignOn } from '../../../shared/organizations/federation/single-sign-on.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import type { UserDirectory } from '../../../shared/organizations/users/user-directory.ts';
import { putUser } from '../../../shared/organizations/users/user-repository.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { storeCustomField } from '../../../shared/records/fields/custom-fields.ts';
import { countedMarks } from '../../../shared/records/lookups/counters.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { sendTestEvent } from '../../../shared/webhooks/fan-out/send-test-event.ts';
import { REPLAYS } from '../../../shared/webhooks/replays/replay-repository.ts';
import { startReplay } from '../../../shared/webhooks/replays/start-replay.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { publishChanges } from '../../support/events/publish-changes.ts';
import {
  ADMIN_BODIES,
  ADMIN_QUERIES,
  ADMIN_ROUTE_NAMES,
  type AdminRouteName,
} from '../../support/http/admin-requests.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { someImport } from '../../support/imports/new-import.ts';
import { accessLine, createFakeLogs } from '../../support/keys/fake-logs.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { callingHours } from '../../support/records/calling-hours.ts';
import { callToItem, EXAMPLE_CALL } from '../../support/records/calls.ts';
import { indexLookups } from '../../support/records/index-lookups.ts';
import { relabelled, type SampleData, sampleData } from '../../support/records/sample-data.ts';
import { openCipher, SERVICE } from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
/** Two organizations with the same record, endpoint and delivery ids, and one without any data. */
let alpha: TestOrganization;
let beta: TestOrganization;
const emptyOrganization = randomUUID();
const sample = sampleData('Alpha');
/** Few records, because tests compare the whole table. */
const data: SampleData = {
  companies: sample.companies,
  people: sample.people.slice(0, 4).map((person) => ({ ...person, tags: ['Alpha'] })),
  callLists: sample.callLists.slice(0, 3).map((list) => ({ ...list, entries: list.entries.slice(0, 3) })),
};
const EXPORT_ID = randomUUID();
const BATCH = newBatch(
  {
    ...{ organizationId: randomUUID(), source: 'Alpha', settings: null, isInline: false, isBound: false },
    ...{ startedBy: { id: 'a', name: 'a', from: null }, createdAt: new Date().toISOString() },
  },
  [{ kind: 'people', bytes: 1, sha256: null, format: null }],
);
/** Ids that both organizations have, and one key id per organization, since key ids are unique. */
const ids: {
  endpoint: string;
  keyEndpoint: string;
  delivery: string;
  import: string;
  keyOf: Record<string, string>;
} = {
  endpoint: '',
  keyEndpoint: '',
  delivery: '',
  import: '',
  keyOf: {},
};
let operations: readonly AdminOperation[];
/** The event types are the same for all organizations. */
type DataRouteName = Exclude<ReadRouteName, 'listEventTypes'>;
let routes: Record<DataRouteName, ReturnType<typeof dataFunction>>;
let changes: Record<
  'createWebhookEndpoint' | 'deleteWebhookEndpoint' | 'createExport',
  ReturnType<typeof dataFunction>
>;

const DESCRIBED_KEY = {
  name: 'A key',
  plan: 'standard',
  createdAt: '2026-01-12T08:15:00.000Z',
  expiresAt: null,
  allowedAddresses: null,
  importSource: null,
};

/** Each organization has a user with this id, which no user pool would do. */
const USER = {
  id: 'c7a1d5ee-0a52-4f0c-8a5a-6a1a5d1f1b22',
  role: 'member',
  isDisabled: false,
  identityProvider: null,
  hasSignedIn: false,
  invitedAt: DESCRIBED_KEY.createdAt,
  lastSignInAt: null,
} as const;

/** Accepts everything. */
const users: UserDirectory = {
  find: async () => undefined,
  invite: async ({ organizationId }) => ({ id: randomUUID(), organizationId, existed: false }),
  resend: async () => true,
  setRole: async () => undefined,
  disable: async () => undefined,
  enable: async () => undefined,
  remove: async () => undefined,
};

const bucket = createFakeImportBucket();

const actor = { id: 'user-1', name: 'test', from: null };

const importAll = (to: TestOrganization, { people, companies, callLists }: SampleData): Promise<void> =>
  to.importRecords({ people, companies, callLists }, { isSilent: true });

/** Each organization has a request, whose path and user agent name it. */
const requestLogs = () =>
  createFakeLogs({
    access: [alpha, beta].map(({ id }, index) => {
      const name = index === 0 ? 'Alpha' : 'Beta';
      const named = { path: `/v1/person?limit=${name}`, userAgent: `${name}/1.0`, ownerId: USER.id };
      return accessLine({ organizationId: id, keyId: randomUUID(), time: Date.now() - 1_000, ...named });
    }),
  });

/** All items of the table that contain an organization's id in any attribute. */
const itemsNaming = async (organizationId: string): Promise<readonly Item[]> =>
  (await engine.itemsOf('')).filter((item) => JSON.stringify(item).includes(organizationId));

let itemsOfBeta: readonly Item[];
const expectUnchanged = async (): Promise<void> => {
  const items = await itemsNaming(beta.id);
  const before = itemsOfBeta;
  // Do not blame the next test too.
  itemsOfBeta = items;
  expect(items).toEqual(before);
};

const copyToBeta = async (items: readonly Item[]): Promise<void> => {
  for (const item of items) {
    const text = JSON.stringify(item).replaceAll(alpha.id, beta.id).replaceAll('Alpha', 'Beta');
    await beta.write({ put: { Item: JSON.parse(text) } });
  }
};

beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  alpha = createOrganization(engine);
  beta = createOrganization(engine);
  await Promise.all([importAll(alpha, data), importAll(beta, relabelled(data, 'Beta'))]);
  await createOrganization(engine, emptyOrganization).importRecords({});
  // Found by its id in the source, which each organization maps to its own id.
  await beta.importRecords({ people: [{ id: 'crm-1', lastName: 'Beta' }] }, { isSilent: true });
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await publishChanges(engine);
  await indexLookups(engine);
  log.mockRestore();
  const { client, tableName } = engine;
  const table = createTable(client, tableName);
  const keyStore = {
    ...table,
    usagePlanIds: { standard: 'plan-1' },
    gatewayKeys: {
      create: async (name: string) => name,
      remove: async () => undefined,
      usage: async () => [],
    },
    onCleanUpFailure: () => undefined,
  };
  const webhooks = {
    store: table,
    cipher: openCipher,
    queue: { send: async () => undefined },
    messages: { send: async () => undefined },
    policy: { allowsLoopback: true },
    service: SERVICE,
  };
  operations = [
    ...createKeyOperations(
      keyStore,
      {
        clients: { allowsRegistration: true },
        addresses: oauthAddresses('https://api.example.com'),
      },
      async () => undefined,
    ),
    ...createRequestOperations({ ...keyStore, ...requestLogs(), now: Date.now }),
    adminOperation(ADMIN_ROUTES.listAuditLog, createListAuditLog(table.reader)),
    ...createWebhookOperations(webhooks),
    ...createBrowseOperations(table.reader),
    ...createEventOperations(table.reader),
    ...createRecordOperations(table, bucket, { backupDays: 35, queueDays: 14, importDays: 90 }),
    ...createUserOperations({
      ...table,
      users,
      endGrants: createEndGrants(table),
      maxEventRetentionDays: 30,
    }),
    ...createSingleSignOnOperations({
      ...table,
      providers: {
        put: async () => undefined,
        createClient: async () => 'client',
        remove: async () => undefined,
      },
      ...{ userPoolId: 'pool', signInUrl: 'https://sign-in.example', consoleUrl: 'https://admin.example' },
      isEnabled: true,
    }),
    ...createImportOperations({ table, bucket, messages: { send: async () => undefined } }),
    ...createExportOperations({ table, bucket, messages: { send: async () => undefined } }),
  ];
  for (const [{ id: organizationId }, name] of [
    [alpha, 'Alpha'],
    [beta, 'Beta'],
  ] as const) {
    const key = {
      organizationId,
      name: `${name} key`,
      permissions: [...PERMISSIONS],
      plan: 'standard',
      ownerId: null,
    };
    const organization = {
      ...ORGANIZATION_DEFAULTS,
      id: organizationId,
      name,
      createdAt: DESCRIBED_KEY.createdAt,
    };
    await alpha.write({ put: { Item: nextVersion(organizationToItem(organization), undefined) } });
    const call = callToItem(organizationId, { ...EXAMPLE_CALL, note: name });
    await alpha.write({ put: { Item: nextVersion(call, undefined) } });
    const user = { ...USER, organizationId, email: `${name}@company.example`, invitedBy: name };
    await alpha.write(putUser(user, undefined));
    await alpha.write(putUser({ ...user, id: actor.id, role: 'admin' }, undefined));
    ids.keyOf[organizationId] = (
      await createKey(
        keyStore,
        { ...key, expiresAt: null, allowedAddresses: null, importSource: null },
        actor,
      )
    ).apiKey.id;
  }
  const endpoint = {
    organizationId: alpha.id,
    url: 'https://alpha.example/',
    description: 'Alpha',
    includesContactDetails: true,
  };
  ids.endpoint = (await createEndpoint(webhooks, { ...endpoint, eventTypes: ['*'] }, actor)).endpoint.id;
  const keyId = ids.keyOf[alpha.id] ?? '';
  const byKey = { id: keyId, check: requireKeyPermissions(keyId, [['webhook:manage']]) };
  ids.keyEndpoint = (
    await createEndpoint(webhooks, { ...endpoint, eventTypes: ['person.*'] }, actor, byKey)
  ).endpoint.id;
  ids.delivery = (await sendTestEvent(table, webhooks.queue, alpha.id, ids.endpoint, actor))?.id ?? '';
  const replayed = { states: ['failed'], after: null, before: null } as const;
  const replay = await startReplay(table, webhooks.messages, alpha.id, ids.endpoint, replayed, actor);
  // Ended, so that another one may start.
  if (replay !== undefined) {
    const problem = 'Of Alpha.';
    await REPLAYS.change(table, replay, { state: 'failed', problem, queuedAt: null });
  }
  await copyToBeta(await engine.itemsOf(`WEBHOOK_REPLAYS#${alpha.id}`));
  const imported = someImport(alpha.id, { fileName: 'Alpha.csv', etag: null });
  ids.import = imported.id;
  await insertImport(table, imported);
  await allowSingleSignOn(table, alpha.id, ['acme.example'], actor);
  await allowSingleSignOn(table, beta.id, ['beta.example'], actor);
  const { kind, source, settings, startedBy, createdAt } = imported;
  const profile = { organizationId: alpha.id, kind, source, settings };
  await putProfile(table, { ...profile, updatedAt: createdAt, updatedBy: startedBy });
  for (const { id, name } of [
    { id: alpha.id, name: 'Alpha' },
    { id: beta.id, name: 'Beta' },
  ]) {
    bucket.put(imported.objectKey.replace(alpha.id, id), `Id,Name\n1,${name}\n`);
  }
  const selection = {
    resource: 'person',
    format: 'csv',
    fields: null,
    changedSince: null,
    callListId: null,
    includesContactDetails: true,
  } as const;
  await table.writer.transact([putBatch({ ...BATCH, organizationId: alpha.id }, undefined)]);
  const exported = { ...newExport(alpha.id, selection, actor, new Date()), id: EXPORT_ID };
  await table.writer.transact([
    ...EXPORTS.insertOperations({ ...exported, state: 'failed', problem: 'Of Alpha.', queuedAt: null }),
  ]);
  await copyToBeta(await engine.itemsOf(`EXPORTS#${alpha.id}`));
  await copyToBeta(await engine.itemsOf(`IMPORT#${alpha.id}`));
  await copyToBeta(await engine.itemsOf(`IMPORT_BATCH#${alpha.id}`));
  await copyToBeta(await engine.itemsOf(`IMPORT_PROFILE#${alpha.id}`));
  const field = { name: 'Alpha', types: ['string'], sources: [], firstSeenAt: createdAt } as const;
  await storeCustomField(table.writer, alpha.id, 'person', field);
  await copyToBeta(await engine.itemsOf(`CUSTOM_FIELDS#${alpha.id}`));
  for (const each of [alpha.id, beta.id, emptyOrganization]) {
    await table.writer.transact(countedMarks(each, createdAt));
  }
  await copyToBeta(await engine.itemsOf(`WEBHOOKS#${alpha.id}`));
  await copyToBeta(await engine.itemsOf(`WEBHOOK_DELIVERY#${alpha.id}`));
  itemsOfBeta = await itemsNaming(beta.id);

  const companies = createCompanyRepository(table.reader);
  const people = createPersonRepository(table.reader);
  routes = {
    getPerson: dataFunction(ROUTES.getPerson, createGetPerson({ people, companies, callingHours })),
    getCall: dataFunction(ROUTES.getCall, operationsOf('call').get(table)),
    listCalls: dataFunction(ROUTES.listCalls, operationsOf('call').list(table)),
    getCompany: dataFunction(ROUTES.getCompany, operationsOf('company').get(table)),
    listPeople: dataFunction(ROUTES.listPeople, createListPeople(table)),
    listCompanies: dataFunction(ROUTES.listCompanies, operationsOf('company').list(table)),
    listCallLists: dataFunction(ROUTES.listCallLists, createListCallLists(table)),
    listCallListEntries: dataFunction(ROUTES.listCallListEntries, createListCallListEntries(table)),
    getCallList: dataFunction(
      ROUTES.getCallList,
      createGetCallList({
        callLists: createCallListRepository(table.reader),
        people,
        companies,
        callingHours,
      }),
    ),
    countRecords: dataFunction(ROUTES.countRecords, createCountRecords(table)),
    listFields: dataFunction(ROUTES.listFields, createListFields(table)),
    listEvents: dataFunction(ROUTES.listEvents, createListEvents(table)),
    listWebhookEndpoints: dataFunction(ROUTES.listWebhookEndpoints, createListWebhookEndpoints(table)),
    listExports: dataFunction(ROUTES.listExports, createListExports({ reader: table.reader, bucket })),
    getExport: dataFunction(ROUTES.getExport, createGetExport({ reader: table.reader, bucket })),
    listImports: dataFunction(ROUTES.listImports, createListKeyImports({ reader: table.reader, bucket })),
    getImport: dataFunction(ROUTES.getImport, createGetKeyImport({ reader: table.reader, bucket })),
    getKey: dataFunction(
      ROUTES.getKey,
      createGetKey({
        reader: table.reader,
        usagePlans: { standard: { rate: 10, burst: 20, dailyQuota: 100 } },
      }),
    ),
  };
  changes = {
    createWebhookEndpoint: dataFunction(
      CREATE_WEBHOOK_ENDPOINT,
      createCreateWebhookEndpoint(webhooks),
      readBody,
    ),
    deleteWebhookEndpoint: dataFunction(ROUTES.deleteWebhookEndpoint, createDeleteWebhookEndpoint(table)),
    createExport: dataFunction(
      CREATE_EXPORT,
      createCreateExport({ table, bucket, messages: { send: async () => undefined } }),
      readBody,
    ),
  };
});
afterAll(() => engine.stop());

const recordIds: Readonly<Record<DataRouteName, string | undefined>> = {
  getPerson: data.people[0]?.id,
  getCompany: data.companies[0]?.id,
  getCall: EXAMPLE_CALL.id,
  listCalls: undefined,
  listPeople: undefined,
  listCompanies: undefined,
  listCallLists: undefined,
  listCallListEntries: undefined,
  getCallList: data.callLists[0]?.id,
  countRecords: undefined,
  listFields: undefined,
  listEvents: undefined,
  listWebhookEndpoints: undefined,
  listExports: undefined,
  getExport: EXPORT_ID,
  listImports: undefined,
  getImport: BATCH.id,
  getKey: undefined,
};
/** What an organization without any data gets instead of a 404. */
const withoutData: { readonly [N in DataRouteName]?: object } = {
  listPeople: { totalCount: 0, items: [] },
  listCompanies: { totalCount: 0, items: [] },
  listCalls: { totalCount: 0, items: [] },
  listCallLists: { totalCount: 0, items: [] },
  listCallListEntries: { totalCount: 0, items: [] },
  countRecords: { totalCount: 0, items: [] },
  listFields: {},
  listEvents: { items: [], hasMore: false },
  listWebhookEndpoints: { items: [] },
  listExports: { items: [] },
  listImports: { items: [] },
  getKey: { organization: { id: emptyOrganization, name: null } },
};
const routeNames = Object.keys(recordIds) as DataRouteName[];

const QUERIES: { readonly [N in DataRouteName]?: Readonly<Record<string, string>> } = {
  getCallList: { include: 'person,company,callability' },
  countRecords: { resource: 'person', by: 'tag' },
  listFields: { resource: 'person' },
};

const callRoute = async (name: DataRouteName, organizationId: string, query = QUERIES[name] ?? {}) => {
  const id = recordIds[name];
  const request = {
    organizationId,
    resource: ROUTES[name].path,
    query,
    key: DESCRIBED_KEY,
    ...(id === undefined ? {} : { id }),
  };
  const { statusCode, body } = await routes[name](proxyEvent(request), lambdaContext());
  return { statusCode, body };
};

describe.each(routeNames)('%s', (name) => {
  it("returns only the caller's records, even if another organization has the same ids", async () => {
    const [own, other, none] = [
      await callRoute(name, alpha.id),
      await callRoute(name, beta.id),
      await callRoute(name, emptyOrganization),
    ];
    expect([own.statusCode, other.statusCode]).toEqual([200, 200]);
    expect(own.body).toContain('Alpha');
    expect(own.body).not.toContain('Beta');
    expect(other.body).toContain('Beta');
    if (name in withoutData) expect(JSON.parse(none.body)).toMatchObject({ ...withoutData[name] });
    else expect(none.statusCode).toBe(404);
  });
});

describe.each([
  ['listPeople', { id: data.people[0]?.id ?? '' }],
  ['listPeople', { externalId: 'sample:p0' }],
  ['listPeople', { email: 'Person-0@company.example' }],
  ['listPeople', { phone: '+12025550143' }],
  ['listPeople', { companyId: data.companies[0]?.id ?? '' }],
  ['listCompanies', { id: data.companies[0]?.id ?? '' }],
  ['listCompanies', { externalId: 'sample:c0' }],
  ['listCompanies', { domain: 'COMPANY-0.example' }],
  ['listCompanies', { phone: '+12025550100' }],
] as const)('%s by %j', (name, query) => {
  it("finds only the caller's records, even if another organization has the same values", async () => {
    const [own, other, none] = [
      await callRoute(name, alpha.id, query),
      await callRoute(name, beta.id, query),
      await callRoute(name, emptyOrganization, query),
    ];
    const counts = [own, other, none].map(({ body }) => JSON.parse(body).totalCount);
    expect(counts).toEqual([counts[0], counts[0], 0]);
    expect(counts[0]).toBeGreaterThan(0);
    expect(own.body).toContain('Alpha');
    expect(own.body).not.toContain('Beta');
    expect(other.body).toContain('Beta');
    expect(other.body).not.toContain('Alpha Sample');
  });
});

const change = async (
  name: keyof typeof changes,
  organizationId: string,
  { id = '', keyId = 'key', body = {} }: { id?: string; keyId?: string; body?: object },
) => {
  const { method, path } = ROUTES[name];
  const event = proxyEvent({ organizationId, resource: path, id, key: DESCRIBED_KEY });
  const { authorizer } = event.requestContext;
  const response = await changes[name](
    {
      ...event,
      httpMethod: method,
      multiValueHeaders: { 'Content-Type': ['application/json'] },
      body: JSON.stringify(body),
      requestContext: { ...event.requestContext, authorizer: { ...authorizer, keyId } },
    },
    lambdaContext(),
  );
  return { statusCode: response.statusCode, json: JSON.parse(response.body) };
};

describe('createWebhookEndpoint with an API key', () => {
  it('writes to the organization of the key alone', async () => {
    const body = { url: 'https://new.example/', eventTypes: ['person.created'] };
    const keyId = ids.keyOf[alpha.id] ?? '';
    expect(await change('createWebhookEndpoint', alpha.id, { keyId, body })).toMatchObject({
      statusCode: 201,
      json: { keyId, eventTypes: ['person.created'] },
    });
    await expectUnchanged();
  });
});

describe('createExport with an API key', () => {
  it('exports from the organization of the key alone', async () => {
    const keyId = ids.keyOf[alpha.id] ?? '';
    const body = { resource: 'person', format: 'csv' };
    expect(await change('createExport', alpha.id, { keyId, body })).toMatchObject({ statusCode: 202 });
    const ofBeta = { resource: 'call-list-entry', format: 'csv', callListId: randomUUID() };
    expect(await change('createExport', alpha.id, { keyId, body: ofBeta })).toMatchObject({
      statusCode: 400,
    });
    await expectUnchanged();
  });
});

describe('deleteWebhookEndpoint with an API key', () => {
  it('returns 404 to an organization without data, and for the endpoint of an admin', async () => {
    for (const [organizationId, id] of [
      [emptyOrganization, ids.keyEndpoint],
      [alpha.id, ids.endpoint],
      [alpha.id, randomUUID()],
    ] as const) {
      const { statusCode, json } = await change('deleteWebhookEndpoint', organizationId, { id });
      expect(statusCode).toBe(404);
      expect(json.detail).toBe('There is no webhook endpoint with this id.');
    }
  });

  it("deletes only the caller's endpoint, even if another organization has one with the same id", async () => {
    expect(await change('deleteWebhookEndpoint', alpha.id, { id: ids.keyEndpoint })).toMatchObject({
      statusCode: 200,
      json: { id: ids.keyEndpoint, description: 'Alpha' },
    });
    await expectUnchanged();
    expect((await callRoute('listWebhookEndpoints', beta.id)).body).toContain(ids.keyEndpoint);
  });
});

// Deletes the endpoint last, since the other operations need it.
const adminNames = ADMIN_ROUTE_NAMES.filter((name) => name !== 'tryRequest').toSorted(
  (one, other) => Number(one === 'deleteWebhookEndpoint') - Number(other === 'deleteWebhookEndpoint'),
);

const callOperation = async (
  name: AdminRouteName,
  organizationId: string,
  keyId = '',
  query = ADMIN_QUERIES[name] ?? {},
): Promise<unknown> => {
  const { path, method } = ADMIN_ROUTES[name];
  const operation = operations.find(({ route }) => route.path === path && route.method === method);
  const idOf: Readonly<Record<string, string | undefined>> = {
    'webhook-endpoints': ids.endpoint,
    deliveries: ids.delivery,
    imports: ids.import,
    'api-keys': keyId,
    people: data.people[0]?.id,
    companies: data.companies[0]?.id,
    calls: EXAMPLE_CALL.id,
    'call-lists': data.callLists[0]?.id,
    events: '1.0',
    users: USER.id,
  };
  const id = path.includes('{') ? idOf[path.split('/')[1] ?? ''] : undefined;
  const body = name === 'chooseOrganization' ? { id: beta.id } : ADMIN_BODIES[name];
  const event = {
    ...proxyEvent({ organizationId, resource: path, query }),
    pathParameters: id === undefined ? null : { [pathParameterOf(path) ?? '']: id },
    multiValueHeaders: { 'Content-Type': ['application/json'] },
    body: body === undefined ? null : JSON.stringify(body),
  };
  try {
    return await operation?.run(event, { organizationId, actor, role: 'admin' });
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem };
    throw error;
  }
};

describe('listEvents of one record', () => {
  it("returns only the caller's events, even if another organization has the same ids", async () => {
    for (const [own, other] of [
      ['Alpha', 'Beta'],
      ['Beta', 'Alpha'],
    ] as const) {
      const organizationId = own === 'Alpha' ? alpha.id : beta.id;
      const query = { kind: 'person', id: data.people[0]?.id ?? '' };
      const text = JSON.stringify(await callOperation('listEvents', organizationId, '', query));
      expect(text).toContain(own);
      expect(text).not.toContain(other);
    }
  });
});

describe.each(adminNames)('%s', (name) => {
  const isOfOneKey = ADMIN_ROUTES[name].path.startsWith('/api-keys/{id}');

  it('neither reads nor changes data of another organization', async () => {
    const response = await callOperation(name, alpha.id, ids.keyOf[beta.id]);
    expect(response).toBeDefined();
    if (isOfOneKey) expect(response).toEqual({ problem: 'not-found' });
    expect(JSON.stringify(response)).not.toMatch(new RegExp(`Beta|${beta.id}|${ids.keyOf[beta.id]}`));
    await expectUnchanged();
  });

  if (ADMIN_ROUTES[name].path.includes('{')) {
    it('returns 404 to an organization without data', async () => {
      expect(await callOperation(name, emptyOrganization, ids.keyOf[beta.id])).toEqual({
        problem: 'not-found',
      });
    });
  }
});
