import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser } from '../../../support/clients/browser.ts';
import {
  authorizationUrl,
  createPkce,
  requestTokens,
  signIn,
  submitCredentials,
} from '../../../support/organizations/sign-in.ts';
import {
  APPLICATION,
  addUser,
  CLIENT_ID,
  PASSWORD,
  REDIRECT_URI,
  requestOf,
  type SmallCognito,
  startSmallCognito,
} from './small-user-pool.ts';

const EMAIL = 'ada@example.com';
const credentials = { email: EMAIL, password: PASSWORD };

let cognito: SmallCognito;

beforeAll(async () => {
  cognito = await startSmallCognito();
  await addUser(cognito, EMAIL, { groups: ['admin', 'member'] });
});

afterAll(async () => {
  await cognito.stop();
  expect(cognito.errors).toEqual([]);
});

/** The final page or redirect of a sign-in request with these parameters. */
const authorize = (parameters: Readonly<Record<string, string | undefined>>, browser = createBrowser()) => {
  const url = authorizationUrl(requestOf(cognito), {
    code_challenge: createPkce().challenge,
    ...parameters,
  });
  return browser.follow(url, REDIRECT_URI);
};

const codeFrom = async (challenge: string): Promise<string> => {
  const url = authorizationUrl(requestOf(cognito), { code_challenge: challenge });
  const { location = '' } = await submitCredentials(createBrowser(), url, REDIRECT_URI, credentials);
  return new URL(location).searchParams.get('code') ?? '';
};

describe('signing in', () => {
  it("returns an ID token like Cognito's", async () => {
    const { idToken } = await signIn({ ...requestOf(cognito), ...credentials });
    const sub = cognito.users.byEmail(EMAIL)?.sub;
    const seconds = expect.any(Number);
    expect(decodeJwt(idToken)).toEqual({
      sub,
      iss: cognito.issuer,
      aud: CLIENT_ID,
      token_use: 'id',
      auth_time: seconds,
      iat: seconds,
      exp: seconds,
      'cognito:username': sub,
      'cognito:groups': ['admin', 'member'],
      email: EMAIL,
      email_verified: true,
      'custom:organization_id': 'o1',
    });
    const { iat = 0, exp = 0 } = decodeJwt(idToken);
    expect(exp - iat).toBe(20 * 60);
  });

  it('omits the groups claim for a user without groups', async () => {
    await addUser(cognito, 'b@example.com');
    const { idToken } = await signIn({
      ...requestOf(cognito),
      email: 'B@example.com',
      password: PASSWORD,
    });
    expect(decodeJwt(idToken)).not.toHaveProperty('cognito:groups');
  });

  it('signs in once per browser, and again with prompt=login', async () => {
    const browser = createBrowser();
    await signIn({ ...requestOf(cognito), ...credentials }, browser);
    expect((await authorize({}, browser)).location).toMatch(/\?code=/);
    expect((await authorize({ prompt: 'login' }, browser)).text).toContain('<form');
    expect((await authorize({ prompt: 'none' })).location).toMatch(/\?error=login_required/);
  });

  it('confirms an invited user', async () => {
    const email = 'invited@example.com';
    await addUser(cognito, email, { isConfirmed: false });
    await signIn({ ...requestOf(cognito), ...credentials, email });
    expect(cognito.users.byEmail(email)?.isConfirmed).toBe(true);
  });

  it('refuses a disabled user, also with the session of the browser or a refresh token', async () => {
    const email = 'disabled@example.com';
    const user = await addUser(cognito, email);
    const browser = createBrowser();
    const { refreshToken } = await signIn({ ...requestOf(cognito), ...credentials, email }, browser);
    const refresh = async () => {
      const parameters = {
        grant_type: 'refresh_token',
        client_id: CLIENT_ID,
        refresh_token: refreshToken,
      };
      return (await requestTokens(cognito.signInUrl, parameters)).status;
    };
    await cognito.users.put({ ...user, isDisabled: true });
    expect(await refresh()).toBe(400);
    expect((await authorize({}, browser)).location ?? '').not.toContain('code=');
    const url = authorizationUrl(requestOf(cognito), { code_challenge: createPkce().challenge });
    const refused = await submitCredentials(createBrowser(), url, REDIRECT_URI, { ...credentials, email });
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('account is disabled')]);
    await cognito.users.put({ ...user, isDisabled: false });
    await signIn({ ...requestOf(cognito), ...credentials, email });
  });

  it('ends all sessions with a global sign-out', async () => {
    const email = 'signed-out@example.com';
    const user = await addUser(cognito, email);
    const refreshed = async (signedOutAt: number) => {
      const { refreshToken } = await signIn({ ...requestOf(cognito), ...credentials, email });
      await cognito.users.put({ ...user, signedOutAt });
      const parameters = {
        grant_type: 'refresh_token',
        client_id: CLIENT_ID,
        refresh_token: refreshToken,
      };
      return (await requestTokens(cognito.signInUrl, parameters)).status;
    };
    const now = Math.floor(Date.now() / 1_000);
    expect(await refreshed(now - 60)).toBe(200);
    expect(await refreshed(now + 60)).toBe(400);
  });

  it("ends the previous user's session when another user signs in", async () => {
    const browser = createBrowser();
    const other = await addUser(cognito, 'c@example.com');
    await signIn({ ...requestOf(cognito), ...credentials }, browser);
    const { verifier, challenge } = createPkce();
    const url = authorizationUrl(requestOf(cognito), { code_challenge: challenge, prompt: 'login' });
    const { location = '' } = await submitCredentials(browser, url, REDIRECT_URI, {
      ...credentials,
      email: other.email,
    });
    const answer = await requestTokens(cognito.signInUrl, {
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      code: new URL(location).searchParams.get('code') ?? '',
      code_verifier: verifier,
    });
    expect(decodeJwt(Object(await answer.json()).id_token).sub).toBe(other.sub);
  });
});

