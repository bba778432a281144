import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Runner, startRunner } from '../../../../infra/local/runner.ts';
import { readSettings } from '../../../../infra/local/settings.ts';
import { createGatewayKeys } from '../../../../shared/keys/api-gateway-keys.ts';
import { writeAssembly } from '../small-assembly.ts';

const USAGE = 'a-gateway-key-in-the-plan';
const LIMITED_USAGE = 'a-gateway-key-in-the-limited-plan';

let runner: Runner;
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'runner-'));
  const settings = readSettings({
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: dataDirectory,
    ASSEMBLY_DIR: writeAssembly(),
  });
  runner = await startRunner(settings);
  const client = new APIGatewayClient({
    endpoint: runner.endpoints.apiGateway,
    region: 'us-east-1',
    credentials: settings.credentials,
  });
  const { standard, limited } = JSON.parse(runner.outputs['UsagePlans'] ?? '');
  await createGatewayKeys(client).create(USAGE, standard);
  await createGatewayKeys(client).create(LIMITED_USAGE, limited);
});

afterAll(async () => {
  await runner.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const send = (
  path: string,
  options: { method?: string; headers?: string[]; body?: Buffer; key?: string | null } = {},
): Promise<Response> => {
  const { method = 'GET', headers = [], body, key = 'good' } = options;
  const all = [
    'Host',
    'localhost',
    ...(key === null ? [] : ['X-Api-Key', key, 'X-Usage', USAGE]),
    ...headers,
  ];
  if (body !== undefined) all.push('Content-Length', String(body.length));
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(runner.apiUrl);
    const call = request({ hostname, port, path, method, headers: all }, async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray());
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text: bytes.toString(),
        });
      } catch (error) {
        reject(error);
      }
    });
    call.on('error', reject);
    call.end(body);
  });
};

/** Sends raw text; resolves with everything received until the connection closes. */
const sendRaw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(runner.apiUrl).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });

const eventOf = async (path: string, headers: string[] = []) =>
  JSON.parse((await send(path, { headers })).text).event;

describe('the event of a request', () => {
  it('matches the event of a REST API', async () => {
    const event = await eventOf('/things/a%2Fb?x=1', ['User-Agent', 'test/1', 'x-forwarded-proto', 'https']);
    expect(event).toMatchObject({
      resource: '/things/{id}',
      path: '/things/a%2Fb',
      httpMethod: 'GET',
      pathParameters: { id: 'a/b' },
      queryStringParameters: { x: '1' },
      multiValueQueryStringParameters: { x: ['1'] },
      body: null,
      isBase64Encoded: false,
      headers: {
        'X-Forwarded-Proto': 'http',
      },
    });
    expect(event.requestContext).toMatchObject({
      path: '/things/a%2Fb',
      domainName: new URL(runner.apiUrl).host,
      identity: { sourceIp: '127.0.0.1' },
      authorizer: { principalId: 'p', missing: 'thing:read', number: '7', yes: 'true' },
    });
    expect(event.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.keys(event.headers)).not.toContain('x-forwarded-proto');
  });

  it('keeps repeated headers and the spelling of their names', async () => {
    const event = await eventOf('/things/1', ['X-Twice', 'a', 'x-CASE', 'c', 'X-Twice', 'b']);
    expect(event.multiValueHeaders).toMatchObject({ 'X-Twice': ['a', 'b'], 'x-CASE': ['c'] });
    expect(event.headers).toMatchObject({ 'X-Twice': 'b', 'x-CASE': 'c' });
  });

  it('decodes the query as API Gateway does', async () => {
    const event = await eventOf('/things/1?a=1&a=2+3&b&c=%26%3D&=empty&__proto__=x&d=a=b');
    expect(event.multiValueQueryStringParameters).toEqual(
      JSON.parse('{"a":["1","2 3"],"b":[""],"c":["&="],"":["empty"],"__proto__":["x"],"d":["a=b"]}'),
    );
    expect(event.queryStringParameters.a).toBe('2 3');
  });

  it('passes null for absent values', async () => {
    const event = await eventOf('/things/1?');
    expect(event.queryStringParameters).toBeNull();
    expect(event.multiValueQueryStringParameters).toBeNull();
  });
});

