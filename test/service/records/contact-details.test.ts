import { beforeAll, expect, it } from 'vitest';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { CONTACT_PERMISSION, PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { ReadRouteName } from '../../../shared/operations/data-api/routes.ts';
import { eventually } from '../../support/eventually.ts';
import { send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, createKeyAs, describeAdmin } from '../../support/organizations/admin.ts';
import {
  type ContactOrganization,
  createContactOrganization,
  type State,
  valuesIn,
  valuesOf,
  valuesOfEntry,
  valuesOfPerson,
  WITHOUT_CONTACT,
} from '../../support/records/contact-details.ts';
import { call, nextPath, service } from '../../support/service/service.ts';

let organization: ContactOrganization;

/** Each kind of key, and whether it sees contact details. */
const KINDS = [
  ['with the permission', true],
  ['without the permission', false],
] as const;
type Kind = (typeof KINDS)[number][0];
const keys = new Map<Kind, { readonly id: string; readonly key: string }>();
const keyOf = (kind: Kind) => keys.get(kind) ?? { id: '', key: '' };

beforeAll(async () => {
  if (service.admin === undefined) return;
  organization = await createContactOrganization();
  const create = (permissions: readonly string[]) =>
    createKeyAs(organization.user, { permissions, plan: 'high-volume' });
  keys.set('with the permission', await create(PERMISSIONS));
  keys.set('without the permission', await create(WITHOUT_CONTACT));
  await organization.changeRecords();
  const { key } = keyOf('with the permission');
  await eventually(
    async () => (await call('/v1/event?types=person.deleted', { key })).text.includes('"id"') || undefined,
  );
});

/** All pages that start at a path, with their headers. */
const pages =
  (path: (ids: ContactOrganization['kept']) => string) =>
  async (key: string): Promise<string> => {
    const texts: string[] = [];
    for (let next: string | undefined = path(organization.kept); next !== undefined; ) {
      const response = await call(next, { key });
      expect(response.status, response.text).toBe(200);
      texts.push(JSON.stringify(response.headers), response.text);
      next = nextPath(response);
    }
    return texts.join('\n');
  };

/** A request to the MCP server. */
const mcp =
  (method: string, params: (ids: ContactOrganization['kept']) => object) =>
  async (key: string): Promise<string> => {
    const headers = {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'X-Api-Key': key,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params(organization.kept) });
    const text = await eventually(async () => {
      const url = service.baseUrl + MCP_ROUTE.path;
      const response = await send(url, { method: 'POST', headers, body });
      // The usage plan limits the key.
      return response.status === 429 || response.text.includes('Too many requests')
        ? undefined
        : response.text;
    });
    expect(text).toContain('"result"');
    expect(text).not.toContain('"isError":true');
    return text;
  };
const tool = (name: string, inputs: (ids: ContactOrganization['kept']) => object) =>
  mcp('tools/call', (ids) => ({ name, arguments: inputs(ids) }));

/** A request of the console's page to try requests. */
const tried =
  (operation: ReadRouteName, request: (ids: ContactOrganization['kept']) => object) =>
  async (apiKey: string): Promise<string> => {
    const body = { operation, ...request(organization.kept), apiKey };
    return eventually(async () => {
      const response = await admin('/try-requests', { as: organization.user, method: 'POST', body });
      const { status } = bodyOf<{ status: number }>(response);
      if (status === 429) return undefined;
      expect(status).toBe(200);
      return response.text;
    });
  };

const PERSON = Object.keys(valuesOfPerson('after'));
const ENTRY = Object.keys(valuesOfEntry('after'));
const BOTH = [...PERSON, ...ENTRY];
const CURRENT: readonly State[] = ['after'];
const EVENTS: readonly State[] = ['before', 'after'];

/** A request, with the fields and states whose values a key with the permission finds in the response. */
type Way = readonly [string, (key: string) => Promise<string>, readonly string[], readonly State[]];

const get = (path: string, fields: readonly string[] = [], states: readonly State[] = CURRENT): Way => {
  const pathOf = ({ person, list }: ContactOrganization['kept']) =>
    path.replaceAll('{person}', person).replaceAll('{list}', list);
  return [`GET ${path}`, pages(pathOf), fields, states];
};

/** Every operation that reads: a new one does not compile without an entry. */
const OPERATIONS: Readonly<Record<ReadRouteName, readonly Way[]>> = {
  getPerson: [get('/v1/person/{person}', PERSON)],
  listPeople: [
    get('/v1/person', PERSON),
    get('/v1/person?limit=1&sort=-changedAt', PERSON),
    get('/v1/person?changedSince=2020-01-01T00:00:00Z', PERSON),
    get('/v1/person?id={person}', PERSON),
    get('/v1/person?externalId=crm:{person}', PERSON),
  ],
  getCallList: [
    get('/v1/call-list/{list}', ENTRY),
    get('/v1/call-list/{list}?limit=1&include=person', BOTH),
    get('/v1/call-list/{list}?include=company', ENTRY),
  ],
  listCallListEntries: [
    get('/v1/call-list-entry', ENTRY),
    get('/v1/call-list-entry?callListId={list}&limit=1&sort=-changedAt', ENTRY),
  ],
  listEvents: [
    get('/v1/event', BOTH, EVENTS),
    get('/v1/event?limit=1', BOTH, EVENTS),
    get('/v1/event?types=person.updated', PERSON, EVENTS),
    get('/v1/event?types=person.deleted', PERSON, ['before']),
    get('/v1/event?types=call_list_entry.updated', ENTRY, EVENTS),
    get('/v1/event?types=call_list_entry.deleted', ENTRY, ['before']),
  ],
  listCalls: [get('/v1/call')],
  getCall: [],
  listCompanies: [get('/v1/company')],
  getCompany: [],
  listCallLists: [get('/v1/call-list')],
  countRecords: [get('/v1/count?resource=person&by=tag')],
  listFields: [get('/v1/field?resource=person')],
  getKey: [get('/v1/key')],
  listEventTypes: [get('/v1/event-type')],
  listWebhookEndpoints: [get('/v1/webhook-endpoint')],
  listExports: [get('/v1/export')],
  // Its files have tests of their own.
  getExport: [],
  listImports: [get('/v1/import')],
  getImport: [],
};