describe('a request to sign in', () => {
  it.each([
    'https://attacker.example/callback',
    'https://console.example/callback',
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?x=1`,
    `${REDIRECT_URI}#x`,
    `${APPLICATION}/`,
    'http://127.0.0.1:4322/callback',
    'http://localhost:4321/callback',
    'javascript:alert(1)',
    undefined,
  ])('does not redirect to %s, which is not registered', async (redirectUri) => {
    const answer = await authorize({ redirect_uri: redirectUri });
    expect(answer.location).toBeUndefined();
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it('does not redirect for an unknown client', async () => {
    const answer = await authorize({ client_id: '<b>' });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
  });

  it.each([
    ['PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a method of PKCE', { code_challenge_method: undefined }, 'invalid_request'],
    ['S256', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the response type code', { response_type: 'token' }, 'invalid_request'],
    ['the response mode query', { response_mode: 'form_post' }, 'invalid_request'],
    ['known scopes', { scope: 'openid offline_access' }, 'invalid_scope'],
    ['scopes of the client', { scope: 'openid email' }, 'invalid_scope'],
  ])('rejects a request without %s', async (_, parameters, error) => {
    const browser = createBrowser();
    const url = authorizationUrl(requestOf(cognito), {
      code_challenge: createPkce().challenge,
      state: 's',
      ...parameters,
    });
    const { status, location, text } = await browser.get(url);
    const target = location === undefined ? text : location;
    expect(status, target).toBeLessThan(500);
    expect(target).toContain(error);
    expect(target).not.toMatch(/code=/);
  });
});

describe('an authorization code', () => {
  const exchange = async (changes: Readonly<Record<string, string>>, challengeOf = createPkce()) => {
    const code = await codeFrom(challengeOf.challenge);
    const parameters = {
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      code,
      code_verifier: challengeOf.verifier,
      ...changes,
    };
    return { parameters, answer: await requestTokens(cognito.signInUrl, parameters) };
  };

  it.each([
    ['another verifier', { code_verifier: createPkce().verifier }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['another redirect URI', { redirect_uri: `${APPLICATION}/` }, 'invalid_grant'],
  ])('rejects a code with %s', async (_, changes, error) => {
    const { answer } = await exchange(changes);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ error });
  });

  it('accepts a code once, and revokes its tokens on reuse', async () => {
    const { parameters, answer } = await exchange({});
    const { refresh_token: refreshToken } = Object(await answer.json());
    const again = await requestTokens(cognito.signInUrl, parameters);
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' });
    const refreshed = await requestTokens(cognito.signInUrl, {
      grant_type: 'refresh_token',
      client_id: CLIENT_ID,
      refresh_token: String(refreshToken),
    });
    expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' });
  });
});
