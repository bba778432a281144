import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

import {
  createSalesDataClient,
  ProblemError,
  type ScanEnd,
  UnexpectedResponseError,
} from '../../../../clients/typescript/src/index.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import { type ProblemName, problemDocument } from '../../../../shared/contract/problems.ts';
import { EXAMPLE_CALL_LIST, EXAMPLE_PERSON } from '../../../../shared/contract/records/examples.ts';

type Answer = (response: ServerResponse, url: string) => void;

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const each of cleanUp.splice(0)) each();
});

/** A service that gives these answers in turn, the last one for good, and keeps what it was asked for. */
const serve = async (...answers: readonly [Answer, ...Answer[]]) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? answers[0];
    asked.push(request.url ?? '');
    answer(response, request.url ?? '');
  });
  const port = await listen(server);
  cleanUp.push(() => server.close().closeAllConnections());
  return { asked, baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sd_live_test' };
};

const json =
  (body: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));

const problem =
  (name: ProblemName, retryAfter?: string): Answer =>
  (response) => {
    const document = problemDocument(name, 'A detail.', 'request-1');
    response
      .writeHead(document.status, {
        'Content-Type': 'application/problem+json',
        ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
      })
      .end(JSON.stringify(document));
  };

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the client', () => {
  it.each(['rate-limit-exceeded', 'service-unavailable'] as const)('retries after %s', async (name) => {
    const service = await serve(problem(name, '0'), problem(name, '0'), json(EXAMPLE_PERSON));
    expect(await createSalesDataClient(service).person(EXAMPLE_PERSON.id)).toEqual(EXAMPLE_PERSON);
    expect(service.asked).toHaveLength(3);
  });

  it('gives up after the configured number of attempts', async () => {
    const service = await serve(problem('rate-limit-exceeded', '0'));
    const client = createSalesDataClient({ ...service, retries: { attempts: 3 } });
    expect(await failureOf(client.person('1'))).toMatchObject({
      problem: { type: 'urn:sales-data:problem:rate-limit-exceeded', requestId: 'request-1' },
    });
    expect(service.asked).toHaveLength(3);
  });

  it.each([
    ['a wait that is longer than it may be', problem('quota-exceeded', '3600')],
    ['an error that is not to be repeated', problem('forbidden')],
    ['a wait after a 500 that is longer than it may be', problem('internal-error', '3600')],
  ])('does not retry after %s', async (_, answer) => {
    const service = await serve(answer);
    expect(await failureOf(createSalesDataClient(service).person('1'))).toBeInstanceOf(ProblemError);
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['an internal error', problem('internal-error')],
    ['a rate limit without a time to wait', problem('rate-limit-exceeded')],
    ['a rate limit with a time to wait that is none', problem('rate-limit-exceeded', 'soon')],
    ['a 503 without a time to wait', (response: ServerResponse) => response.writeHead(503).end()],
    ['502', (response: ServerResponse) => response.writeHead(502).end()],
    ['504', (response: ServerResponse) => response.writeHead(504).end()],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
    [
      'a connection that breaks within the body',
      (response: ServerResponse) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy());
      },
    ],
  ])('retries after its own delay after %s', async (_, answer) => {
    const service = await serve(answer, json(EXAMPLE_PERSON));
    const client = createSalesDataClient({ ...service, retries: { longestWait: 0.01 } });
    expect(await client.person(EXAMPLE_PERSON.id)).toEqual(EXAMPLE_PERSON);
    expect(service.asked).toHaveLength(2);
  });

  it('limits the time of each attempt', async () => {
    let attempts = 0;
    const client = createSalesDataClient({
      baseUrl: 'http://127.0.0.1:9',
      apiKey: 'sd_live_test',
      retries: { attempts: 2, longestWait: 0 },
      timeoutSeconds: 0.05,
      fetch: (_, init) => {
        attempts += 1;
        const { promise, reject } = Promise.withResolvers<Response>();
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        return promise;
      },
    });
    expect(await failureOf(client.person('1'))).toMatchObject({ name: 'TimeoutError' });
    expect(attempts).toBe(2);
  });

  it.each([0, Number.NaN, 86_401, Number.POSITIVE_INFINITY])(
    'rejects a time limit of %d seconds',
    (timeoutSeconds) => {
      const options = { baseUrl: 'http://127.0.0.1:9', apiKey: 'sd_live_test', timeoutSeconds };
      expect(() => createSalesDataClient(options)).toThrow(RangeError);
    },
  );

  it('throws the error of the last attempt', async () => {
    const service = await serve((response) => response.destroy());
    const client = createSalesDataClient({ ...service, retries: { attempts: 3, longestWait: 0 } });
    expect(await failureOf(client.person('1'))).toBeInstanceOf(TypeError);
    expect(service.asked).toHaveLength(3);
  });

  it('sends the key to no other server', async () => {
    const other = await serve(json(EXAMPLE_PERSON));
    const service = await serve((response) => response.writeHead(307, { Location: other.baseUrl }).end());
    expect(await failureOf(createSalesDataClient(service).person('1'))).toMatchObject({ status: 307 });
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['an invalid address', { baseUrl: '', apiKey: 'a' }],
    ['a malformed key', { baseUrl: 'http://127.0.0.1:9', apiKey: 'sd_live_1\nb' }],
  ])('rejects %s immediately', async (_, options) => {
    const attempt = async () => createSalesDataClient(options).person('1');
    const error = await failureOf(attempt());
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('sd_live_1');
  });

  it.each([
    ['seconds', '7', 7],
    ['a fraction', '1.5', 1.5],
    ['a date', new Date(Date.now() + 20_000).toUTCString(), 20],
    ['a date in the past', 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['a date without a time zone', 'Sun Mar  1 11:00:00 2026', 0],
    ['no time', 'soon', undefined],
    ['a negative number', '-1', undefined],
  ])('reads `Retry-After` with %s', async (_, retryAfter, seconds) => {
    const service = await serve(problem('internal-error', retryAfter));
    const client = createSalesDataClient({ ...service, retries: { attempts: 1 } });
    const error = await failureOf(client.person('1'));
    const read = error instanceof ProblemError ? error.retryAfter : Number.NaN;
    if (seconds === undefined) expect(read).toBeUndefined();
    // Tests may take their time.
    else expect(Math.abs((read ?? Number.NaN) - seconds)).toBeLessThan(seconds === 20 ? 10 : 0.1);
  });

  it.each([
    'application/problem+json; charset=utf-8',
    'Application/Problem+JSON',
    'application/problem+json;',
  ])('reads a problem of the media type %s', async (type) => {
    const document = problemDocument('cursor-expired', 'A detail.', 'request-1');
    const service = await serve((response) =>
      response.writeHead(410, { 'Content-Type': type }).end(JSON.stringify(document)),
    );
    expect(await failureOf(createSalesDataClient(service).person('1'))).toMatchObject({
      problem: { type: 'urn:sales-data:problem:cursor-expired' },
    });
  });

  const around = ['%', ' %\n', '"%"', "'%'\r\n", '\ufeff%', '\u200b%\u00a0'];
  it.each(around.flatMap((each) => ['', '/', '/v1', '/v1/', '//'].map((path) => [each, path] as const)))(
    'trims pasted settings: %j, %j',
    async (each, path) => {
      const service = await serve((response, url) => {
        const isClean = response.req.headers['x-api-key'] === 'sd_live_test' && url === '/v1/key';
        return isClean ? json({ id: 'k' })(response, url) : response.destroy();
      });
      const client = createSalesDataClient({
        baseUrl: each.replace('%', service.baseUrl + path),
        apiKey: each.replace('%', 'sd_live_test'),
        retries: { attempts: 1 },
      });
      expect(await client.key()).toEqual({ id: 'k' });
    },
  );

  it.each([
    '',
    'api.example.com',
    'ftp://a.example',
    'https://',
    'https://a b.example',
    'https://a.example?x',
  ])('names the setting with an invalid URL: %j', (baseUrl) => {
    expect(() => createSalesDataClient({ baseUrl, apiKey: 'sd_live_test' })).toThrow(/^`baseUrl` must be/);
  });

  it('encodes ids and queries', async () => {
    const service = await serve(json({ items: [], totalCount: 0 }));
    const client = createSalesDataClient(service);
    await failureOf(client.person('a/../b?c'));
    for await (const _ of client.people({ phone: '+1 202', limit: 5 }));
    expect(service.asked).toEqual([
      '/v1/person/a%2F..%2Fb%3Fc',
      '/v1/person?phone=%2B1%20202&limit=5&count=none',
    ]);
  });

  it('looks up any number of values, 100 per request, and names those that nobody has', async () => {
    const addresses = Array.from({ length: 250 }, (_, index) => `p${index}@nowhere.example`);
    const service = await serve((response, url) => {
      const values = new URL(url, 'http://localhost').searchParams.getAll('email');
      json({ items: [{ id: values.length }], notFound: values.slice(0, 1), totalCount: 1 })(response, url);
    });
    const missing: string[] = [];
    const found: unknown[] = [];
    const options = { onNotFound: (values: readonly string[]) => missing.push(...values) };
    const client = createSalesDataClient(service);
    for await (const person of client.people({ email: addresses }, options)) found.push(person.id);
    expect(found).toEqual([100, 100, 50]);
    expect(missing).toEqual([0, 100, 200].map((index) => addresses[index]));
    for await (const _ of client.people({ email: ['a,b@c.example', 'd@e.example'] }));
    expect(service.asked.at(-1)).toBe('/v1/person?email=a%2Cb%40c.example&email=d%40e.example&count=none');
    const long = Array.from({ length: 50 }, (_, index) => `${'x'.repeat(200)}${index}@nowhere.example`);
    for await (const _ of client.people({ email: long }));
    expect(Math.max(...service.asked.map((url) => url.length))).toBeLessThan(7_000);
    // Without its empty parameter, the request would find everybody.
    for await (const _ of client.people({ email: [] }));
    expect(service.asked.at(-1)).toBe('/v1/person?email=&count=none');
  });

  it.each(['', '.', '..'])('does not read another path for the id "%s"', async (id) => {
    const service = await serve(problem('invalid-request'));
    expect(await failureOf(createSalesDataClient(service).company(id))).toBeInstanceOf(ProblemError);
    expect(service.asked).toEqual(['/v1/company/-']);
  });

  it('stops during a wait', async () => {
    const controller = new AbortController();
    const service = await serve((response, url) => {
      // Longer than this test may take.
      problem('service-unavailable', '30')(response, url);
      setTimeout(() => controller.abort(new Error('enough')), 20);
    });
    const client = createSalesDataClient(service);
    expect(await failureOf(client.person('1', { signal: controller.signal }))).toEqual(new Error('enough'));
    expect(service.asked).toHaveLength(1);
  });

  it('requests a page once the previous one is consumed, and none without need', async () => {
    const items = () => [1, 2].map(() => ({ ...EXAMPLE_CALL_LIST, id: randomUUID() }));
    const page = (nextCursor?: string) => json({ totalCount: 6, items: items(), nextCursor });
    const service = await serve(page('second'), page('third'), page());
    const client = createSalesDataClient(service);
    let count = 0;
    for await (const { name } of client.callLists({ isLocked: true, limit: 2 })) {
      expect(name).toBe(EXAMPLE_CALL_LIST.name);
      if (++count === 3) break;
    }
    expect(service.asked).toEqual([
      '/v1/call-list?isLocked=true&limit=2&count=none',
      '/v1/call-list?isLocked=true&limit=2&cursor=second&count=none',
    ]);
  });

  it('yields the handover of a scan once its records are consumed, and none of a lookup', async () => {
    const items = [{ ...EXAMPLE_CALL_LIST }];
    const end = { eventCursor: 'feed', nextChangedSince: '2026-01-31T09:29:00.000Z' };
    const service = await serve(
      json({ totalCount: 2, items, nextCursor: 'second' }),
      json({ totalCount: 2, items, ...end }),
      json({ totalCount: 1, items }),
    );
    const client = createSalesDataClient(service);
    const order: unknown[] = [];
    const onEnd = (given: ScanEnd): void => void order.push(given);
    for await (const { id } of client.callLists({}, { onEnd })) order.push(id);
    for await (const { id } of client.people({ email: 'nora@nowhere.example' }, { onEnd })) order.push(id);
    const { id } = EXAMPLE_CALL_LIST;
    expect(order).toEqual([id, id, end, id]);
  });

  it("throws `UnexpectedResponseError` for a response that is not the API's", async () => {
    const service = await serve((response) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<p>'),
    );
    const error = await failureOf(
      createSalesDataClient({ ...service, retries: { attempts: 1 } }).company('1'),
    );
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status: 502 });
  });

  it('omits the query string, which may contain an email address, from errors', async () => {
    const service = await serve((response) => response.writeHead(418).end());
    const error = await failureOf(createSalesDataClient(service).people({ email: 'a@b.example' }).next());
    expect(String(error)).toMatch(/\/v1\/person responded with status 418/);
    expect(String(error)).not.toContain('example');
  });
});
