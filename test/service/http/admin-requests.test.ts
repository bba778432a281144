import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
import { send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, adminApi, createKeyAs, describeAdmin } from '../../support/organizations/admin.ts';
import { service } from '../../support/service/service.ts';

const post = (text: string, headers: Record<string, string | readonly string[]> = {}) =>
  admin('/api-keys', { method: 'POST', text, headers });

describeAdmin('a request', () => {
  it.each<[string, unknown, string, string]>([
    ['no document', undefined, 'body', 'must be an object'],
    ['a list', [], 'body', 'must be an object'],
    ['an empty object', {}, 'name', '1 to 100 characters'],
    ['a blank name', { name: '  ' }, 'name', '1 to 100 characters'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', '1 to 100 characters'],
    ['a name over two lines', { name: 'a\nb' }, 'name', 'control characters'],
    ['a number as its name', { name: 7 }, 'name', 'must be a string'],
    ['an unknown permission', { name: 'x', permissions: ['person:write'] }, 'permissions.0', 'person:read'],
    [
      'a permission twice',
      { name: 'x', permissions: ['person:read', 'person:read'] },
      'permissions',
      'duplicates',
    ],
    ['an unknown field', { name: 'x', colour: 'red' }, 'colour', 'name, permissions, plan, expiresAt'],
    ['a malformed expiry', { name: 'x', expiresAt: '2027' }, 'expiresAt', 'RFC 3339'],
    ['an unknown plan', { name: 'x', plan: 'free' }, 'plan', 'standard, high-volume'],
    ['a field without a name', { name: 'x', '': 1 }, 'body', 'without a name'],
  ])('rejects %s, naming the parameter and what is allowed', async (_, body, parameter, detail) => {
    const response = await post(JSON.stringify(body ?? null));
    expect(expectProblem(response, 400, 'invalid-request').errors).toEqual([
      { parameter, detail: expect.stringContaining(detail) },
    ]);
  });

  it('rejects a duplicate field by its name', async () => {
    const { errors } = expectProblem(
      await post('{"name":"a","plan":"standard","n\\u0061me":"b"}'),
      400,
      'invalid-request',
    );
    expect(errors).toEqual([{ parameter: 'name', detail: 'is given twice' }]);
  });

  it('reports all errors of a request', async () => {
    const { errors } = expectProblem(
      await post('{"name":"","plan":7,"expiresAt":"x","colour":1}'),
      400,
      'invalid-request',
    );
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['colour', 'expiresAt', 'name', 'plan']);
  });

  it.each<[string, string, Record<string, string | readonly string[]>, number, string]>([
    ['invalid JSON', '{"name":', {}, 400, 'invalid-request'],
    ['an empty document', '', { 'Content-Length': '0' }, 400, 'invalid-request'],
    [
      'a form',
      'name=x',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported-media-type',
    ],
    [
      'another character set',
      '{}',
      { 'Content-Type': 'application/json; charset=latin1' },
      415,
      'unsupported-media-type',
    ],
    [
      'two media types',
      '{}',
      { 'Content-Type': ['application/json', 'text/plain'] },
      415,
      'unsupported-media-type',
    ],
    ['an oversized body', `{"name":"${'x'.repeat(200_000)}"}`, {}, 413, 'content-too-large'],
  ])('rejects %s', async (_, text, headers, status, problem) => {
    expectProblem(await post(text, headers), status, problem);
  });

  it.each([
    ['PATCH', '/api-keys/x', { name: 'x' }],
    ['DELETE', '/api-keys/6F1C1A52-7F0B-4B60-9D3E', undefined],
    ['POST', '/api-keys/1/rotate', { graceSeconds: 0 }],
  ])('rejects the id of %s %s', async (method, path, body) => {
    const { errors } = expectProblem(await admin(path, { method, body }), 400, 'invalid-request');
    expect(errors).toEqual([{ parameter: 'id', detail: expect.stringContaining('must be a UUID') }]);
  });

  it.each([
    '/api-keys?limit=0',
    '/api-keys?limit=201',
    '/api-keys?limit=1&limit=2',
    '/api-keys?cursor=x',
    '/api-keys?colour=red',
    '/api-keys?=x',
    '/usage?days=91',
    '/usage?keyId=x',
    '/audit-log?targetId=x',
    '/audit-log?after=yesterday',
    `/audit-log?actorId=${'x'.repeat(201)}`,
  ])('rejects the query of %s', async (path) => {
    expect(expectProblem(await admin(path), 400, 'invalid-request').errors).toHaveLength(1);
  });

  it('rejects an update of nothing, naming the fields that can be updated', async () => {
    const { id } = await createKeyAs(service.first.admin);
    const response = await admin(`/api-keys/${id}`, { method: 'PATCH', body: {} });
    expect(expectProblem(response, 400, 'invalid-request').errors).toEqual([
      { parameter: 'body', detail: expect.stringContaining('name, permissions, plan') },
    ]);
  });
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

describeAdmin('a path', () => {
  it.each([
    ['PUT', '/api-keys', 'GET, POST'],
    ['GET', '/api-keys/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11', 'PATCH, DELETE'],
    ['GET', '/api-keys/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11/rotate', 'POST'],
    ['DELETE', '/usage', 'GET'],
    ['POST', '/audit-log', 'GET'],
  ])('rejects %s %s with 405 and the allowed methods', async (method, path, allow) => {
    for (const as of [service.first.admin, null]) {
      const response = await admin(path, { as, method });
      expectProblem(response, 405, 'method-not-allowed');
      expect(response.headers.allow).toBe(allow);
    }
  });

  it('refuses methods that a path does not have, before or after authentication', async () => {
    const routes: readonly AdminRoute[] = Object.values(ADMIN_ROUTES);
    /** API Gateway asks for a token where another path below the first segment has the method. */
    const shared = (path: string): string => path.replace(/^(\/[^/]+)\/.*/, '$1/');
    for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
      const allow = ofPath.map(({ method }) => method);
      const address = path.replace('{id}', randomUUID()).replace('{position}', '1.0');
      const authorized = routes.filter((route) => shared(route.path) === shared(path));
      for (const method of METHODS.filter((each) => !allow.includes(each))) {
        const response = await admin(address, { method });
        expectProblem(response, 405, 'method-not-allowed');
        expect(response.headers.allow, `${method} ${path}`).toBe(allow.join(', '));
        const isAuthorized = authorized.some((route) => route.method === method);
        const { status } = await send(`${adminApi().url}${address}`, { method });
        expect(status, `${method} ${path}`).toBe(isAuthorized ? 401 : 405);
      }
    }
  });

  it.each(['/', '/api-key', '/v1/call-list', '/api-keys/a/b/c'])('returns 404 for %s', async (path) => {
    expectProblem(await admin(path), 404, 'not-found');
  });
});
