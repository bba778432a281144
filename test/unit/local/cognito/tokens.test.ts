import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestTokens, signIn } from '../../../support/organizations/sign-in.ts';
import {
  APPLICATION,
  addUser,
  CLIENT_ID,
  clientResource,
  PASSWORD,
  requestOf,
  type SmallCognito,
  startSmallCognito,
} from './small-user-pool.ts';

const EMAIL = 'ada@example.com';

let cognito: SmallCognito;

beforeEach(async () => {
  cognito = await startSmallCognito();
  await addUser(cognito, EMAIL, { groups: ['admin'] });
});

afterEach(async () => {
  await cognito.stop();
  expect(cognito.errors).toEqual([]);
});

const start = () => signIn({ ...requestOf(cognito), email: EMAIL, password: PASSWORD });
const user = () => {
  const found = cognito.users.byEmail(EMAIL);
  if (found === undefined) throw new Error('There is no user.');
  return found;
};
const refresh = async (refreshToken: string, { signInUrl } = cognito) => {
  const answer = await requestTokens(signInUrl, {
    grant_type: 'refresh_token',
    client_id: CLIENT_ID,
    refresh_token: refreshToken,
  });
  return Object(await answer.json());
};
const revoke = (token: string) =>
  fetch(`${cognito.signInUrl}/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: CLIENT_ID }),
  });
describe('a refresh token', () => {
  it("returns tokens with the user's current groups, and its successor", async () => {
    const { idToken, refreshToken } = await start();
    await cognito.users.put({ ...user(), groups: ['member'] });
    const used = new Set([refreshToken]);
    for (const _ of [1, 2]) {
      const answer = await refresh([...used].at(-1) ?? '');
      expect(Object.keys(answer).sort()).toEqual([
        'access_token',
        'expires_in',
        'id_token',
        'refresh_token',
        'scope',
        'token_type',
      ]);
      expect(used).not.toContain(answer.refresh_token);
      used.add(answer.refresh_token);
      expect(decodeJwt(answer.id_token)).toMatchObject({
        sub: user().sub,
        aud: CLIENT_ID,
        auth_time: decodeJwt(idToken)['auth_time'],
        'cognito:groups': ['member'],
        'custom:organization_id': 'o1',
      });
    }
  });

  it('accepts a refresh token again within the retry grace period', async () => {
    const { refreshToken } = await start();
    await refresh(refreshToken);
    expect(await refresh(refreshToken)).toHaveProperty('refresh_token');
  });

  it('rejects a used refresh token after the retry grace period', async () => {
    const rotation = { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 };
    const strict = await startSmallCognito({ clients: [clientResource({ RefreshTokenRotation: rotation })] });
    try {
      await addUser(strict, EMAIL);
      const { refreshToken } = await signIn({ ...requestOf(strict), email: EMAIL, password: PASSWORD });
      expect(await refresh(refreshToken, strict)).toHaveProperty('refresh_token');
      expect(await refresh(refreshToken, strict)).toMatchObject({ error: 'invalid_grant' });
    } finally {
      await strict.stop();
    }
  });

  it('revokes a refresh token without ending other sign-ins', async () => {
    const revoked = await start();
    const other = await start();
    expect((await revoke(revoked.refreshToken)).status).toBe(200);
    expect(await refresh(revoked.refreshToken)).toMatchObject({ error: 'invalid_grant' });
    expect(await refresh(other.refreshToken)).toHaveProperty('id_token');
  });
});

describe('the token endpoint', () => {
  it("allows cross-origin requests of the application's pages only", async () => {
    const { refreshToken } = await start();
    const request = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: refreshToken };
    const allowed = await requestTokens(cognito.signInUrl, request, { Origin: APPLICATION });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(APPLICATION);
    for (const origin of ['https://attacker.example', 'null', 'http://127.0.0.1:4322']) {
      const rejected = await requestTokens(cognito.signInUrl, request, { Origin: origin });
      expect(rejected.status).toBe(400);
      expect(rejected.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('answers preflight requests', async () => {
    const answer = await fetch(`${cognito.signInUrl}/oauth2/token`, {
      method: 'OPTIONS',
      headers: { Origin: APPLICATION, 'Access-Control-Request-Method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APPLICATION);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
  });
});
