import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { APP_REQUEST, clientId, REDIRECT_URI } from '../../support/agents/app-request.ts';
import { exchange, REQUEST, statusOf, type TokenResponse } from '../../support/agents/oauth-flow.ts';
import { listKeysAs } from '../../support/organizations/admin.ts';
import { rowOf } from '../support/api-keys.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import {
  API_KEYS,
  consoleUrl,
  fillSignIn,
  test,
  useOwnOrganization,
  userOf,
  type Visit,
} from '../support/visit.ts';

useOwnOrganization();

const request = (changes: Readonly<Record<string, string>> = {}): string =>
  `${consoleUrl()}?${new URLSearchParams({ ...REQUEST, ...changes })}`;

/** Answers for the client at its redirect URI. */
const serveClient = (page: Page): Promise<unknown> =>
  page.route(`${REDIRECT_URI}?*`, (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'Welcome back' }),
  );

/** The response that the client gets, once the user has decided. */
const responseAt = async ({ page, requests }: Visit): Promise<Readonly<Record<string, string>>> => {
  await page.getByText('Welcome back').waitFor();
  const url = new URL(page.url());
  expect(url.origin + url.pathname).toBe(REDIRECT_URI);
  const others = requests.splice(0).filter((each) => each.startsWith(REDIRECT_URI));
  expect(others).toEqual([page.url()]);
  return Object.fromEntries(url.searchParams);
};

const confirm = (page: Page): Promise<void> => page.getByRole('checkbox', { name: /I just started/ }).check();

const allow = async (page: Page): Promise<void> => {
  await confirm(page);
  await page.getByRole('button', { name: 'Allow' }).click();
};

const openAs = async (
  visit: (options: { as: 'admin' | 'member' }) => Promise<Visit>,
  role: 'admin' | 'member',
) => {
  const visited = await visit({ as: role });
  await serveClient(visited.page);
  await visited.page.goto(request());
  await visited.page.getByRole('heading', { name: 'Connect an unverified app?' }).waitFor();
  return visited;
};

