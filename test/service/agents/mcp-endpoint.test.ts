import { describe, expect, it } from 'vitest';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { type HttpRequest, send } from '../../support/http/http.ts';
import { service } from '../../support/service/service.ts';

const HEADERS = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'X-Api-Key': service.first.key,
};
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

const BEARER = { 'X-Api-Key': [], Authorization: `Bearer ${service.first.key}` };

const request = ({ headers = {}, ...rest }: HttpRequest) =>
  send(service.baseUrl + MCP_ROUTE.path, { method: 'POST', headers: { ...HEADERS, ...headers }, ...rest });

describe('POST /v1/mcp', () => {
  it('responds with JSON, without sessions', async () => {
    const { status, headers, text } = await request({ body: LIST });
    expect(status, text).toBe(200);
    expect(headers).toMatchObject({ 'content-type': expect.stringMatching(/^application\/json/) });
    expect(headers).toHaveProperty('ratelimit-policy');
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])(
    'responds to %s with 405, because it opens no streams',
    async (method) => {
      const { Accept } = HEADERS;
      const url = service.baseUrl + MCP_ROUTE.path;
      const { status, headers } = await send(url, { method, headers: { Accept } });
      expect([status, headers.allow]).toEqual([405, 'POST']);
    },
  );

  it.each([
    ['no key', []],
    ['an invalid key', ['sd_live_nonsense']],
    ['two keys', [service.first.key, service.second.key]],
  ])('rejects %s', async (_, keys) => {
    const { status, headers, text } = await request({ headers: { 'X-Api-Key': keys }, body: LIST });
    expect([status, JSON.parse(text).type]).toEqual([401, 'urn:sales-data:problem:unauthorized']);
    expect(headers['www-authenticate']).toMatch(/^Bearer resource_metadata="[^"]+", ApiKey /);
  });

  it('takes the key as `Authorization: Bearer`, also for the requests of its tools', async () => {
    const { status, headers, text } = await request({ headers: BEARER, body: LIST });
    expect(status, text).toBe(200);
    expect(headers).toHaveProperty('ratelimit-policy');
    const params = { name: 'describe_key', arguments: {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const described = await request({ headers: BEARER, body });
    expect(JSON.parse(described.text).result).toMatchObject({
      structuredContent: { organization: { id: service.first.organizationId } },
    });
  });

  it.each([
    ['with `X-Api-Key`, too', { ...BEARER, 'X-Api-Key': service.first.key }],
    ['twice', { ...BEARER, Authorization: [BEARER.Authorization, BEARER.Authorization] }],
    ['in another scheme', { ...BEARER, Authorization: `Basic ${service.first.key}` }],
    ['that is invalid', { ...BEARER, Authorization: 'Bearer sd_live_nonsense' }],
  ])('rejects a bearer key %s', async (_, headers) => {
    const { status, text } = await request({ headers, body: LIST });
    expect([status, JSON.parse(text).type]).toEqual([401, 'urn:sales-data:problem:unauthorized']);
  });

  it('accepts a bearer key in no other operation', async () => {
    for (const path of ['/v1/key', '/v1/person', '/v1/webhook-endpoint']) {
      const { Authorization } = BEARER;
      const { status, headers } = await send(service.baseUrl + path, { headers: { Authorization } });
      expect(status, path).toBe(401);
      expect(headers['www-authenticate']).toMatch(/^Bearer resource_metadata="[^"]+", ApiKey /);
    }
  });

  it('rejects requests of web pages', async () => {
    const { status, text } = await request({ headers: { Origin: 'https://evil.example' }, body: LIST });
    expect([status, JSON.parse(text).type]).toEqual([403, 'urn:sales-data:problem:forbidden']);
  });

  it('rejects large bodies and batches', async () => {
    const large = await request({ body: JSON.stringify('x'.repeat(100_000)) });
    expect([large.status, JSON.parse(large.text).type]).toEqual([
      413,
      'urn:sales-data:problem:content-too-large',
    ]);
    expect((await request({ body: `[${LIST},${LIST}]` })).status).toBe(400);
  });

  it('omits the endpoint from the OpenAPI document', async () => {
    const { text } = await send(`${service.baseUrl}/v1/openapi.json`);
    expect(Object.keys(JSON.parse(text).paths)).not.toContain(MCP_ROUTE.path);
  });
});
