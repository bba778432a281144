import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createOperations as createEventOperations } from '../../../functions/events/browse-events/handler.ts';
import { type AdminOperation, adminOperation } from '../../../functions/http/admin-api.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { createListKeys } from '../../../functions/keys/manage-keys/list-keys.ts';
import { createGetUsage } from '../../../functions/keys/read-requests/get-usage.ts';
import { createListRequests } from '../../../functions/keys/read-requests/list-requests.ts';
import { createListAuditLog } from '../../../functions/organizations/list-audit-log/handler.ts';
import { createOperations as createBrowseOperations } from '../../../functions/records/browse-records/handler.ts';
import { createGetCallList } from '../../../functions/records/get-call-list/handler.ts';
import { createListCallListEntries } from '../../../functions/records/list-call-list-entries/handler.ts';
import { createListCallLists } from '../../../functions/records/list-call-lists/handler.ts';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { createOperations } from '../../../functions/webhooks/manage-webhooks/handler.ts';
import { type CursorScope, encodeCursor } from '../../../shared/contract/cursor.ts';
import { ProblemError, problemStatus } from '../../../shared/contract/problems.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { codePoint } from '../../support/values/code-points.ts';
import { createStrictReader } from '../../support/values/strict-reader.ts';
import { openCipher, SERVICE } from '../../support/webhooks/webhook-fixture.ts';

const ORGANIZATION = randomUUID();
const ID = randomUUID();
const IDS = `${randomUUID()},${ID}`;
const PLACE = `${ID}#0000000001#${ID}`;
const NOON = '2026-03-01T12:00:00.000Z';
const AFTER = '2026-03-01T00:00:00.000Z';
const BEFORE = '2026-03-02T00:00:00.000Z';

/** Returns the same item for every key: a valid call list, person and webhook endpoint. */
const reader = createStrictReader({
  sk: 'CALL_LIST',
  id: ID,
  name: 'A list',
  isLocked: false,
  doNotCall: false,
  organizationId: ORGANIZATION,
  url: 'https://hooks.example/',
  secretCreatedAt: NOON,
  encryptedSecret: 'ciphertext',
  signature: 'hmac',
  payload: 'full',
  version: 1,
  createdBy: 'Ada',
  createdAt: NOON,
  updatedAt: NOON,
  changedAt: NOON,
  includesContactDetails: true,
  entryCount: 0,
  total: 0,
  locked: 0,
  // The end of a feed, and a part of a chunk that is incomplete.
  chunk: 1,
  at: NOON,
  retentionDays: 30,
  parts: 2,
});
const writer = { put: async () => true, update: async () => undefined, transact: async () => true };
const keyStore = {
  reader,
  writer,
  usagePlanIds: {},
  gatewayKeys: { create: async (name: string) => name, remove: async () => undefined, usage: async () => [] },
  onCleanUpFailure: () => undefined,
};
const requestStore = {
  ...keyStore,
  search: async () => [],
  groups: { access: 'access', authorizer: 'authorizer', functions: 'functions' },
  now: Date.now,
};
const store = { reader, writer };
const queue = { send: async () => undefined };
const noRecords = { get: async () => undefined, getMany: async () => new Map() };

type Query = Readonly<Record<string, string>>;
/** Returns the response status for a query with a cursor. */
type Ask = (query: Query, cursor: string) => Promise<number>;

const askRoute =
  (resource: string, handler: ReturnType<typeof dataFunction>, ids: { readonly id?: string } = {}): Ask =>
  async (query, cursor) => {
    const event = proxyEvent({ organizationId: ORGANIZATION, resource, ...ids, query: { ...query, cursor } });
    return (await handler(event, lambdaContext())).statusCode;
  };

const askOperation =
  (operation: AdminOperation): Ask =>
  async (query, cursor) => {
    const event = {
      ...proxyEvent({
        organizationId: ORGANIZATION,
        resource: operation.route.path,
        id: ID,
        query: { ...query, cursor },
      }),
      body: null,
    };
    const principal = {
      organizationId: ORGANIZATION,
      actor: { id: 'ada', name: 'Ada', from: null },
      role: 'admin',
    };
    try {
      return (await operation.run(event, { ...principal, role: 'admin' })).status ?? 200;
    } catch (error) {
      if (error instanceof ProblemError) return problemStatus(error.problem);
      throw error;
    }
  };

