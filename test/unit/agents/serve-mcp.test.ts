import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveMcp } from '../../../functions/agents/serve-mcp/handler.ts';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { ask } from '../../support/agents/mcp.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const KEY = 'sd_live_secret';
const HEADERS = {
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'X-Api-Key': KEY,
  'X-Forwarded-Proto': 'https',
};
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

let log: string[];
beforeEach(() => {
  log = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => log.push(JSON.stringify(line)));
  }
});
afterEach(() => vi.restoreAllMocks());

const requests: { readonly url: string; readonly key: string | null }[] = [];
const handler = serveMcp({
  timeLimit: 60_000,
  fetch: async (input, init) => {
    const { url, headers } = new Request(input, init);
    requests.push({ url, key: headers.get('X-Api-Key') });
    return Response.json({ totalCount: 0, items: [] });
  },
});

const postTo = async (
  handle: typeof handler,
  body: unknown,
  {
    headers = {},
    context = {},
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly context?: Partial<APIGatewayProxyEvent['requestContext']>;
  } = {},
) => {
  const all = { ...HEADERS, ...headers };
  const event = proxyEvent({ organizationId: 'organization', resource: MCP_ROUTE.path });
  const answer = await handle(
    {
      ...event,
      httpMethod: 'POST',
      headers: all,
      multiValueHeaders: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      requestContext: { ...event.requestContext, ...context },
    },
    lambdaContext(),
  );
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
};

const post = (...[body, options]: readonly [unknown, Parameters<typeof postTo>[2]?]) =>
  postTo(handler, body, options);

const bodyOf = async (...parameters: Parameters<typeof post>) => JSON.parse((await post(...parameters)).body);

const call = (name: string, inputs: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: inputs },
});

