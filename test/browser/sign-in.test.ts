import { describe, expect } from 'vitest';
import { API_KEYS, consoleUrl, fillSignIn, test } from './support/visit.ts';

describe('signing in', () => {
  test('by the sign-in page leads to where the address pointed, and leaves nothing of it in the address', async ({
    visit,
  }) => {
    const { page } = await visit({ as: null, path: `${API_KEYS}/create` });
    await fillSignIn(page, 'admin');
    expect(page.url()).toBe(`${consoleUrl()}#/${API_KEYS}/create`);
    expect(await page.getByRole('dialog', { name: 'Create an API key' }).isVisible()).toBe(true);
    expect(await page.title()).toBe('API keys · Sales Data console');
  });

  test('goes unnoticed when the page is loaded again', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.reload();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(page.url()).toBe(`${consoleUrl()}#/${API_KEYS}`);
  });

  test('keeps no token and no code anywhere but in memory', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).toBe('[{},{}]');
    expect(await page.context().cookies(consoleUrl())).not.toContainEqual(
      expect.objectContaining({ value: expect.stringMatching(/^ey/) }),
    );
  });

  test.for([
    ['the sign-in page said no', 'error=access_denied&state=STATE', 'Sign-in was denied'],
    ['the state is not the one that was sent', 'code=abc&state=other', 'was not started in this tab'],
    ['the code is not known any more', 'code=abc&state=STATE', 'has expired or was already used'],
  ] as const)(
    'that failed because %s says what to do, and can be tried again',
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

  test('ends on both sides by signing out', async ({ visit }) => {
    const { page, requests } = await visit({ as: null });
    await fillSignIn(page, 'member');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You have signed out' }).waitFor();
    expect(requests.some((url) => url.endsWith('/oauth2/revoke'))).toBe(true);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
  });
});