describe('a user whom an app asks', () => {
  test('signs in, sees who asks for what, and allows some of it', async ({ visit }) => {
    const visited = await visit({ as: null, path: '' });
    const { page } = visited;
    await serveClient(page);
    await page.goto(request({ scope: 'person:read person:list company:list' }));
    await fillSignIn(page, 'admin');
    await page.getByRole('heading', { name: 'Connect an unverified app?' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    const facts = page.getByRole('main').locator('dl');
    await facts.getByText('Not verified', { exact: true }).waitFor();
    await facts.getByText('agent.example').waitFor();
    await facts.getByText((await userOf('admin')).email).waitFor();
    expect(await page.getByRole('checkbox', { name: /person:|company:/ }).count()).toBe(3);
    await page.getByRole('checkbox', { name: 'company:list' }).uncheck();
    await allow(page);
    const { code = '', state, iss } = await responseAt(visited);
    expect([state, iss]).toEqual([REQUEST.state, expect.stringMatching(/\/oauth$/)]);
    const tokens = (await exchange(code)).json as TokenResponse;
    expect(tokens.scope).toBe('person:read person:list');
    expect(await statusOf(tokens.access_token)).toBe(200);
    // The request was replaced in the history, so that Back does not ask again.
    await page.goBack();
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
  });

  test('cannot overlook that it is not verified', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const client_id = clientId('Claude (Anthropic), verified by claude.ai', [REDIRECT_URI]);
    await page.goto(request({ client_id }));
    await page.getByRole('heading', { name: 'Connect an unverified app?' }).waitFor();
    await page.getByText('This app is not verified').waitFor();
    // The name is a value, and part of no sentence.
    expect(
      await page.getByText('Anthropic').evaluateAll((all) => all.map(({ localName }) => localName)),
    ).toEqual(['q']);
    const submit = page.getByRole('button', { name: 'Allow' });
    expect(await submit.isDisabled()).toBe(true);
    await confirm(page);
    expect(await submit.isDisabled()).toBe(false);
  });

  test('chooses contact details, and may choose an end', async ({ visit }) => {
    const visited = await openAs(visit, 'admin');
    const { page } = visited;
    const contact = page.getByRole('checkbox', { name: 'person.contact:read' });
    expect(await contact.isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: 'person:read' }).isChecked()).toBe(true);
    await contact.check();
    await page.getByLabel('Expires').selectOption('In 90 days');
    await allow(page);
    const { code = '' } = await responseAt(visited);
    expect(((await exchange(code)).json as TokenResponse).scope).toContain('person.contact:read');
    const [app] = await listKeysAs(await userOf('admin'));
    const days = (Date.parse(app?.client?.endsAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(90, 1);
  });

  test('denies it, which creates no key', async ({ visit }) => {
    const before = await listKeysAs(await userOf('admin'));
    const visited = await openAs(visit, 'admin');
    await visited.page.getByRole('button', { name: 'Deny' }).click();
    expect(await responseAt(visited)).toEqual({
      error: 'access_denied',
      state: REQUEST.state,
      iss: expect.any(String),
    });
    expect(await listKeysAs(await userOf('admin'))).toHaveLength(before.length);
  });

  test('can grant nothing as a member', async ({ visit }) => {
    const visited = await openAs(visit, 'member');
    expect(await visited.page.getByRole('group', { name: 'Permissions' }).count()).toBe(0);
    await visited.page.getByText('until an admin grants it permissions').waitFor();
    await allow(visited.page);
    const { code = '' } = await responseAt(visited);
    expect(((await exchange(code)).json as TokenResponse).scope).toBe('');
  });

  test('sees the app among the keys, and revokes it there', async ({ visit }) => {
    const visited = await openAs(visit, 'admin');
    const { page } = visited;
    await allow(page);
    const { code = '' } = await responseAt(visited);
    const { access_token: token } = (await exchange(code)).json as TokenResponse;
    expect(await statusOf(token)).toBe(200);
    await page.goto(`${consoleUrl()}#/${API_KEYS}?search=Agent`);
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Agent' })
      .filter({ hasText: token.slice(-4) });
    await row.getByText('app', { exact: true }).waitFor();
    expect(await row.getByRole('link', { name: 'Rotate' }).count()).toBe(0);
    await row.getByRole('link', { name: 'Agent', exact: true }).click();
    await page.getByText(REQUEST.client_id, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await statusOf(token)).toBe(401);
  });
});

describe('an invalid request', () => {
  test.for([
    ['an unknown redirect URI', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri'],
    ['a client in a private network', { client_id: 'https://192.168.0.1/client.json' }, 'client_id'],
    ['no PKCE', { code_challenge_method: 'plain' }, 'code_challenge_method'],
  ] as const)('with %s stays in the console', async ([_, changes, parameter], { visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.goto(request(changes));
    await page.getByRole('heading', { name: 'The app cannot be connected' }).waitFor();
    await page.getByRole('alert').getByText(parameter).waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(consoleUrl()).origin);
    expect(await page.getByRole('button', { name: /Allow|Deny/ }).count()).toBe(0);
  });

  test('repeats no parameter', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.goto(`${request()}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`);
    await page.getByRole('alert').getByText('redirect_uri').waitFor();
  });
});

describe('the page', () => {
  test('cannot be framed', async ({ visit }) => {
    const { page, pageErrors } = await visit({ as: 'admin' });
    const framed = request();
    await page.route('**/elsewhere', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${framed.replaceAll('&', '&amp;')}"></iframe>`,
      }),
    );
    await page.goto(`${new URL(consoleUrl()).origin}/elsewhere`);
    await page.waitForLoadState('networkidle');
    expect(page.frames().map((frame) => frame.url())).not.toContain(framed);
    expect(pageErrors.splice(0).join()).toContain('frame-ancestors');
  });

  test('is accessible, and fits all screens', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.goto(
      request({ client_id: clientId('An agent with a long name for a narrow screen', [REDIRECT_URI]) }),
    );
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await checkAppearance(page, 'connect')).toEqual([]);
    await page.goto(request({ ...APP_REQUEST, redirect_uri: 'https://evil.example' }));
    await page.getByRole('alert').waitFor();
    expect(await checkAppearance(page, 'connect-invalid')).toEqual([]);
  });

  test('lists connected apps accessibly', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.goto(`${consoleUrl()}#/${API_KEYS}?state=all`);
    await rowOf(page, 'Agent').first().waitFor();
    expect(await checkAppearance(page, 'connected-apps')).toEqual([]);
  });
});