const adminOperations = [
  ...createOperations({ store, queue, messages: queue, cipher: openCipher, policy: {}, service: SERVICE }),
  ...createBrowseOperations(store.reader),
  ...createEventOperations(store.reader),
];

const askAdmin = (route: AdminRoute, operations: readonly AdminOperation[] = adminOperations): Ask => {
  const operation = operations.find((each) => each.route === route);
  if (operation === undefined) throw new Error(`No operation serves ${route.path}.`);
  return askOperation(operation);
};

const bounds = { after: AFTER, before: BEFORE };
const at = `${NOON}#${ID}`;
/** In a scan of the data API, after the time of its first page. */
const scanned = `${AFTER} ${at}`;

interface Case {
  readonly name: string;
  readonly ask: Ask;
  readonly query: Query;
  readonly scope: CursorScope;
  /** A position where a page could end. */
  readonly position: string;
}

const callLists = askRoute(
  ROUTES.listCallLists.path,
  dataFunction(ROUTES.listCallLists, createListCallLists({ reader })),
);
const people = askRoute(
  ROUTES.listPeople.path,
  dataFunction(ROUTES.listPeople, createListPeople({ reader })),
);
const entries = askRoute(
  ROUTES.listCallListEntries.path,
  dataFunction(ROUTES.listCallListEntries, createListCallListEntries({ reader })),
);
const askPeopleInAdminApi = askAdmin(ADMIN_ROUTES.listPeople, createBrowseOperations(reader));
const auditLog = askOperation(adminOperation(ADMIN_ROUTES.listAuditLog, createListAuditLog(reader)));
const deliveries = askAdmin(ADMIN_ROUTES.listWebhookDeliveries);

