import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  adminApi,
  createKeyAs,
  describeAdmin,
  idTokenOf,
  listKeysAs,
} from '../../support/organizations/admin.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import { at, call, callOnce, service } from '../../support/service/service.ts';

const ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A forged token, as an attacker without the pool's key could make it from a valid one. */
const forged = async (claims: JWTPayload = {}, header: Record<string, unknown> = {}): Promise<string> => {
  const token = await idTokenOf(service.first.member);
  const protectedHeader = { ...decodeProtectedHeader(token), alg: 'RS256', ...header };
  return new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader(protectedHeader).sign(foreignKey);
};

const tampered = async (claims: JWTPayload): Promise<string> => {
  const [header, payload, signature] = (await idTokenOf(service.first.member)).split('.');
  const changed = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), ...claims };
  return `${header}.${base64(changed)}.${signature}`;
};

const routes = Object.values(ADMIN_ROUTES).map(({ method, path }) => ({
  method,
  path: path.replace('{id}', ID).replace('{position}', '1.0'),
}));

describeAdmin.each(routes)('$method $path', ({ method, path }) => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['no token', async () => ({})],
    ['an empty token', async () => ({ Authorization: '' })],
    ['nonsense', async () => ({ Authorization: 'Bearer nonsense' })],
    ['an API key', async () => ({ Authorization: `Bearer ${service.first.key}` })],
    ['an API key in its own header', async () => ({ 'X-Api-Key': service.first.key })],
    [
      'an access token',
      async () => {
        const { accessToken } = await signIn({
          ...adminApi(),
          scope: 'openid',
          ...service.first.admin,
        });
        return { Authorization: `Bearer ${accessToken}` };
      },
    ],
    ['a token of another pool', async () => ({ Authorization: `Bearer ${await forged()}` })],
    [
      'a token with another organization in it',
      async () => {
        const token = await tampered({ 'custom:organization_id': service.second.organizationId });
        return { Authorization: `Bearer ${token}` };
      },
    ],
    [
      'a token with another role in it',
      async () => ({ Authorization: `Bearer ${await tampered({ 'cognito:groups': ['admin'] })}` }),
    ],
    [
      'a token without a signature',
      async () => {
        const claims = decodeJwt(await idTokenOf(service.first.admin));
        return { Authorization: `Bearer ${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.` };
      },
    ],
  ])('rejects a token with %s', async (_, headers) => {
    const response = await admin(path, { as: null, method, headers: await headers() });
    expectProblem(response, 401, 'unauthorized');
    expect(response.headers['www-authenticate']).toMatch(/^Bearer /);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describeAdmin('the data API', () => {
  it("rejects a user's token in place of a key", async () => {
    const token = await idTokenOf(service.first.admin);
    const headers = { Authorization: `Bearer ${token}` };
    expectProblem(await call('/v1/call-list', { key: null, headers }), 401, 'unauthorized');
    expectProblem(await call('/v1/call-list', { key: token }), 401, 'unauthorized');
  });
});

describeAdmin('an admin of another organization', () => {
  const theirs = service.second.admin;

  it("hides keys, and whether they exist, from another organization's admin", async () => {
    const key = await createKeyAs(service.first.admin, { permissions: ['call-list:read'] });
    expect((await listKeysAs(theirs)).map(({ id }) => id)).not.toContain(key.id);
    const attempts = [
      { method: 'PATCH', path: '', body: { name: 'Mine', permissions: [] } },
      { method: 'PATCH', path: '', body: { plan: 'high-volume' } },
      { method: 'DELETE', path: '' },
      { method: 'POST', path: '/rotate', body: { graceSeconds: 0 } },
    ];
    for (const { path, ...attempt } of attempts) {
      const shape = async (id: string): Promise<unknown> => {
        const response = await admin(`/api-keys/${id}${path}`, { as: theirs, ...attempt });
        expectProblem(response, 404, 'not-found');
        return { ...(response.json as object), requestId: '' };
      };
      expect(await shape(key.id)).toEqual(await shape(ID));
    }
    const usage = await admin(`/usage?keyId=${key.id}`, { as: theirs });
    expect(usage.json).toMatchObject({ items: [] });
    expect((await callOnce('/v1/call-list', { key: key.key })).status).toBe(200);
    const stored = (await listKeysAs(service.first.admin)).find(({ id }) => id === key.id);
    expect(stored).toMatchObject({ name: 'A key', plan: 'standard', revokedAt: null });
  });

  it("shows another organization's admin no audit log, even by the id of a key or user", async () => {
    const { id } = await createKeyAs(service.first.admin);
    for (const query of ['', `?targetId=${id}`, `?actorId=${service.first.admin.userId}`]) {
      const { text, status } = await admin(`/audit-log${query}`, { as: theirs });
      expect(status).toBe(200);
      expect(text).not.toContain(id);
      expect(text).not.toContain(service.first.admin.userId);
    }
  });

  it("rejects another organization's cursor", async () => {
    await createKeyAs(service.first.admin);
    await createKeyAs(service.first.admin);
    for (const path of ['/api-keys', '/audit-log', '/usage']) {
      const { nextCursor } = (await admin(`${path}?limit=1`)).json as { nextCursor: string };
      const response = await admin(`${path}?limit=1&cursor=${nextCursor}`, { as: theirs });
      expect(at(expectProblem(response, 400, 'invalid-request').errors as [], 0)).toMatchObject({
        parameter: 'cursor',
      });
    }
  });
});
