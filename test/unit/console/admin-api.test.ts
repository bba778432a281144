import { describe, expect, it } from 'vitest';
import { createAdminApi } from '../../../console/api/admin-api.ts';
import { apiKeys } from '../../../console/api/api-keys.ts';
import { ApiError } from '../../../console/api/problem.ts';
import { SessionEndedError } from '../../../console/session/session.ts';
import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { problemDocument } from '../../../shared/contract/problems.ts';

const problem = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json(
    { ...problemDocument('conflict', 'Somebody was faster.', 'request-1'), status },
    { status, headers },
  );

/** The API over answers that the test prepares; the last one is repeated. */
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

const GET = { method: 'GET', path: '/api-keys' } as const;
const POST = { method: 'POST', path: '/api-keys', body: {} } as const;

describe('the client of the admin API', () => {
  it('sends the token, the query without what is absent, and JSON', async () => {
    const { api, world } = createWorld(() => Response.json({ items: [] }));
    expect(await api.request({ ...GET, query: { cursor: undefined, limit: 5 } })).toEqual({ items: [] });
    await api.request({ ...POST, body: { name: 'x' } });
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
    ]);
  });

  it('gives an error the words of the problem document, and has words of its own where there is none', async () => {
    const errors = [{ parameter: 'name', detail: 'must be there' }];
    const document = problemDocument('invalid-request', 'See errors.', 'request-1', errors);
    const { api } = createWorld(() => Response.json(document, { status: 400 }));
    await expect(api.request(GET)).rejects.toMatchObject({
      status: 400,
      title: 'Bad Request',
      message: 'See errors.',
      errors,
      requestId: 'request-1',
    });
    const other = createWorld(() => new Response('<html>', { status: 502 }));
    await expect(other.api.request(GET)).rejects.toMatchObject({ status: 502, title: 'Unexpected response' });
    await expect(createWorld().api.request(GET)).rejects.toMatchObject({ status: 0, title: 'No connection' });
  });

  it('waits as long as it is told, and gives up after three attempts', async () => {
    const { api, world } = createWorld(() => problem(503, { 'Retry-After': '2' }));
    await expect(api.request(GET)).rejects.toThrow(ApiError);
    expect([world.calls.length, world.waited]).toEqual([3, [2_000, 2_000]]);
  });

  it.each([
    ['a 429 of anything', POST, 429, '1', 2],
    ['a 503 of what may have been done', POST, 503, '1', 1],
    ['a wait that is too long', GET, 503, '11', 1],
    ['a conflict', GET, 409, '1', 1],
  ])('after %s asks this often: %s', async (_, request, status, seconds, times) => {
    const { api, world } = createWorld(
      () => problem(status, { 'Retry-After': seconds }),
      () => Response.json({}),
    );
    await api.request(request).catch(() => undefined);
    expect(world.calls).toHaveLength(times);
  });

  it('renews the token once when it is not taken, and ends the session when the new one is not either', async () => {
    const renewed = createWorld(
      () => problem(401),
      () => Response.json({}),
    );
    await renewed.api.request(GET);
    expect(renewed.world.calls.map(({ token }) => token)).toEqual(['Bearer token-0', 'Bearer token-1']);
    expect(renewed.world.ends).toBe(0);

    const { api, world } = createWorld(() => problem(401));
    await expect(api.request(GET)).rejects.toThrow(SessionEndedError);
    expect([world.calls.length, world.renewals, world.ends]).toEqual([2, 1, 1]);
  });
});

describe('the operations on API keys', () => {
  it('are those of the contract', async () => {
    const { api, world } = createWorld(() => Response.json({}));
    const keys = apiKeys(api);
    await keys.list('next');
    await keys.create({ name: 'x', expiresAt: null });
    await keys.update('ID', { name: 'y' });
    await keys.rotate('ID', 60);
    await keys.revoke('ID');
    const { listApiKeys, createApiKey, updateApiKey, rotateApiKey, revokeApiKey } = ADMIN_ROUTES;
    expect(world.calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual(
      [listApiKeys, createApiKey, updateApiKey, rotateApiKey, revokeApiKey].map(
        ({ method, path }) => `${method} /admin${path.replace('{id}', 'ID')}`,
      ),
    );
    const [, created, updated, rotated] = world.calls;
    expect(createApiKey.body.safeParse(created?.body).success).toBe(true);
    expect(updateApiKey.body.safeParse(updated?.body).success).toBe(true);
    expect(rotateApiKey.body.safeParse(rotated?.body).success).toBe(true);
  });
});
