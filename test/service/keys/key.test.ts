import { describe, expect, it } from 'vitest';
import { rateLimitPolicy } from '../../../shared/contract/keys/rate-limit-policy.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { at, call, createKey, revokeKey, service } from '../../support/service/service.ts';

interface Body {
  readonly permissions: readonly string[];
  readonly plan: { readonly name: string; rate: number; burst: number; dailyQuota: number };
}

const PATH = '/v1/key';

const update = (id: string, ...flags: readonly string[]) =>
  runToolHere(
    'keys',
    ['update', id, ...service.toolArguments, '--organization', service.first.organizationId, ...flags],
    service.toolEnvironment,
  );

describe(`GET ${PATH}`, () => {
  it('describes the key of the request', async () => {
    const expires = '2099-01-31T00:00:00.000Z';
    const { id, key } = await createKey(['call-list:read', 'person:read'], { expires });
    const { status, json, headers, text } = await call(PATH, { key });
    expect(status).toBe(200);
    expect(json).toEqual({
      id,
      name: 'made by a test',
      organization: { id: service.first.organizationId, name: 'Tests' },
      permissions: ['person:read', 'call-list:read'],
      plan: { name: 'standard', rate: 10, burst: 20, dailyQuota: 100_000 },
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      allowedAddresses: null,
      importSource: null,
      expiresAt: expires,
    });
    expect(text).not.toContain('sd_live_');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('accepts a key without permissions or expiry, but not a revoked one', async () => {
    const { id, key } = await createKey([]);
    expect((await call(PATH, { key })).json).toMatchObject({ id, permissions: [], expiresAt: null });
    await revokeKey(id);
    expectProblem(await call(PATH, { key }), 401, 'unauthorized');
  });

  it('reflects changes from the next request, and the plan that `RateLimit-Policy` states', async () => {
    const { id, key } = await createKey([]);
    const first = await call(PATH, { key });
    await update(id, '--permissions', 'company:read', '--name', 'Renamed ✓', '--plan', 'high-volume');
    const second = await call(PATH, { key, headers: { 'If-None-Match': first.headers.etag ?? '' } });
    expect(second.status).toBe(200);
    expect(second.json).toMatchObject({ name: 'Renamed ✓', permissions: ['company:read'] });
    for (const { json, headers } of [first, second]) {
      expect(headers['ratelimit-policy']).toBe(rateLimitPolicy((json as Body).plan));
    }
  });

  it('supports conditional requests and HEAD', async () => {
    const { etag = '' } = (await call(PATH)).headers;
    const again = await call(PATH, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const head = await call(PATH, { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, etag]);
  });

  it('rejects query parameters, stating that there are none', async () => {
    const { errors } = expectProblem(await call(`${PATH}?id=1`), 400, 'invalid-request');
    expect(errors).toHaveLength(1);
    expect(at(errors, 0)).toMatchObject({ parameter: 'id', detail: expect.stringContaining('no query') });
  });

  it.each(['POST', 'DELETE'])('rejects %s with 405 and Allow', async (method) => {
    const response = await call(PATH, { method });
    expectProblem(response, 405, 'method-not-allowed');
    expect(response.headers.allow).toBe('GET, HEAD');
  });
});
