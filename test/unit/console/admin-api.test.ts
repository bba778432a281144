import { describe, expect, it } from 'vitest';
import { createAdminApi } from '../../../console/api/admin-api.ts';
import { ApiError } from '../../../console/api/problem.ts';
import { SessionEndedError } from '../../../console/session/session.ts';
import { problemDocument } from '../../../shared/contract/problems.ts';

const problem = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json(
    { ...problemDocument('conflict', 'A concurrent update won.', 'request-1'), status },
    { status, headers },
  );

/** An API client with prepared responses; the last one repeats. */
const createWorld = (...answers: readonly (() => Response)[]) => {
  const calls: { url: string; method: string; token: string; body: unknown }[] = [];
  const world = { calls, waited: [] as number[], renewals: 0, ends: 0 };
  const api = createAdminApi({
    url: 'https://admin.example/admin',
    session: {
      idToken: async () => `token-${world.renewals}`,
      renew: async () => {
        world.renewals++;
      },
      end: () => {
        world.ends++;
      },
    },
    fetch: async (url, { method = '', headers, body }) => {
      const token = new Headers(headers).get('Authorization') ?? '';
      calls.push({ url, method, token, body: typeof body === 'string' ? JSON.parse(body) : undefined });
      const answer = answers[Math.min(calls.length, answers.length) - 1];
      if (answer === undefined) throw new TypeError('no network');
      return answer();
    },
    wait: async (milliseconds) => void world.waited.push(milliseconds),
  });
  return { api, world };
};

type Api = ReturnType<typeof createWorld>['api'];
const { signal } = new AbortController();
const get = (api: Api) => api.request('GET /api-keys', {}, signal);
const post = (api: Api) => api.request('POST /api-keys', { body: { name: 'x' } }, signal);

describe('the client of the admin API', () => {
  it('sends the token, the id, the query without absent parameters, and JSON', async () => {
    const { api, world } = createWorld(() => Response.json({ items: [] }));
    expect(await api.request('GET /api-keys', { query: { cursor: undefined, limit: 5 } }, signal)).toEqual({
      items: [],
    });
    await post(api);
    await api.request('DELETE /api-keys/{id}', { id: '$&' }, signal);
    expect(world.calls).toEqual([
      {
        url: 'https://admin.example/admin/api-keys?limit=5',
        method: 'GET',
        token: 'Bearer token-0',
        body: undefined,
      },
      {
        url: 'https://admin.example/admin/api-keys',
        method: 'POST',
        token: 'Bearer token-0',
        body: { name: 'x' },
      },
      {
        url: 'https://admin.example/admin/api-keys/$&',
        method: 'DELETE',
        token: 'Bearer token-0',
        body: undefined,
      },
    ]);
  });

  it('reports errors from the problem document, or a generic one without it', async () => {
    const errors = [{ parameter: 'name', detail: 'must be there' }];
    const document = problemDocument('invalid-request', 'See errors.', 'request-1', { errors });
    const { api } = createWorld(() => Response.json(document, { status: 400 }));
    await expect(get(api)).rejects.toMatchObject({
      status: 400,
      title: 'Bad Request',
      message: 'See errors.',
      errors,
      requestId: 'request-1',
    });
    const other = createWorld(() => new Response('<html>', { status: 502 }));
    await expect(get(other.api)).rejects.toMatchObject({ status: 502, title: 'Unexpected response' });
    await expect(get(createWorld().api)).rejects.toMatchObject({ status: 0, title: 'No connection' });
  });

  it('says when to retry without naming a header', async () => {
    const detail = 'Too busy. Retry after the `Retry-After` delay.';
    const busy = (headers: Record<string, string>) => () =>
      Response.json(problemDocument('rate-limit-exceeded', detail, 'request-1'), { status: 429, headers });
    await expect(get(createWorld(busy({ 'Retry-After': '60' })).api)).rejects.toThrow(
      'Too busy. Retry in 60 s.',
    );
    await expect(get(createWorld(busy({})).api)).rejects.toThrow('Too busy. Retry in a moment.');
  });

  it('ends with its signal, and reports a body that breaks off as no connection', async () => {
    const { api } = createWorld(() => new Response('{"items":'));
    await expect(get(api)).rejects.toMatchObject({ status: 0, title: 'No connection' });
    const asked: (AbortSignal | null | undefined)[] = [];
    const client = createAdminApi({
      url: '',
      session: { idToken: async () => 'token', renew: async () => undefined, end: () => undefined },
      fetch: async (_, init) => {
        asked.push(init.signal);
        return Response.json({});
      },
      wait: async () => undefined,
    });
    await client.request('GET /api-keys', {}, signal);
    expect(asked).toEqual([signal]);
  });

  it('honors Retry-After, and gives up after three attempts', async () => {
    const { api, world } = createWorld(() => problem(503, { 'Retry-After': '2' }));
    await expect(get(api)).rejects.toThrow(ApiError);
    expect([world.calls.length, world.waited]).toEqual([3, [2_000, 2_000]]);
  });

  it.each([
    ['a 429 of any method', post, 429, '1', 2],
    ['a 503 of a POST', post, 503, '1', 1],
    ['a delay that is too long', get, 503, '11', 1],
    ['a conflict', get, 409, '1', 1],
  ])(
    'retries after a 429, and idempotent requests after a short 503: %s',
    async (_, request, status, seconds, times) => {
      const { api, world } = createWorld(
        () => problem(status, { 'Retry-After': seconds }),
        () => Response.json({}),
      );
      await request(api).catch(() => undefined);
      expect(world.calls).toHaveLength(times);
    },
  );

  it('renews a rejected token once, and ends the session when the new one is rejected too', async () => {
    const renewed = createWorld(
      () => problem(401),
      () => Response.json({}),
    );
    await get(renewed.api);
    expect(renewed.world.calls.map(({ token }) => token)).toEqual(['Bearer token-0', 'Bearer token-1']);
    expect(renewed.world.ends).toBe(0);

    const { api, world } = createWorld(() => problem(401));
    await expect(get(api)).rejects.toThrow(SessionEndedError);
    expect([world.calls.length, world.renewals, world.ends]).toEqual([2, 1, 1]);
  });
});