describe('authorization', () => {
  it.each([
    ['no key', null, 401, { type: 'UNAUTHORIZED' }],
    ['a failing authorizer', 'broken', 500, { type: 'AUTHORIZER_FAILURE' }],
    ['a malformed answer', 'malformed', 500, { type: 'AUTHORIZER_CONFIGURATION_ERROR' }],
    ['a Deny', 'denied', 403, { detail: 'lacks thing:read, sorry' }],
  ])('answers with %s', async (_, key, status, body) => {
    const response = await send('/things/1', { key });
    expect([response.status, JSON.parse(response.text)]).toEqual([status, body]);
  });

  // The authorizer of these tests would allow it.
  it('does not invoke the authorizer for an empty key', async () => {
    const response = await send('/things/1', { key: '' });
    expect([response.status, response.text]).toEqual([401, '{"type":"UNAUTHORIZED"}']);
  });

  it('accepts only a gateway key in a usage plan of the stage', async () => {
    const response = await send('/things/1', {
      key: null,
      headers: ['X-Api-Key', 'good', 'X-Usage', 'unknown'],
    });
    expect([response.status, response.text]).toEqual([503, '{"type":"INVALID_API_KEY"}']);
  });

  it('limits a gateway key to the rate and the quota of its plan', async () => {
    const limited = { key: null, headers: ['X-Api-Key', 'good', 'X-Usage', LIMITED_USAGE] };
    const answer = async (): Promise<unknown> => {
      const { status, text } = await send('/things/1', limited);
      return status === 200 ? status : [status, text];
    };
    expect([await answer(), await answer()]).toEqual([200, 200]);
    expect(await answer()).toEqual([429, '{"type":"QUOTA_EXCEEDED"}']);
    expect(await answer()).toEqual([429, '{"type":"THROTTLED"}']);
  });
});

describe('routing', () => {
  it.each(['/', '/nope', '/things', '/things/1/2', '//', '/things/../things/1', '/%74hings/1/x'])(
    'returns 404 for %s',
    async (path) => {
      const response = await send(path);
      expect(response.status).toBe(404);
      expect(JSON.parse(response.text).requestId).toBe(response.headers['x-request-id']);
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(response.headers).not.toHaveProperty('x-none');
    },
  );

  it.each(['/things/%', '/things/%zz', '/things/%ff', '/things/1?a=%zz'])(
    'returns 400 for %s',
    async (path) => {
      const response = await send(path);
      expect([response.status, response.text]).toEqual([400, '{"type":"DEFAULT_4XX"}']);
    },
  );

  it.each([
    ['/things/%00', '\0'],
    ['/things/..', '..'],
    ['/things/1/', '1'],
    ['///things/1', '1'],
  ])('passes %j to the function', async (path, id) => {
    expect((await eventOf(path)).pathParameters).toEqual({ id });
  });

  it.each(['POST', 'DELETE', 'OPTIONS', 'PATCH'])('answers %s by the mock', async (method) => {
    const response = await send('/things/1', { method, key: null });
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
    expect(JSON.parse(response.text).requestId).toBe(response.headers['x-request-id']);
  });

  it('rejects media types that the mock has no template for', async () => {
    const post = (type: string) =>
      send('/things/1', { method: 'POST', headers: ['Content-Type', type], body: Buffer.from('x') });
    expect((await post('application/json; charset=utf-8')).status).toBe(405);
    const refused = await post('text/plain');
    expect([refused.status, refused.text]).toEqual([415, '{"type":"UNSUPPORTED_MEDIA_TYPE"}']);
  });
});

