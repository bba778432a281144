import { createServer, type RequestListener, type Server } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminFunction } from '../../../functions/http/admin-api.ts';
import { createOperations } from '../../../functions/keys/try-request/handler.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { MAX_TRIED_BODY_BYTES } from '../../../shared/contract/keys/try-request-result.ts';
import { userToItem } from '../../../shared/organizations/users/user.ts';
import { USER_POOL_CLIENT_ID_VARIABLE } from '../../../shared/runtime/environment.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const KEY = 'sd_live_the-value-of-a-key';
const CLAIMS = {
  sub: 'user-1',
  aud: 'client',
  token_use: 'id',
  'custom:organization_id': '8f1c2d3e-0000-4000-8000-000000000001',
};

/** Has the user of the token. */
const users: TableReader = {
  get: async () =>
    nextVersion(
      userToItem({
        ...{ id: CLAIMS.sub, organizationId: CLAIMS['custom:organization_id'], email: 'ada@acme.example' },
        ...{ role: 'member', identityProvider: null, isDisabled: false, hasSignedIn: true },
        ...{ invitedAt: '2026-01-31T09:30:00.000Z', invitedBy: null, lastSignInAt: null },
      }),
      undefined,
    ),
  getMany: async () => [],
  queryPage: async () => ({ items: [] }),
  count: async () => 0,
  transactGet: async () => [],
};

const servers: Server[] = [];
beforeEach(() => {
  vi.stubEnv(USER_POOL_CLIENT_ID_VARIABLE, 'client');
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Starts a server in place of the data API, and returns its base URL. */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}/stage`;
};

const eventWith = (body: unknown): APIGatewayProxyEvent => {
  const event = proxyEvent({ organizationId: '', resource: '/try-requests' });
  return {
    ...event,
    httpMethod: 'POST',
    body: JSON.stringify(body),
    multiValueHeaders: { 'Content-Type': ['application/json'] },
    requestContext: { ...event.requestContext, authorizer: { claims: CLAIMS } },
  };
};

const tryRequest = async (dataApiUrl: string, body: unknown, timeLimit = 60_000) => {
  const signAddress = async (apiKey: string, address: string) =>
    apiKey === KEY ? `signed ${address}` : undefined;
  const dependencies = { dataApiUrl, now: () => performance.now(), timeLimit, signAddress };
  const handler = adminFunction(
    users,
    createOperations(dependencies),
    undefined,
    undefined,
    async () => undefined,
  );
  const { statusCode, body: text } = await handler(eventWith(body), lambdaContext());
  return { status: statusCode, json: JSON.parse(text) };
};

describe('a tried request', () => {
  it('sends the request to the data API with the key, and returns the response unchanged', async () => {
    const seen: unknown[] = [];
    const url = await serve(({ method, url: path, headers }, response) => {
      const { 'x-api-key': key, authorization, 'x-caller-address': from } = headers;
      seen.push([method, path, key, authorization, from]);
      response.writeHead(404, 'Gone fishing', { 'X-Request-Id': 'request-2' }).end('{"title":"Not Found"}');
    });
    const query = { limit: '5', include: 'person,company' };
    expect(await tryRequest(url, { operation: 'getCallList', id: ID, query, apiKey: KEY })).toEqual({
      status: 200,
      json: {
        status: 404,
        statusText: 'Gone fishing',
        headers: expect.objectContaining({ 'x-request-id': 'request-2' }),
        body: '{"title":"Not Found"}',
        isTruncated: false,
        milliseconds: expect.any(Number),
      },
    });
    const path = `/stage/v1/call-list/${ID}?limit=5&include=person%2Ccompany`;
    expect(seen).toEqual([['GET', path, KEY, undefined, 'signed 127.0.0.1']]);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown operation', { operation: 'deletePerson' }, 'operation', 'listPeople, getPerson'],
    ['the name of an inherited method', { operation: 'toString' }, 'operation', 'getPerson'],
    ['no id', { id: undefined }, 'id', 'must be a UUID'],
    ['a path as id', { id: '../../other' }, 'id', 'must be a UUID'],
    ['a host in the id', { id: `${ID}@evil.example` }, 'id', 'must be a UUID'],
    ['an id for an operation without one', { operation: 'listCallLists' }, 'id', 'omitted'],
    [
      'a query parameter of another operation',
      { query: { sort: 'createdAt' } },
      'query.sort',
      'getPerson: include',
    ],
    ['a query value that is not a string', { query: { limit: 5 } }, 'query.limit', 'strings'],
    ['no key', { apiKey: '' }, 'apiKey', 'visible ASCII'],
    ['a key with a line break', { apiKey: 'a\r\nHost: evil.example' }, 'apiKey', 'visible ASCII'],
    ['a URL', { url: 'https://evil.example/' }, 'url', 'operation, id, query, apiKey'],
    ['headers', { headers: { Host: 'evil.example' } }, 'headers', 'operation, id, query, apiKey'],
  ])('rejects %s, and sends no request', async (_, fields, parameter, detail) => {
    let requests = 0;
    const url = await serve((__, response) => {
      requests++;
      response.end();
    });
    const result = await tryRequest(url, { operation: 'getPerson', id: ID, apiKey: KEY, ...fields });
    expect(result.status).toBe(400);
    expect(result.json.errors).toEqual([{ parameter, detail: expect.stringContaining(detail) }]);
    expect(requests).toBe(0);
  });

  it('returns redirects instead of following them', async () => {
    const visited: (string | undefined)[] = [];
    const url = await serve(({ url: path }, response) => {
      visited.push(path);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    const { json } = await tryRequest(url, { operation: 'getPerson', id: ID, apiKey: KEY });
    expect(json).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
    expect(visited).toHaveLength(1);
  });

  it('truncates the body after one megabyte, between characters', async () => {
    const text = `x${'é'.repeat(MAX_TRIED_BODY_BYTES)}`;
    const url = await serve((_, response) => response.end(text));
    const { json } = await tryRequest(url, { operation: 'listCallLists', apiKey: KEY });
    expect(json.isTruncated).toBe(true);
    expect(Buffer.byteLength(json.body)).toBe(MAX_TRIED_BODY_BYTES - 1);
    expect(text.startsWith(json.body)).toBe(true);
  });

  it('returns 504 on a timeout, and 503 if the data API is unreachable', async () => {
    const silent = await serve(() => undefined);
    const request = { operation: 'listCallLists', apiKey: KEY };
    const late = await tryRequest(silent, request, 50);
    expect([late.status, late.json.detail]).toEqual([
      504,
      'The data API did not respond within 0.05 seconds. Retry the request.',
    ]);
    const absent = await tryRequest('http://127.0.0.1:1', request);
    expect([absent.status, absent.json.detail]).toEqual([503, expect.stringContaining('unreachable')]);
  });

  it('never logs the key', async () => {
    const lines: unknown[] = [];
    for (const level of ['info', 'warn', 'error', 'log'] as const) {
      vi.spyOn(console, level).mockImplementation((...values) => void lines.push(values));
    }
    const request = { operation: 'listCallLists', apiKey: KEY };
    await tryRequest(await serve((_, response) => response.end('{}')), request);
    await tryRequest('http://127.0.0.1:1', request);
    await tryRequest('http://127.0.0.1:1', { ...request, operation: KEY });
    await tryRequest('http://127.0.0.1:1', { ...request, apiKey: `${KEY} ` });
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toContain(KEY);
  });
});
