import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import { test, useOwnOrganization, userOf } from '../support/visit.ts';

const SETTINGS = 'organization/settings/general';

useOwnOrganization();

const storedDays = async (): Promise<unknown> =>
  bodyOf<{ recordRetentionDays: unknown }>(await admin('/organization', { as: await userOf('admin') }))
    .recordRetentionDays;

const field = (page: Page) => page.getByLabel('Delete unused people and companies after (days)');

const save = async (page: Page, days: string): Promise<void> => {
  await field(page).fill(days);
  await page.getByRole('button', { name: 'Save retention' }).click();
};

describe('an admin who sets how long records are kept', () => {
  test('explains what retention means, and asks for confirmation', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: SETTINGS });
    await save(page, '90');
    const dialog = page.getByRole('dialog', { name: 'Delete unused records?' });
    await dialog.getByText('0 people, 0 companies and 0 calls').waitFor();
    const text = await dialog.textContent();
    expect(text).toMatch(/have not changed for 90 days.*the first ones on \d+ \w+ \d{4}.*cannot be undone/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await storedDays()).toBeNull();

    await save(page, '90');
    await dialog.getByRole('button', { name: 'Delete after 90 days' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved the retention.' }).waitFor();
    expect(await storedDays()).toBe(90);
  });

  test('confirms only a shorter retention period', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: SETTINGS });
    const saved = page.getByRole('status').filter({ hasText: 'Saved the retention.' });
    await save(page, '120');
    await saved.waitFor();
    expect(await storedDays()).toBe(120);
    await save(page, '30');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await save(page, '');
    await saved.waitFor();
    await expect.poll(storedDays).toBeNull();
  });

  test('loses unsaved days when the page is left, but not when the user signs in again', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: SETTINGS });
    const before = await field(page).inputValue();
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await page.route('**/retention-preview?*', (route) => route.fulfill({ status: 401, json: {}, headers }));
    await page.route('**/oauth2/token', (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_grant' }, headers }),
    );
    await save(page, '77');
    const signIn = page.getByRole('button', { name: 'Sign in again' });
    await signIn.waitFor();
    await page.unrouteAll();
    await signIn.click();
    await expect.poll(() => field(page).inputValue()).toBe('77');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.goBack();
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe(before);
  });

  test('sets how long events are kept, with errors next to the field', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: SETTINGS });
    const events = page.getByLabel('Keep events and webhook deliveries for (days)');
    for (const [typed, message] of [
      ['6', 'at least 7'],
      ['many', 'at least 7'],
      ['3650', 'Enter at most 30'],
    ] as const) {
      await events.fill(typed);
      await page.getByRole('button', { name: 'Save retention' }).click();
      await page.getByText(message).waitFor();
    }
    await events.fill('14');
    await page.getByRole('button', { name: 'Save retention' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete older events?' });
    await dialog.getByText('older than 14 days can no longer be read').waitFor();
    expect(bodyOf(await admin('/organization', { as: await userOf('admin') }))).toMatchObject({
      eventRetentionDays: null,
    });
    await dialog.getByRole('button', { name: 'Delete after 14 days' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved the retention.' }).waitFor();
    expect(bodyOf(await admin('/organization', { as: await userOf('admin') }))).toMatchObject({
      eventRetentionDays: 14,
    });
  });

  test.for(['29', '90.5', 'nonsense'])(
    'rejects %s days with an error next to the field',
    async (days, { visit }) => {
      const { page } = await visit({ as: 'admin', path: SETTINGS });
      await save(page, days);
      await page.getByText('Enter a whole number from 30 to 3650').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    },
  );
});
