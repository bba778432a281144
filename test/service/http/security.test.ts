import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { generateToken } from '../../../shared/keys/token.ts';
import { ROUTES, type RouteName } from '../../../shared/operations/data-api/routes.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  at,
  type Call,
  type CreatedKey,
  call as callApi,
  createKey,
  revokeKey,
  service,
} from '../../support/service/service.ts';

/** An ID that both organizations use, and one that exists only in the second. */
const ids = {
  listPeople: ['', ''],
  getPerson: [at(service.first.data.people, 0).id, at(service.second.data.people, -1).id],
  listCompanies: ['', ''],
  getCompany: [at(service.first.data.companies, 0).id, at(service.second.data.companies, -1).id],
  listCallLists: ['', ''],
  listCallListEntries: ['', ''],
  getCallList: [at(service.first.data.callLists, 0).id, at(service.second.data.callLists, -1).id],
  listEvents: ['', ''],
  listFields: ['', ''],
  countRecords: ['', ''],
  getKey: ['', ''],
  listCalls: ['', ''],
  // Has its own tests.
  getCall: [randomUUID(), ''],
  listEventTypes: ['', ''],
  listWebhookEndpoints: ['', ''],
  createWebhookEndpoint: ['', ''],
  // Has its own tests: each request to delete needs a new endpoint.
  deleteWebhookEndpoint: [randomUUID(), ''],
  createExport: ['', ''],
  listExports: ['', ''],
  // Has its own tests: exports take a while.
  getExport: [randomUUID(), ''],
  createImport: ['', ''],
  listImports: ['', ''],
  // Has its own tests: an import changes records.
  getImport: [randomUUID(), ''],
} as const satisfies Record<RouteName, readonly [string, string]>;

/** The requests that change something. Any key that may send them gets `expected`. */
const changes: { readonly [N in RouteName]?: { readonly options: Call; readonly expected: number } } = {
  createWebhookEndpoint: {
    // Rejected after authorization, so that the tests create nothing.
    options: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' },
    expected: 400,
  },
  deleteWebhookEndpoint: { options: { method: 'DELETE' }, expected: 404 },
  createExport: {
    options: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' },
    expected: 400,
  },
  getExport: { options: {}, expected: 404 },
  createImport: {
    options: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' },
    expected: 400,
  },
  getImport: { options: {}, expected: 404 },
  getCall: { options: {}, expected: 404 },
};

/** What operations need besides a key. */
const queries: { readonly [N in RouteName]?: string } = {
  listFields: '?resource=person',
  countRecords: '?resource=person&by=tag',
};

const routes = (Object.keys(ROUTES) as RouteName[]).map((name) => ({
  name,
  ...(changes[name] ?? { options: {}, expected: 200 }),
  permission: ROUTES[name].permission,
  path: ROUTES[name].path.replace('{id}', ids[name][0]) + (queries[name] ?? ''),
  foreignPath: ids[name][1] === '' ? undefined : ROUTES[name].path.replace('{id}', ids[name][1]),
}));

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The ID of one key and the secret of another, with a valid checksum. */
const withSecretOf = (token: string, other: string): string => {
  const text = token.slice(0, 41) + other.slice(41, -6);
  const digits = Array.from({ length: 6 }, (_, digit) => Math.floor(crc32(text) / 62 ** (5 - digit)) % 62);
  return text + digits.map((digit) => BASE_62[digit]).join('');
};

let revoked: CreatedKey;
let expired: CreatedKey;
const only: Record<string, CreatedKey> = {};
const allBut: Record<string, CreatedKey> = {};

/**
 * A key that is accepted once before it expires. Its lifetime doubles until the machine is fast enough for
 * that.
 */
