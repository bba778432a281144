import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestTokens, signIn } from '../../../support/sign-in.ts';
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
const ROTATING_CLIENT_ID = 'rotating00000000000000000';

let cognito: SmallCognito;

beforeEach(async () => {
  cognito = await startSmallCognito({
    clients: [
      clientResource(),
      clientResource(
        { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 } },
        ROTATING_CLIENT_ID,
      ),
    ],
  });
  await addUser(cognito, EMAIL, { groups: ['admin'] });
});

afterEach(async () => {
  await cognito.stop();
  expect(cognito.errors).toEqual([]);
});

const start = (clientId = CLIENT_ID) =>
  signIn({ ...requestOf(cognito), email: EMAIL, password: PASSWORD, clientId });
const user = () => {
  const found = cognito.users.byEmail(EMAIL);
  if (found === undefined) throw new Error('There is no user.');
  return found;
};
const refresh = async (refreshToken: string, clientId = CLIENT_ID) => {
  const answer = await requestTokens(cognito.signInUrl, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  });
  return Object(await answer.json());
};
const revoke = (token: string, clientId = CLIENT_ID) =>
  fetch(`${cognito.signInUrl}/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: clientId }),
  });
const userInfo = (token: string) =>
  fetch(`${cognito.signInUrl}/oauth2/userInfo`, { headers: { Authorization: `Bearer ${token}` } });

describe('a refresh token', () => {
  it('gives new tokens with what the user is by now, and stays as it is', async () => {
    const { idToken, refreshToken } = await start();
    await cognito.users.put({ ...user(), groups: ['member'] });
    for (const _ of [1, 2]) {
      const answer = await refresh(refreshToken);
      expect(Object.keys(answer).sort()).toEqual([
        'access_token',
        'expires_in',
        'id_token',
        'scope',
        'token_type',
      ]);
      expect(decodeJwt(answer.id_token)).toMatchObject({
        sub: user().sub,
        aud: CLIENT_ID,
        auth_time: decodeJwt(idToken)['auth_time'],
        'cognito:groups': ['member'],
        'custom:organization_id': 'o1',
      });
      expect(decodeJwt(answer.access_token)).toMatchObject({
        token_use: 'access',
        auth_time: decodeJwt(idToken)['auth_time'],
        'cognito:groups': ['member'],
      });
    }
  });

  it('is replaced where the client rotates them, and worth nothing then', async () => {
    const { refreshToken } = await start(ROTATING_CLIENT_ID);
    const first = await refresh(refreshToken, ROTATING_CLIENT_ID);
    expect(first.refresh_token).toEqual(expect.any(String));
    expect(first.refresh_token).not.toBe(refreshToken);
    const second = await refresh(first.refresh_token, ROTATING_CLIENT_ID);
    expect(second.id_token).toEqual(expect.any(String));
    expect(await refresh(refreshToken, ROTATING_CLIENT_ID)).toMatchObject({ error: 'invalid_grant' });
  });

  it('does not work for a user who was disabled or deleted', async () => {
    const { refreshToken } = await start();
    await cognito.users.put({ ...user(), enabled: false });
    expect(await refresh(refreshToken)).toMatchObject({ error: 'invalid_grant' });
    await cognito.users.put({ ...user(), enabled: true });
    expect(await refresh(refreshToken)).toHaveProperty('id_token');
    await cognito.users.remove(user().sub);
    expect(await refresh(refreshToken)).toMatchObject({ error: 'invalid_grant' });
  });

  it('works for its client only', async () => {
    const { refreshToken } = await start();
    expect(await refresh(refreshToken, ROTATING_CLIENT_ID)).toMatchObject({ error: 'invalid_grant' });
  });

  it('can be revoked, which leaves other sign-ins alone', async () => {
    const revoked = await start();
    const other = await start();
    expect((await revoke(revoked.refreshToken, ROTATING_CLIENT_ID)).status).toBe(200);
    expect(await refresh(revoked.refreshToken)).toHaveProperty('id_token');
    expect((await revoke(revoked.refreshToken)).status).toBe(200);
    expect(await refresh(revoked.refreshToken)).toMatchObject({ error: 'invalid_grant' });
    expect((await userInfo(revoked.accessToken)).status).toBe(401);
    expect(await refresh(other.refreshToken)).toHaveProperty('id_token');
    expect((await userInfo(other.accessToken)).status).toBe(200);
  });
});

describe('the user info', () => {
  it('is what the client may read, as text', async () => {
    const { accessToken } = await start();
    expect(await (await userInfo(accessToken)).json()).toEqual({
      sub: user().sub,
      username: user().sub,
      email: EMAIL,
      email_verified: 'true',
      'custom:organization_id': 'o1',
    });
  });

  it('is for access tokens only', async () => {
    const { idToken, accessToken } = await start();
    for (const token of [idToken, String(decodeJwt(accessToken).jti), `${accessToken}x`, '']) {
      const answer = await userInfo(token);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('is not for disabled users', async () => {
    const { accessToken } = await start();
    await cognito.users.put({ ...user(), enabled: false });
    expect((await userInfo(accessToken)).status).toBe(401);
  });
});

describe('the token endpoint', () => {
  it("answers the applications' pages, and no others", async () => {
    const { refreshToken } = await start();
    const request = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: refreshToken };
    const allowed = await requestTokens(cognito.signInUrl, request, { Origin: APPLICATION });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(APPLICATION);
    for (const origin of ['https://attacker.example', 'null', 'http://127.0.0.1:4322']) {
      const refused = await requestTokens(cognito.signInUrl, request, { Origin: origin });
      expect(refused.status).toBe(400);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('allows pages to ask', async () => {
    const answer = await fetch(`${cognito.signInUrl}/oauth2/token`, {
      method: 'OPTIONS',
      headers: { Origin: APPLICATION, 'Access-Control-Request-Method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APPLICATION);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
  });
});