const CASES: readonly Case[] = [
  {
    name: 'the call lists',
    ask: callLists,
    query: {},
    scope: ['call-lists', ORGANIZATION, undefined, undefined, undefined, '-createdAt'],
    position: scanned,
  },
  {
    name: 'locked call lists in a range',
    ask: callLists,
    query: { isLocked: 'true', createdAfter: AFTER, createdBefore: BEFORE, sort: 'createdAt' },
    scope: ['call-lists', ORGANIZATION, true, AFTER, BEFORE, 'createdAt'],
    position: scanned,
  },
  {
    name: 'people by id',
    ask: people,
    query: { id: IDS },
    scope: ['people-look-up', ORGANIZATION, 'id', IDS],
    position: `2 ${ID}`,
  },
  {
    name: 'people by email',
    ask: people,
    query: { email: 'nora@nowhere.example' },
    scope: ['people-look-up', ORGANIZATION, 'email', 'nora@nowhere.example'],
    position: `2 ${NOON} 0 ${NOON}#${ID}`,
  },
  {
    name: 'people of a call list',
    ask: people,
    query: { callListId: ID },
    scope: ['people-look-up', ORGANIZATION, 'callListId', ID],
    position: `2 ${ID}$`,
  },
  {
    name: 'entries of a call list with a status',
    ask: entries,
    query: { callListId: ID, status: 'pending' },
    scope: ['entries-look-up', ORGANIZATION, 'status', 'pending', ID],
    position: `2 ${PLACE}`,
  },
  {
    name: 'entries of a call list with a next call',
    ask: entries,
    query: { callListId: ID, nextCallBefore: NOON },
    scope: ['entries-look-up', ORGANIZATION, 'nextCallBefore', NOON, ID],
    position: `2 ${NOON}#${PLACE}`,
  },
  {
    name: 'the entries of a call list',
    ask: askRoute(
      ROUTES.getCallList.path,
      dataFunction(
        ROUTES.getCallList,
        createGetCallList({
          callLists: createCallListRepository(reader),
          people: noRecords,
          companies: noRecords,
        }),
      ),
      { id: ID },
    ),
    query: {},
    scope: ['call-list-entries', ORGANIZATION, ID],
    position: `9999999999#${ID}`,
  },
  {
    name: 'the API keys',
    ask: askOperation(adminOperation(ADMIN_ROUTES.listApiKeys, createListKeys(keyStore))),
    query: {},
    scope: ['api-keys', ORGANIZATION, undefined, undefined, '', '-createdAt'],
    position: `${NOON}\t${ID}`,
  },
  {
    name: 'the usage of keys',
    ask: askOperation(adminOperation(ADMIN_ROUTES.getUsage, createGetUsage(requestStore))),
    query: {},
    scope: ['usage', ORGANIZATION, undefined, undefined, '30', '-createdAt'],
    position: `${NOON}\t${ID}`,
  },
  {
    name: 'the requests of keys',
    ask: askOperation(adminOperation(ADMIN_ROUTES.listRequests, createListRequests(requestStore))),
    query: {},
    scope: ['requests', ORGANIZATION, ...Array.from({ length: 10 }, () => undefined)],
    position: `${Date.parse(NOON)}#${ID}`,
  },
  {
    name: 'the audit log',
    ask: auditLog,
    query: {},
    scope: [
      'audit-log',
      ORGANIZATION,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      '',
      false,
    ],
    position: at,
  },
  {
    name: 'the audit log of one target in a range',
    ask: auditLog,
    query: { targetId: ID, ...bounds },
    scope: ['audit-log', ORGANIZATION, undefined, ID, AFTER, BEFORE, undefined, undefined, '', false],
    position: at,
  },
  {
    name: 'the webhook endpoints',
    ask: askAdmin(ADMIN_ROUTES.listWebhookEndpoints),
    query: {},
    scope: ['webhook-endpoints', ORGANIZATION],
    position: at,
  },
  {
    name: 'failed deliveries in a range',
    ask: deliveries,
    query: { state: 'failed', ...bounds },
    scope: ['deliveries', ORGANIZATION, ID, 'failed', AFTER, BEFORE],
    position: at,
  },
  {
    name: 'the people in the admin API',
    ask: askPeopleInAdminApi,
    query: {},
    scope: ['people', ORGANIZATION, undefined, '-changedAt'],
    position: scanned,
  },
  {
    name: 'the call lists in the admin API',
    ask: askAdmin(ADMIN_ROUTES.listCallLists),
    query: { isLocked: 'true', sort: 'createdAt' },
    scope: ['call-lists', ORGANIZATION, true, undefined, undefined, 'createdAt'],
    position: scanned,
  },
  {
    name: 'the entries of a call list in the admin API',
    ask: askAdmin(ADMIN_ROUTES.getCallList),
    query: {},
    scope: ['call-list-entries', ORGANIZATION, ID],
    position: `9999999999#${ID}`,
  },
  {
    name: 'the entries of a person',
    ask: askAdmin(ADMIN_ROUTES.listEntriesOfPerson),
    query: {},
    scope: ['entries-of-person', ORGANIZATION, ID],
    position: at,
  },
  {
    name: 'the events',
    ask: askAdmin(ADMIN_ROUTES.listEvents),
    query: {},
    scope: ['events', ORGANIZATION, undefined, undefined, undefined, undefined],
    position: '12.3',
  },
  {
    name: 'the events of a record by type',
    ask: askAdmin(ADMIN_ROUTES.listEvents),
    query: { kind: 'person', id: ID, types: 'person.*' },
    scope: ['events', ORGANIZATION, 'person', ID, undefined, undefined, 'person.*'],
    position: '999999999999.99999',
  },
];

