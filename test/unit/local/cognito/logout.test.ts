import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from '../../../support/clients/browser.ts';
import {
  authorizationUrl,
  createPkce,
  requestTokens,
  signIn,
} from '../../../support/organizations/sign-in.ts';
import {
  APPLICATION,
  addUser,
  CLIENT_ID,
  LOGOUT_URI,
  PASSWORD,
  REDIRECT_URI,
  requestOf,
  type SmallCognito,
  startSmallCognito,
} from './small-user-pool.ts';

const EMAIL = 'ada@example.com';

let cognito: SmallCognito;

beforeAll(async () => {
  cognito = await startSmallCognito();
  await addUser(cognito, EMAIL);
});

afterAll(async () => {
  await cognito.stop();
  expect(cognito.errors).toEqual([]);
});

const signOut = (browser: Browser, parameters: Readonly<Record<string, string>>) =>
  browser.get(`${cognito.signInUrl}/logout?${new URLSearchParams(parameters)}`);

const isSignedIn = async (browser: Browser): Promise<boolean> => {
  const url = authorizationUrl(requestOf(cognito), { code_challenge: createPkce().challenge });
  return (await browser.follow(url, REDIRECT_URI)).location !== undefined;
};

describe('signing out', () => {
  it('ends the session and sends the browser back to the application', async () => {
    const browser = createBrowser();
    await signIn({ ...requestOf(cognito), email: EMAIL, password: PASSWORD }, browser);
    expect(await isSignedIn(browser)).toBe(true);
    const thief = browser.copy();
    const answer = await signOut(browser, { client_id: CLIENT_ID, logout_uri: LOGOUT_URI });
    expect([answer.status, answer.location]).toEqual([302, LOGOUT_URI]);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('works without a session', async () => {
    const answer = await signOut(createBrowser(), { client_id: CLIENT_ID, logout_uri: LOGOUT_URI });
    expect(answer.location).toBe(LOGOUT_URI);
  });

  it('keeps refresh tokens valid', async () => {
    const browser = createBrowser();
    const request = { ...requestOf(cognito), email: EMAIL, password: PASSWORD };
    const { refreshToken } = await signIn(request, browser);
    await signOut(browser, { client_id: CLIENT_ID, logout_uri: LOGOUT_URI });
    const answer = await requestTokens(cognito.signInUrl, {
      grant_type: 'refresh_token',
      client_id: CLIENT_ID,
      refresh_token: refreshToken,
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    { client_id: CLIENT_ID, logout_uri: 'https://attacker.example/' },
    { client_id: CLIENT_ID, logout_uri: `${LOGOUT_URI}x` },
    { client_id: CLIENT_ID, logout_uri: APPLICATION },
    { client_id: CLIENT_ID, logout_uri: REDIRECT_URI },
    { client_id: CLIENT_ID, logout_uri: '' },
    { client_id: 'unknown', logout_uri: LOGOUT_URI },
    { client_id: CLIENT_ID },
    {},
  ])('rejects %j', async (parameters) => {
    const browser = createBrowser();
    await signIn({ ...requestOf(cognito), email: EMAIL, password: PASSWORD }, browser);
    const answer = await signOut(browser, parameters);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(await isSignedIn(browser)).toBe(true);
  });
});
