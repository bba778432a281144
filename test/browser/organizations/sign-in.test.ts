import { describe, expect } from 'vitest';
import { API_KEYS, consoleUrl, fillSignIn, test } from '../support/visit.ts';

describe('signing in', () => {
  test('returns to the requested view, without the code in the address', async ({ visit }) => {
    const { page } = await visit({ as: null, path: `${API_KEYS}/create` });
    await fillSignIn(page, 'admin');
    expect(page.url()).toBe(`${consoleUrl()}#/${API_KEYS}/create`);
    expect(await page.getByRole('dialog', { name: 'Create an API key' }).isVisible()).toBe(true);
    expect(await page.title()).toBe('API keys · Sales Data console');
  });

  test('keeps the user signed in when the page is reloaded', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.reload();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(page.url()).toBe(`${consoleUrl()}#/${API_KEYS}`);
  });

  test('keeps tokens and codes in memory only', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toBe('[{},{}]');
    expect(await page.context().cookies(consoleUrl())).not.toContainEqual(
      expect.objectContaining({ value: expect.stringMatching(/^ey/) }),
    );
  });

  test.for([
    ['the sign-in page denies it', 'error=access_denied&state=STATE', 'Sign-in was denied'],
    ['the state differs', 'code=abc&state=other', 'was not started in this tab'],
    ['the code is unknown', 'code=abc&state=STATE', 'has expired or was already used'],
  ] as const)(
    'explains why sign-in failed and offers a retry when %s',
    async ([, query, text], { visit }) => {
      const { page, requests } = await visit({ as: null });
      await page.getByLabel('Email').waitFor();
      const sent = requests.find((url) => url.includes('/oauth2/authorize')) ?? '';
      const state = new URL(sent).searchParams.get('state') ?? '';
      await page.goto(`${consoleUrl()}?${query.replace('STATE', state)}`);
      await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
      expect(await page.getByRole('status').textContent()).toContain(text);
      await page.getByRole('button', { name: 'Try again' }).click();
      await fillSignIn(page, 'member');
    },
  );

  test('signs out of both the console and the sign-in page', async ({ visit }) => {
    const { page, requests } = await visit({ as: null });
    await fillSignIn(page, 'member');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You have signed out' }).waitFor();
    expect(requests.some((url) => url.endsWith('/oauth2/revoke'))).toBe(true);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
  });
});
