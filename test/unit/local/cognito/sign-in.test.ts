import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import {
  authorizationUrl,
  createPkce,
  requestTokens,
  signIn,
  submitCredentials,
} from '../../../support/sign-in.ts';
import {
  APPLICATION,
  addUser,
  CLIENT_ID,
  clientResource,
  PASSWORD,
  REDIRECT_URI,
  requestOf,
  type SmallCognito,
  startSmallCognito,
} from './small-user-pool.ts';

const EMAIL = 'ada@example.com';
const OTHER_CLIENT_ID = 'other00000000000000000000';
const credentials = { email: EMAIL, password: PASSWORD };

let cognito: SmallCognito;

beforeAll(async () => {
  cognito = await startSmallCognito({
    clients: [
      clientResource(),
      clientResource({ ReadAttributes: undefined, AllowedOAuthScopes: ['openid'] }, OTHER_CLIENT_ID),
    ],
  });
  await addUser(cognito, EMAIL, { groups: ['admin', 'member'] });
});

afterAll(async () => {
  await cognito.stop();
  expect(cognito.errors).toEqual([]);
});

/** Where the browser ends up when it asks to sign in with these parameters. */
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
  it("ends with tokens like Cognito's", async () => {
    const { idToken, accessToken } = await signIn({ ...requestOf(cognito), ...credentials });
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
    expect(decodeJwt(accessToken)).toEqual({
      sub,
      iss: cognito.issuer,
      client_id: CLIENT_ID,
      token_use: 'access',
      scope: 'openid email profile',
      auth_time: seconds,
      iat: seconds,
      exp: seconds,
      jti: expect.any(String),
      username: sub,
      'cognito:groups': ['admin', 'member'],
    });
    expect(decodeProtectedHeader(accessToken)).toEqual(decodeProtectedHeader(idToken));
    const lifetime = (token: string): number => {
      const { iat = 0, exp = 0 } = decodeJwt(token);
      return exp - iat;
    };
    expect([lifetime(idToken), lifetime(accessToken)]).toEqual([20 * 60, 15 * 60]);
  });

  it('gives no groups to who is in none', async () => {
    await addUser(cognito, 'b@example.com');
    const { idToken, accessToken } = await signIn({
      ...requestOf(cognito),
      email: 'B@example.com',
      password: PASSWORD,
    });
    expect(decodeJwt(idToken)).not.toHaveProperty('cognito:groups');
    expect(decodeJwt(accessToken)).not.toHaveProperty('cognito:groups');
  });

  it.each([
    ['openid', CLIENT_ID, ['email', 'custom:organization_id']],
    ['openid email', CLIENT_ID, ['email']],
    ['openid profile', CLIENT_ID, ['email', 'custom:organization_id']],
    ['openid', OTHER_CLIENT_ID, ['email', 'given_name']],
  ])('with the scopes "%s" tells %s of what it may read: %j', async (scope, clientId, names) => {
    const tokens = await signIn({ ...requestOf(cognito), ...credentials, scope, clientId });
    const claims = decodeJwt(tokens.idToken);
    const attributes = ['email', 'custom:organization_id', 'given_name'];
    expect(attributes.filter((name) => name in claims)).toEqual(names);
  });

  it('happens once for a browser, and anew when asked to', async () => {
    const browser = createBrowser();
    await signIn({ ...requestOf(cognito), ...credentials }, browser);
    expect((await authorize({}, browser)).location).toMatch(/\?code=/);
    expect((await authorize({ prompt: 'login' }, browser)).text).toContain('<form');
    expect((await authorize({ prompt: 'none' })).location).toMatch(/\?error=login_required/);
  });

  it('as somebody else ends the session of who was there before', async () => {
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

  it('is not possible for a disabled user, not even with a session', async () => {
    const user = await addUser(cognito, 'd@example.com');
    const request = { ...requestOf(cognito), ...credentials, email: user.email };
    const browser = createBrowser();
    await signIn(request, browser);
    await cognito.users.put({ ...user, enabled: false });
    await expect(signIn(request)).rejects.toThrow(/Not signed in \(401\).*not right/s);
    expect((await authorize({}, browser)).text).toContain('<form');
    await expect(signIn(request, browser)).rejects.toThrow(/Not signed in \(401\)/);
    await cognito.users.put({ ...user, enabled: true });
    await signIn(request, browser);
  });

  it('does not end with a code for a user who was deleted meanwhile', async () => {
    const user = await addUser(cognito, 'e@example.com');
    const browser = createBrowser();
    const form = await authorize({}, browser);
    const answer = await browser.submit(form, { email: user.email, password: PASSWORD });
    await cognito.users.remove(user.sub);
    const next = await browser.follow(answer.location ?? '', REDIRECT_URI);
    expect(next.location).toBeUndefined();
    expect(next.text).toContain('<form');
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
  ])('is not sent on to %s, which is not registered', async (redirectUri) => {
    const answer = await authorize({ redirect_uri: redirectUri });
    expect(answer.location).toBeUndefined();
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it('is not sent on for a client that there is not', async () => {
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
    ['scopes of the client', { client_id: OTHER_CLIENT_ID, scope: 'openid email' }, 'invalid_scope'],
  ])('is refused without %s', async (_, parameters, error) => {
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
    ['another client', { client_id: OTHER_CLIENT_ID }, 'invalid_grant'],
    ['a client that there is not', { client_id: 'nobody' }, 'invalid_client'],
    ['another redirect URI', { redirect_uri: `${APPLICATION}/` }, 'invalid_grant'],
  ])('is worth nothing with %s', async (_, changes, error) => {
    const { answer } = await exchange(changes);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ error });
  });

  it('can be used once, and a second try ends what came of the first', async () => {
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