/** Not a valid position in any collection, or not within these bounds. */
const INVALID_POSITIONS = [
  '#',
  ID,
  `#${ID}`,
  `${NOON}#`,
  `${NOON}#${ID}#`,
  `${NOON}#${ID.toUpperCase()}`,
  `${NOON}#${'x'.repeat(300)}`,
  `2026-03-01T12:00:00Z#${ID}`,
  `2026-02-30T12:00:00.000Z#${ID}`,
  `-1#${ID}`,
  `1.5#${ID}`,
  `1e9#${ID}`,
  `01#${ID}`,
  `NaN#${ID}`,
  `Infinity#${ID}`,
  `10000000000#${ID}`,
  `2 ${ID.toUpperCase()}`,
  `12345678901 ${ID}`,
  `-1 ${ID}`,
  `ORG#${randomUUID()}#CALL_LISTS#${at}`,
  JSON.stringify({ pk: 'ORG#x', sk: at }),
  '\0',
  '�',
];

const times = fc.constantFrom(
  NOON,
  AFTER,
  BEFORE,
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '',
);
const numbers = fc
  .oneof(fc.integer(), fc.double(), fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }))
  .map(String);
const ids = fc.oneof(fc.constant(ID), fc.uuid(), fc.string({ maxLength: 20 }));
const positions = fc.oneof(
  fc.tuple(fc.oneof(times, numbers), ids).map((halves) => halves.join('#')),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
);

describe.each(CASES)('a cursor of $name', ({ ask, query, scope, position }) => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);

  it('accepts a valid position', async () => {
    expect(await ask(query, encodeCursor(scope, position))).toBeLessThan(300);
  });

  it.each(INVALID_POSITIONS)('rejects the position %j despite a valid checksum', async (text) => {
    expect(await ask(query, encodeCursor(scope, text))).toBe(400);
    if (position !== scanned) return;
    expect(await ask(query, encodeCursor(scope, `${AFTER} ${text}`))).toBe(400);
    expect(await ask(query, encodeCursor(scope, `${text} ${at}`))).toBe(400);
  });

  it('accepts or rejects any text without an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: codePoint }),
          positions.map((text) => encodeCursor(scope, text)),
        ),
        async (cursor) => {
          expect([200, 202, 400]).toContain(await ask(query, cursor));
        },
      ),
    );
  });
});

it('rejects a cursor of a lookup by id at an id that the lookup does not have', async () => {
  const scope = ['people-look-up', ORGANIZATION, 'id', IDS];
  expect(await people({ id: IDS }, encodeCursor(scope, `2 ${randomUUID()}`))).toBe(400);
});

it.each([`${NOON} 1 `, `${NOON} 0 x`, `x 0 ${ID}`, `${NOON} -1 ${ID}`])(
  'rejects a cursor of a lookup by address at the place "%s"',
  async (place) => {
    const scope = ['people-look-up', ORGANIZATION, 'email', 'nora@nowhere.example'];
    const query = { email: 'nora@nowhere.example' };
    expect(await people(query, encodeCursor(scope, `2 ${place}`))).toBe(400);
  },
);

it('rejects a cursor of the entries of a call list at an entry of another list', async () => {
  const scope = ['entries-look-up', ORGANIZATION, 'status', 'pending', ID];
  const cursor = encodeCursor(scope, `2 ${PLACE.replace(ID, randomUUID())}`);
  expect(await entries({ callListId: ID, status: 'pending' }, cursor)).toBe(400);
});

it('rejects a cursor of the next calls after the requested time', async () => {
  const scope = ['entries-look-up', ORGANIZATION, 'nextCallBefore', NOON, ID];
  const cursor = encodeCursor(scope, `2 2026-03-01T12:00:00.001Z#${PLACE}`);
  expect(await entries({ callListId: ID, nextCallBefore: NOON }, cursor)).toBe(400);
});

describe('a cursor with time bounds', () => {
  const bounded = CASES.filter(({ scope }) => scope.includes(AFTER));

  it.each(bounded)(
    'rejects a cursor on or outside the bounds for $name',
    async ({ ask, query, scope, position }) => {
      for (const time of [AFTER, BEFORE, '2026-02-28T23:59:59.999Z', '2026-03-02T00:00:00.001Z']) {
        expect(await ask(query, encodeCursor(scope, position.replace(NOON, time))), time).toBe(400);
      }
    },
  );
});