const createExpiringKey = async (
  lifetime: number,
): Promise<{ readonly key: CreatedKey; readonly end: number }> => {
  const end = Date.now() + lifetime;
  const key = await createKey(PERMISSIONS, { expires: new Date(end).toISOString() }).catch(() => undefined);
  if (key !== undefined && (await callApi('/v1/call-list', { key: key.key })).status === 200)
    return { key, end };
  if (Date.now() < end) throw new Error('The key was rejected before it expired.');
  return createExpiringKey(lifetime * 2);
};

beforeAll(async () => {
  revoked = await createKey(PERMISSIONS);
  // Both keys work first, so that rejecting them later is meaningful.
  expect((await callApi('/v1/call-list', { key: revoked.key })).status).toBe(200);
  const expiring = await createExpiringKey(4_000);
  expired = expiring.key;
  await revokeKey(revoked.id);
  for (const permission of PERMISSIONS) {
    only[permission] = await createKey([permission]);
    allBut[permission] = await createKey(PERMISSIONS.filter((each) => each !== permission));
  }
  await eventually(() => Date.now() > expiring.end);
});

describe.each(routes)('$name', ({ name, path, permission, options: request, expected }) => {
  const token = () => service.first.key;
  const call = (path: string, { headers = {}, ...options }: Call = {}) =>
    callApi(path, { ...request, ...options, headers: { ...request.headers, ...headers } });

  it.each<[string, () => { key: string | null; headers?: Record<string, string | string[]> }]>([
    ['no key', () => ({ key: null })],
    ['an empty key', () => ({ key: '' })],
    ['a key that never existed', () => ({ key: generateToken().token })],
    [
      'a key with a wrong checksum',
      () => ({ key: `${token().slice(0, -1)}${token().endsWith('0') ? '1' : '0'}` }),
    ],
    ['the secret of another key', () => ({ key: withSecretOf(token(), service.second.key) })],
    ['inner white space', () => ({ key: `${token().slice(0, 20)} ${token().slice(20)}` })],
    ['a scheme before it', () => ({ key: `Bearer ${token()}` })],
    ['quotes around it', () => ({ key: `"${token()}"` })],
    ['a comma after it', () => ({ key: `${token()},` })],
    ['the same key twice in one value', () => ({ key: `${token()}, ${token()}` })],
    ['the header repeated', () => ({ key: null, headers: { 'X-Api-Key': [token(), token()] } })],
    ['the header repeated in two spellings', () => ({ key: token(), headers: { 'x-API-key': token() } })],
    ['the key in Authorization', () => ({ key: null, headers: { Authorization: `Bearer ${token()}` } })],
    ['upper case', () => ({ key: token().toUpperCase() })],
    ['a revoked key', () => ({ key: revoked.key })],
    ['an expired key', () => ({ key: expired.key })],
  ])('rejects %s with 401', async (_, options) => {
    const response = await call(path, options());
    expectProblem(response, 401, 'unauthorized');
    expect(response.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="[^"]+", ApiKey /);
    expect(response.text).not.toContain('sd_live_');
  });

  it('returns the same body for every 401', async () => {
    const bodies = await Promise.all(
      [null, generateToken().token, revoked.key, expired.key, 'nonsense'].map(async (key) => {
        const { requestId: _, ...rest } = (await call(path, { key })).json as { requestId: string };
        return JSON.stringify(rest);
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('accepts a key surrounded by whitespace, which HTTP strips', async () => {
    expect((await call(path, { key: `  ${token()}\t` })).status).toBe(expected);
  });

  it('accepts any spelling of the header name', async () => {
    expect((await call(path, { key: null, headers: { 'x-api-key': token() } })).status).toBe(expected);
    expect((await call(path, { key: null, headers: { 'X-API-KEY': token() } })).status).toBe(expected);
  });

  // The permission depends on the resource: `list-fields.test.ts`, `count-records.test.ts`.
  it.skipIf(name === 'listFields' || name === 'countRecords')(
    'requires exactly its own permission, or none',
    async () => {
      const { key } = await createKey([]);
      const response = await call(path, { key });
      if (permission === null) {
        expect(response.status).toBe(expected);
        return;
      }
      expectProblem(response, 403, 'forbidden');
      expect((await call(path, { key: only[permission]?.key ?? '' })).status).toBe(expected);
      const { detail, missingPermissions } = expectProblem(
        await call(path, { key: allBut[permission]?.key ?? '' }),
        403,
        'forbidden',
      );
      expect(detail).toContain(permission);
      expect(missingPermissions).toEqual([permission]);
    },
  );

  // The event types are the same for all, and `webhook-subscriptions.test.ts` has two organizations with
  // endpoints. Custom fields are in `list-fields.test.ts`; exports, imports, counts and calls in
  // `tenant-isolation.test.ts`.
  const isData =
    !['listEventTypes', 'listFields', 'countRecords', 'listCalls', 'getCall'].includes(name) &&
    !/(?:WebhookEndpoint|Export|Import)s?$/.test(name);
  it.runIf(isData)("never returns another organization's record with the same id", async () => {
    const mine = await call(path);
    const theirs = await call(path, { key: service.second.key });
    expect(mine.status).toBe(expected);
    expect(theirs.status).toBe(expected);
    expect(mine.text).toContain('First');
    expect(mine.text).not.toContain('Second');
    expect(theirs.text).toContain('Second');
  });
});

describe.each(routes.filter((route) => route.foreignPath !== undefined))('$name', ({ foreignPath = '' }) => {
  it("returns the same 404 for another organization's record as for a missing one", async () => {
    const foreign = await callApi(foreignPath);
    const none = await callApi(foreignPath.replace(/[^/]+$/, randomUUID()));
    expectProblem(foreign, 404, 'not-found');
    expectProblem(none, 404, 'not-found');
    const shape = ({ json, headers }: typeof foreign) => ({
      body: { ...(json as object), requestId: '' },
      headers: Object.keys(headers).sort(),
      length: headers['content-length'],
    });
    expect(shape(foreign)).toEqual(shape(none));
    expect((await callApi(foreignPath, { key: service.second.key })).status).toBe(200);
  });
});

describe('include', () => {
  it.each(['person', 'company'])('requires the permission for %s, too', async (inclusion) => {
    const path = `/v1/call-list/${ids.getCallList[0]}?include=${inclusion}`;
    const { detail, missingPermissions } = expectProblem(
      await callApi(path, { key: allBut[`${inclusion}:read`]?.key ?? '' }),
      403,
      'forbidden',
    );
    expect(detail).toContain(`${inclusion}:read`);
    expect(missingPermissions).toEqual([`${inclusion}:read`]);
    expect((await callApi(path)).status).toBe(200);
  });

  it('names all missing permissions together', async () => {
    const path = `/v1/call-list/${ids.getCallList[0]}?include=person,company`;
    const response = await callApi(path, { key: only['call-list:read']?.key ?? '' });
    const { missingPermissions } = expectProblem(response, 403, 'forbidden');
    expect(missingPermissions).toEqual(['person:read', 'company:read']);
  });
});

describe('a cursor', () => {
  it('rejects a cursor of another organization', async () => {
    const theirs = await callApi('/v1/call-list?limit=2', { key: service.second.key });
    const { nextCursor } = theirs.json as { nextCursor: string };
    const { errors } = expectProblem(
      await callApi(`/v1/call-list?limit=2&cursor=${nextCursor}`),
      400,
      'invalid-request',
    );
    expect(errors).toMatchObject([{ parameter: 'cursor' }]);
  });
});

describe('revocation', () => {
  it('rejects the next request after a revocation', async () => {
    const { id, key } = await createKey(['call-list:read']);
    expect((await callApi('/v1/call-list', { key })).status).toBe(200);
    await revokeKey(id);
    expect((await callApi('/v1/call-list', { key })).status).toBe(401);
  });
});