describe('serve-mcp', () => {
  it.each(['2025-06-18', '2026-07-28'])('serves clients of protocol %s', async (version) => {
    requests.length = 0;
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: version === '2026-07-28' ? { pin: version } : 'legacy' } },
    );
    const transport = new StreamableHTTPClientTransport(new URL('https://api.example/stage/v1/mcp'), {
      fetch: async (_url, init) => {
        if (init?.method !== 'POST') return new Response(null, { status: 405 });
        const given = [...new Headers(init.headers)].filter(([name]) => name.startsWith('mcp-'));
        const { status, headers, body } = await post(String(init.body), {
          headers: Object.fromEntries(given),
        });
        expect(headers?.['Content-Type']).toMatch(/^application\/json/);
        return new Response(body === '' ? null : body, { status, headers: Object(headers) });
      },
    });
    await client.connect(transport);
    expect(await ask(client, 'find_people', {})).toEqual({ totalCount: 0, items: [] });
    expect(requests).toEqual([
      { url: 'https://api.example/stage/v1/person?sort=-changedAt&limit=20', key: KEY },
    ]);
    await client.close();
  });

  it('calls the API at the address that API Gateway verified, whatever the headers say', async () => {
    requests.length = 0;
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'ftp' };
    await post(call('find_people'), { headers });
    await post(call('find_people'), { context: { domainName: 'sales.example.com', path: '/v1/mcp' } });
    await post(call('find_people'), {
      headers: { 'X-Forwarded-Proto': 'http' },
      context: { domainName: '127.0.0.1:3000', path: '/v1/mcp/' },
    });
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.example/stage/v1/person?sort=-changedAt&limit=20',
      'https://sales.example.com/v1/person?sort=-changedAt&limit=20',
      'http://127.0.0.1:3000/v1/person?sort=-changedAt&limit=20',
    ]);
  });

  it.each(['https://evil.example', 'null', 'http://api.example', 'https://api.example:8443'])(
    'rejects the origin %s',
    async (origin) => {
      const { status, body } = await post(LIST, { headers: { Origin: origin } });
      expect([status, JSON.parse(body).type]).toEqual([403, 'urn:sales-data:problem:forbidden']);
    },
  );

  it('accepts its own origin', async () => {
    expect((await post(LIST, { headers: { Origin: 'https://api.example' } })).status).toBe(200);
  });

  it('registers the tools that the permissions of the authorizer allow', async () => {
    const authorizer = { organizationId: 'o', keyId: 'k', permissions: 'event:read' };
    const { result } = await bodyOf(LIST, { context: { authorizer } });
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'count_records',
      'what_changed_since',
      'describe_key',
    ]);
  });

  it.each([
    ['not JSON', '{', 400, -32700],
    ['no body', '', 400, -32700],
    ['null', 'null', 400, -32600],
    ['no JSON-RPC message', '{}', 400, -32600],
    ['an `id` of `null`', '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['a list as `params`', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32602],
  ])('answers %s with an error of JSON-RPC', async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
  });

  it('rejects batches, each of which could be hundreds of calls', async () => {
    requests.length = 0;
    const { status, body } = await post([call('find_people'), call('find_people')]);
    expect([status, JSON.parse(body).type]).toEqual([400, 'urn:sales-data:problem:invalid-request']);
    expect(requests).toEqual([]);
  });

  it('rejects a body of over 100,000 characters', async () => {
    expect((await post('1'.repeat(100_000))).status).toBe(400);
    expect((await post('1'.repeat(100_001))).status).toBe(413);
  });

  it.each([
    [415, { 'Content-Type': 'text/plain' }],
    [200, { Accept: 'text/event-stream' }],
    [200, { Accept: '*/*' }],
    [200, { Accept: 'application/json' }],
    [200, { Accept: 'text/html, application/*;q=0.8' }],
    [400, { 'MCP-Protocol-Version': '1999-01-01' }],
    [200, { 'MCP-Protocol-Version': '2025-03-26' }],
    [200, { 'MCP-Custom': '\u20ac', 'X-Custom': '\u0001' }],
  ])('responds with %i to the headers %j', async (status, headers) => {
    expect((await post(LIST, { headers })).status).toBe(status);
  });

  const versioned = (version: string, method = 'tools/list') => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { name: 'describe_key', _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
  });
  const MODERN = versioned('2026-07-28');

  it.each([
    [
      'the message rather than an older header',
      MODERN,
      { 'MCP-Protocol-Version': '2025-11-25' },
      '2026-07-28',
    ],
    ['the message without a header', MODERN, {}, '2026-07-28'],
    [
      'the message in two equal headers',
      MODERN,
      { 'MCP-Protocol-Version': '2026-07-28, 2026-07-28' },
      '2026-07-28',
    ],
    ['the newest for a newer message', versioned('2027-01-01'), {}, '2026-07-28'],
    ['an older message', versioned('2025-06-18'), { 'MCP-Protocol-Version': '2026-07-28' }, '2025'],
    ['a message without a version', LIST, { 'MCP-Protocol-Version': '2026-07-28' }, '2025'],
    [
      'a message without a version, and a newer header',
      LIST,
      { 'MCP-Protocol-Version': '2027-01-01' },
      '2025',
    ],
  ])('answers by the version of %s', async (_, body, headers, version) => {
    const answer = await post(body, { headers });
    expect(answer.status, answer.body).toBe(200);
    const { resultType } = JSON.parse(answer.body).result;
    expect(resultType).toBe(version === '2026-07-28' ? 'complete' : undefined);
  });

  it.each([
    ['two versions', { 'MCP-Protocol-Version': '2025-11-25, 2026-07-28' }, -32020],
    ['another method', { 'Mcp-Method': 'ping' }, -32020],
    ['another tool', { 'Mcp-Name': 'find_people' }, -32020],
    ['an unknown version', { 'MCP-Protocol-Version': '2023-01-01' }, -32022],
  ])('rejects headers with %s', async (_, headers, code) => {
    const { status, body } = await post(versioned('2026-07-28', 'tools/call'), { headers });
    expect([status, JSON.parse(body).error.code]).toEqual([400, code]);
  });

  it('accepts a notification without a body in its response', async () => {
    const { status, body } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, body]).toEqual([202, '']);
  });

  it('offers no subscriptions, which would need a running function', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const { error } = await bodyOf(message, { headers });
    expect(error.code).toBe(-32601);
  });

  it('logs caller and status, but neither the key nor the content of the call', async () => {
    await post(call('find_people', { email: 'nora@nowhere.example' }));
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { organizationId: 'organization', keyId: 'key', route: `POST ${MCP_ROUTE.path}`, status: 200 },
    ]);
    expect(log.join()).not.toContain(KEY);
    expect(log.join()).not.toContain('nora');
  });

  describe('when the API does not answer', () => {
    /** Calls a tool, and returns the waits in milliseconds besides the time limits. */
    const callWith = async (respond: (attempt: number) => Response) => {
      const timers = vi.spyOn(globalThis, 'setTimeout');
      let attempts = 0;
      const handle = serveMcp({ timeLimit: 60_000, fetch: async () => respond(++attempts) });
      const { result } = JSON.parse((await postTo(handle, call('find_people'))).body);
      const waits = timers.mock.calls.flatMap(([, delay = 0]) => (delay < 60_000 ? [delay] : []));
      return { attempts, waits, isError: result.isError, text: result.content[0].text };
    };
    const refusal = (status: number, type: string, headers: Readonly<Record<string, string>>) =>
      Response.json(
        { type: `urn:sales-data:problem:${type}`, title: 'T', status, detail: 'D', requestId: 'r' },
        { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
      );

    it.each([
      [429, 'rate-limit-exceeded', 'Too many requests per second. Call again in 1 second'],
      [429, 'quota-exceeded', 'It resets at midnight UTC, in 1 second.'],
      [503, 'service-unavailable', 'Call again in 1 second.'],
    ])('passes on %i (%s) with its seconds immediately, without a retry', async (status, type, text) => {
      const answer = await callWith(() => refusal(status, type, { 'Retry-After': '1' }));
      expect(answer).toEqual({ attempts: 1, waits: [], isError: true, text: expect.stringContaining(text) });
    });

    it('retries a network error once, without a wait', async () => {
      const answer = await callWith((attempt) => {
        if (attempt === 1) throw new TypeError('fetch failed');
        return Response.json({ totalCount: 0, items: [] });
      });
      expect(answer).toMatchObject({
        attempts: 2,
        waits: [0],
        text: expect.stringContaining('"totalCount":0'),
      });
    });
  });

  it('forbids caching, and states the limits of the key', async () => {
    const authorizer = {
      organizationId: 'o',
      keyId: 'k',
      permissions: '',
      rateLimitPolicy: '"rate";q=10;w=1',
    };
    const { headers } = await post(LIST, { context: { authorizer } });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'RateLimit-Policy': '"rate";q=10;w=1' });
  });
});