const WAYS: readonly Way[] = [
  ...Object.values(OPERATIONS).flat(),
  ['MCP: find_people', tool('find_people', () => ({})), PERSON, CURRENT],
  ['MCP: find_people by id', tool('find_people', ({ person }) => ({ ids: [person] })), PERSON, CURRENT],
  ['MCP: read_call_list', tool('read_call_list', ({ list }) => ({ id: list })), BOTH, CURRENT],
  [
    'MCP: what_changed_since',
    tool('what_changed_since', () => ({ since: '2026-01-01T00:00:00Z', limit: 100 })),
    BOTH,
    EVENTS,
  ],
  [
    'MCP: a person as a resource',
    mcp('resources/read', ({ person }) => ({ uri: `sales-data://person/${person}` })),
    PERSON,
    CURRENT,
  ],
  [
    'MCP: a call list as a resource',
    mcp('resources/read', ({ list }) => ({ uri: `sales-data://call-list/${list}` })),
    [],
    CURRENT,
  ],
  ['trying getPerson', tried('getPerson', ({ person }) => ({ id: person })), PERSON, CURRENT],
  ['trying listEvents', tried('listEvents', () => ({ query: { limit: '1000' } })), BOTH, EVENTS],
];

describeAdmin.each(KINDS)('a key %s', (kind, isShown) => {
  it.each(WAYS)(`finds ${isShown ? 'every contact detail' : 'no contact detail'} in %s`, async (...way) => {
    const [, read, fields, states] = way;
    const found = valuesIn(await read(keyOf(kind).key));
    if (isShown) expect(found).toEqual(expect.arrayContaining([...valuesOf(fields, states)]));
    else expect(found).toEqual([]);
  });

  it.each([
    ['email', valuesOfPerson('after').email, 'nobody@hidden.example'],
    ['phone', encodeURIComponent(valuesOfPerson('after').phone), '%2B12025550179'],
  ])(`${isShown ? 'may' : 'may not'} look people up by %s`, async (name, value, unknown) => {
    const { key } = keyOf(kind);
    const lookUp = (text: string) => call(`/v1/person?${name}=${text}`, { key });
    if (isShown) {
      await eventually(
        async () => bodyOf<{ totalCount: number }>(await lookUp(value)).totalCount === 1 || undefined,
      );
      return;
    }
    const [hit, miss] = [await lookUp(value), await lookUp(unknown)].map((response) =>
      expectProblem(response, 403, 'forbidden'),
    );
    expect(hit?.missingPermissions).toEqual([CONTACT_PERMISSION]);
    expect(hit?.detail).toContain(`\`${name}\``);
    expect(miss).toEqual(hit);
  });

  it.each(['/v1/person/{person}', '/v1/call-list/{list}'])(
    `${isShown ? 'may' : 'may not'} ask for the callability of %s`,
    async (path) => {
      const { person, list } = organization.kept;
      const url = `${path.replace('{person}', person).replace('{list}', list)}?include=callability`;
      const response = await call(url, { key: keyOf(kind).key });
      if (isShown) {
        expect(response.status, response.text).toBe(200);
        return;
      }
      expect(expectProblem(response, 403, 'forbidden').missingPermissions).toEqual([CONTACT_PERMISSION]);
      expect(response.text).not.toMatch(/US-|America/);
    },
  );

  it('describes the key with its permissions', async () => {
    const { id, key } = keyOf(kind);
    const permissions = isShown ? PERMISSIONS : WITHOUT_CONTACT;
    expect((await call('/v1/key', { key })).json).toMatchObject({ permissions });
    const { items } = bodyOf<{ items: readonly { readonly id: string }[] }>(
      await admin('/api-keys', { as: organization.user }),
    );
    expect(items.find((each) => each.id === id)).toMatchObject({ permissions });
  });
});

describeAdmin('an event', () => {
  it('hides which contact details changed from a key without the permission', async () => {
    const { key } = keyOf('without the permission');
    const { items } = bodyOf<{ items: readonly { readonly type: string; readonly previous: object }[] }>(
      await call('/v1/event?types=person.updated,call_list_entry.updated', { key }),
    );
    expect(items.map(({ type }) => type).toSorted()).toEqual(['call_list_entry.updated', 'person.updated']);
    for (const { previous } of items) expect(previous).toEqual({});
  });
});