describe('responses', () => {
  it.each(['throw', 'exit', 'reject', 'malformed', 'header', 'hang'])(
    'returns DEFAULT_5XX for a function failure: %s',
    async (mode) => {
      const response = await send(`/things/1?mode=${mode}`);
      expect([response.status, response.text]).toEqual([500, '{"type":"DEFAULT_5XX"}']);
      expect((await send('/things/1')).status).toBe(200);
    },
  );

  it('sends no body after HEAD, but the headers of GET', async () => {
    const response = await send('/things/1?size=2000', { method: 'HEAD' });
    expect([response.status, response.text]).toEqual([200, '']);
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '2000' });
  });

  it('sends no body with 304', async () => {
    const response = await send('/things/1?mode=empty');
    expect([response.status, response.text, response.headers.etag]).toEqual([304, '', '"x"']);
  });

  it.each([
    [1023, 'gzip', undefined],
    [1024, 'gzip', 'gzip'],
    [5000, 'br', undefined],
  ])('encodes %i bytes for %s as %s', async (size, accepted, encoding) => {
    const response = await send(`/things/1?size=${size}`, { headers: ['Accept-Encoding', accepted] });
    expect(response.headers['content-encoding']).toBe(encoding);
    const body = encoding === undefined ? response.bytes : gunzipSync(response.bytes);
    expect(body.toString()).toBe('x'.repeat(size));
    expect(response.headers['content-length']).toBe(String(response.bytes.length));
  });

  it('limits responses to the size that a function may return', async () => {
    expect((await send('/things/1?size=6000000')).bytes.length).toBe(6_000_000);
    expect((await send('/things/1?size=6300000')).status).toBe(500);
  });
});

describe('an oversized or malformed request', () => {
  it.each(['POST', 'GET'])('rejects a body of %s', async (method) => {
    const response = await send('/things/1', { method, body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect([response.status, response.text]).toEqual([413, 'HTTP content length exceeded 10485760 bytes.']);
  });

  it('rejects a body of unknown length', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const received = await sendRaw(
      `POST /things/1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(11)}`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('rejects oversized headers', async () => {
    expect((await send('/things/1', { headers: ['X-Large', 'x'.repeat(9_000)] })).status).toBe(200);
    const response = await send('/things/1', { headers: ['X-Large', 'x'.repeat(10_240)] });
    expect([response.status, response.text]).toEqual([400, '{"type":"DEFAULT_4XX"}']);
  });

  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\n: y\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '0\r\n\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: y\r\nConnection: close\r\n\r\n'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['extremely large headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(300_000)}\r\n\r\n`],
  ])('rejects %s, and closes the connection', async (_, text) => {
    const received = await sendRaw(text);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('\r\n\r\n{"type":"DEFAULT_4XX"}');
    expect((await send('/things/1')).status).toBe(200);
  });

  it('closes the connection after a request with Upgrade', async () => {
    const received = await sendRaw(
      'GET /nope HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n' +
        'GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 404 /);
    expect(received).toMatch(/\r\nConnection: close\r\n/);
  });

  it('does not block other requests', async () => {
    const stalled = connect(Number(new URL(runner.apiUrl).port), '127.0.0.1');
    stalled.write('POST /things/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc');
    stalled.on('error', () => undefined);
    expect((await send('/things/1')).status).toBe(200);
    stalled.destroy();
    expect((await send('/things/1')).status).toBe(200);
  });

  it('answers despite an unknown Expect header', async () => {
    const received = await sendRaw(
      'POST /things/1 HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('logs', () => {
  it('writes one line per request, in the format of the stage', async () => {
    const { headers } = await send('/nope');
    const lines = () =>
      readFileSync(join(dataDirectory, 'logs', 'access.log'), 'utf8')
        .trim()
        .split('\n');
    await expect.poll(lines).toContain(JSON.stringify({ id: headers['x-request-id'], status: '404' }));
  });

  it("contains the functions' own lines", async () => {
    const { headers } = await send('/things/1?mode=log');
    const lines = readFileSync(runner.functionLog, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ requestId }) => requestId === headers['x-amzn-requestid'])).toMatchObject([
      { level: 'INFO', functionName: 'Small-Echo', message: { note: 'structured' } },
      { level: 'ERROR', message: 'plain 7' },
    ]);
  });
});
