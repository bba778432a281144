import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findings } from './support/accessibility.ts';
import { createKey, leaveValue, openAction } from './support/api-keys.ts';
import { lookAt } from './support/look-at.ts';
import { API_KEYS, consoleUrl, test, useOwnOrganization } from './support/visit.ts';

/** What there is to see, by the name of its screenshot, in the order in which it is looked at. */
const SIGHTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  create: async (page) => page.getByRole('link', { name: 'Create key' }).click(),
  refused: async (page) => {
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alert').waitFor();
  },
  value: async (page) => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await createKey(page, 'Data warehouse', ['Read people', 'Read call lists']);
    await page.getByRole('button', { name: 'Done' }).click();
  },
  list: async (page) => {
    await page.getByRole('button', { name: 'Close without copying' }).click();
    await createKey(page, 'Nightly export to the reporting system in Frankfurt');
    await leaveValue(page);
  },
  rotate: (page) => openAction(page, 'Rotate', 'Data warehouse'),
  revoke: async (page) => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await openAction(page, 'Revoke', 'Data warehouse');
  },
  all: async (page) => {
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'All' }).check();
  },
};

useOwnOrganization();

describe('the console', () => {
  test('can be used by everybody, light and dark, at 360 and at 1440 pixels', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    for (const [sight, show] of Object.entries(SIGHTS)) {
      await show(page);
      expect({ sight, wrong: await lookAt(page, sight) }).toEqual({ sight, wrong: [] });
    }
  });

  test('can be used by everybody before there is anything in it, and by a member', async ({ visit }) => {
    const { page } = await visit({ as: 'member' });
    await page.getByText('No keys yet').waitFor();
    expect(await lookAt(page, 'empty')).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await lookAt(page, 'menu')).toEqual([]);
    await page.goto(`${page.url()}/create`);
    expect(await lookAt(page, 'create-member')).toEqual([]);
  });

  test('moves the focus and the title along with the view', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.evaluate(() => {
      location.hash = '#/nowhere';
    });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    expect(await page.title()).toBe('Page not found · Sales Data console');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to API keys' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(page.url()).toContain(API_KEYS);
  });

  test('says it on pages for those who are not signed in, too', async ({ visit }) => {
    const { page } = await visit({ as: null });
    await page.getByLabel('Password').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(`${consoleUrl()}?code=of&state=nobody`);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(await lookAt(page, 'not-signed-in')).toEqual([]);
  });
});
