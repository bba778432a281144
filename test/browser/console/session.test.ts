import type { Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { API_KEYS, consoleUrl, fillSignIn, test } from '../support/visit.ts';

const unauthorized = (route: Route): Promise<void> => route.fulfill({ status: 401, json: {} });
const refused = (route: Route): Promise<void> =>
  route.fulfill({
    status: 400,
    json: { error: 'invalid_grant' },
    headers: { 'Access-Control-Allow-Origin': '*' },
  });

describe('the console', () => {
  test('keeps form input when the session expires, until after the next sign-in', async ({ visit }) => {
    const { page, context } = await visit({ as: 'admin', path: `${API_KEYS}/create` });
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Half a form');
    await form.getByRole('checkbox', { name: 'Read people' }).check();
    await form.getByLabel('Expires').selectOption('90');
    await page.route('**/api-keys', unauthorized);
    await page.route('**/oauth2/token', refused);
    await context.clearCookies();
    await form.getByRole('button', { name: 'Create key' }).click();

    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    await page.unrouteAll();
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    await fillSignIn(page, 'admin');
    expect(page.url()).toBe(`${consoleUrl()}#/${API_KEYS}/create`);
    expect(await form.getByLabel('Name').inputValue()).toBe('Half a form');
    expect(await form.getByRole('checkbox', { name: 'Read people' }).isChecked()).toBe(true);
    expect(await form.getByLabel('Expires').inputValue()).toBe('90');

    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Create key' }).click();
    expect(await form.getByLabel('Name').inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe('{}');
  });

  test('explains missing access to a user, who can sign out', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const detail = 'Your organization’s sign-in gives you no role in this service.';
    await page.route('**/session', (route) =>
      route.fulfill({ status: 403, json: { status: 403, title: 'Forbidden', detail } }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'No access' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain(detail);
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).not.toContain('API keys');
    expect(await page.title()).toBe('No access · Sales Data console');
    expect(await page.getByRole('button', { name: 'Sign out' }).isEnabled()).toBe(true);
  });

  test('renews rejected tokens and repeats the request', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin' });
    let refusals = 0;
    await page.route('**/api-keys', (route) => {
      refusals++;
      return refusals === 1 ? unauthorized(route) : route.continue();
    });
    await page.getByRole('link', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('After a renewal');
    await page.getByRole('checkbox', { name: 'Read people' }).check();
    const before = requests.filter((url) => url.endsWith('/oauth2/token')).length;
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Copy your key now' }).waitFor();
    expect(requests.filter((url) => url.endsWith('/oauth2/token')).length).toBe(before + 1);
  });

  test('renews tokens before they expire', async ({ visit }) => {
    const { page, context } = await visit({ as: 'admin' });
    await context.clock.install();
    await page.reload();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    const renewal = page.waitForRequest((request) => request.postData()?.includes('refresh_token') ?? false);
    await context.clock.fastForward('14:30');
    expect((await renewal).url()).toContain('/oauth2/token');
  });
});
