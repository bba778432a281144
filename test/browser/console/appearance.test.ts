import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { closeWithoutCopying, createKey, openAction } from '../support/api-keys.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import { consoleUrl, test, useOwnOrganization } from '../support/visit.ts';

/** The screens in order, by the name of their screenshot. Each continues from the previous one. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
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
    await closeWithoutCopying(page);
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
  test('passes accessibility checks and fits in light and dark, at 360 and 1440 pixels', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin' });
    for (const [screen, show] of Object.entries(SCREENS)) {
      await show(page);
      expect({ screen, problems: await checkAppearance(page, screen) }).toEqual({ screen, problems: [] });
    }
  });

  test('passes accessibility checks for a member, and without any keys', async ({ visit }) => {
    const { page } = await visit({ as: 'member' });
    await page.getByText('No keys yet').waitFor();
    expect(await checkAppearance(page, 'empty')).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await checkAppearance(page, 'menu')).toEqual([]);
    await page.goto(`${page.url()}/create`);
    expect(await checkAppearance(page, 'create-member')).toEqual([]);
  });

  test('keeps the controls of the header apart at 360 pixels', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', viewport: { width: 360, height: 740 } });
    const search = await page.getByRole('button', { name: 'Find anything' }).boundingBox();
    const signOut = await page.getByRole('button', { name: 'Sign out' }).boundingBox();
    expect((search?.x ?? 0) + (search?.width ?? 0)).toBeLessThanOrEqual(signOut?.x ?? 0);
    expect((signOut?.x ?? 0) + (signOut?.width ?? 0)).toBeLessThanOrEqual(360);
  });

  test('updates the focus and the title when the view changes', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.evaluate(() => {
      location.hash = '#/nowhere';
    });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    expect(await page.title()).toBe('Page not found · Sales Data console');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${consoleUrl()}#/`);
  });

  test('passes accessibility checks on the pages before sign-in', async ({ visit }) => {
    const { page } = await visit({ as: null });
    await page.getByLabel('Password').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.goto(`${consoleUrl()}?code=of&state=nobody`);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(await checkAppearance(page, 'not-signed-in')).toEqual([]);
  });
});
