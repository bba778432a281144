import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { admin, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { type CallListLine, sampleData } from '../../support/records/sample-data.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';
import { rowOf } from '../support/api-keys.ts';
import { follow, tabTo, untilFocused } from '../support/keyboard.ts';
import { API_KEYS, organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const CALL_LISTS = 'organization/data/call-lists';
const USERS = 'organization/settings/users';
const KEYS = 55;

/** Without a place to break. */
const LONG_NAME = `Long${'x'.repeat(396)}`;

useOwnOrganization();

beforeAll(async () => {
  const as = await userOf('admin');
  await createKeyAs(as, { name: 'First of all' });
  for (let index = 0; index < KEYS; index++) await createKeyAs(as, { name: `System ${index}` });
  const [newest] = bodyOf<{ items: { id: string }[] }>(await admin('/api-keys', { as })).items;
  bodyOf(await admin(`/api-keys/${newest?.id}`, { as, method: 'DELETE' }));
  const { callLists } = sampleData('Lists');
  const [callList] = callLists;
  if (callList === undefined) throw new Error('There is no sample call list.');
  const long: CallListLine = { ...callList, name: LONG_NAME, entries: [] };
  await importRecords(await organizationIdOf(), { 'call-lists': [long] }, ['--silent']);
});

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('a list in the console', () => {
  test('filters and searches all of it, with the filters in the address', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.getByText(`1–50 of ${KEYS}`).waitFor();
    await page.getByLabel('Search keys').fill('first OF');
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await rows(page).textContent()).toContain('First of all');
    expect(page.url()).toContain('search=first+OF');

    await page.getByRole('radio', { name: 'Revoked' }).check();
    await page.getByText('No revoked key matches “first OF”').waitFor();
    await page.reload();
    await page.getByText('No revoked key matches “first OF”').waitFor();
    expect(await page.getByLabel('Search keys').inputValue()).toBe('first OF');
    await page.getByRole('link', { name: 'Search all keys' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.goBack();
    await page.getByText('No revoked key matches “first OF”').waitFor();
    await page.getByRole('link', { name: 'Clear the search' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await page.getByLabel('Search keys').inputValue()).toBe('');
  });

  test('never puts the secret of a pasted key into the address', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin' });
    const id = '0123456789abcdef0123456789abcdef';
    await page.getByLabel('Search keys').fill(`sd_live_${id}_${'s3cret'.repeat(8)}x`);
    await page.getByText('No active key matches').waitFor();
    expect(page.url()).toContain(`search=${id}`);
    expect([page.url(), ...requests].join()).not.toContain('s3cret');
  });

  test('sorts through the service, in both directions', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await rowOf(page, 'System').waitFor();
    await page.getByRole('link', { name: 'Key', exact: true }).click();
    await expect.poll(() => rows(page).first().textContent()).toContain('First of all');
    const header = page.getByRole('columnheader', { name: 'Key' });
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('link', { name: 'Key', exact: true }).click();
    await expect.poll(() => rows(page).first().textContent()).toContain('System 9');
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    expect(page.url()).toContain('sort=-name');
  });

  test('sorts, filters and turns pages by keyboard, never below its header', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', viewport: { width: 1440, height: 600 } });
    await follow(page, 'link', 'Key');
    await expect.poll(() => rows(page).first().textContent()).toContain('First of all');
    await untilFocused(page, 'link', 'Key');
    await tabTo(page, 'radio', 'Active', 'Shift+Tab');
    for (const state of ['Expired', 'Revoked', 'All']) {
      await page.keyboard.press('ArrowRight');
      await untilFocused(page, 'radio', state);
    }
    await page.getByText(`1–50 of ${KEYS + 1}`).waitFor();
    await page.keyboard.press(']');
    await page.getByText(`51–${KEYS + 1} of ${KEYS + 1}`).waitFor();
    const collection = page.locator('.collection');
    expect(await collection.evaluate((element) => element === document.activeElement)).toBe(true);
    await follow(page, 'link', 'Previous');
    await page.getByText(`1–50 of ${KEYS + 1}`).waitFor();
    // Upwards, the header covers the top of the window.
    await page.getByRole('link', { name: 'Next' }).focus();
    await tabTo(page, 'link', 'System 40', 'Shift+Tab');
  });

  test('returns to its page and position on Back and after a reload', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', viewport: { width: 900, height: 500 } });
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText(`51–${KEYS} of ${KEYS}`).waitFor();
    await page.reload();
    await page.getByText(`51–${KEYS} of ${KEYS}`).waitFor();
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByText(`1–50 of ${KEYS}`).waitFor();

    await page.mouse.wheel(0, 1_200);
    await expect.poll(() => page.evaluate(() => history.state?.scroll)).toBe(1_200);
    await page.evaluate(() => {
      location.hash = '#/organization/developer/usage';
    });
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1_200);
    await page.reload();
    await rowOf(page, 'System').waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1_200);
  });

  test('keeps its filters behind a dialog', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${API_KEYS}?search=first` });
    await rowOf(page, 'First of all').getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain('search=first');
    expect(await rows(page).count()).toBe(1);
  });

  test('shows users by email, role and status', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const { email } = await userOf('member');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByLabel('Search users').fill(email.slice(0, 20).toUpperCase());
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Role').selectOption('Admins');
    await page.getByText('No matching users').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  test('shows a table from 900 pixels, whose header stays in view', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', viewport: { width: 900, height: 500 } });
    await rowOf(page, 'System').waitFor();
    const display = () =>
      rows(page)
        .first()
        .evaluate((row) => getComputedStyle(row).display);
    expect(await display()).toBe('table-row');
    await page.mouse.wheel(0, 800);
    const header = page.getByRole('columnheader', { name: 'Key' });
    await expect.poll(() => header.evaluate((cell) => cell.getBoundingClientRect().top)).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(display).toBe('grid');
  });

  test('shows all texts whole by one button, and has no tab stop for each', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', viewport: { width: 900, height: 800 } });
    await rowOf(page, 'System').waitFor();
    const cut = page.locator('.clip.is-clipped');
    await expect.poll(() => cut.count()).toBeGreaterThan(0);
    expect(await page.locator('.clip[tabindex="0"]').count()).toBe(0);
    await follow(page, 'button', 'Show whole texts');
    await expect.poll(() => cut.count()).toBe(0);
    const hidden = await page
      .locator('.clip-text')
      .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth + 1).length);
    expect(hidden).toBe(0);
    expect(await isWiderThanWindow(page)).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(() => cut.count()).toBeGreaterThan(0);
  });

  test('loads a list again for a user who returns to the tab, at most once a minute', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin' });
    await page.clock.install();
    await page.reload();
    await rowOf(page, 'System').waitFor();
    const loads = () => requests.filter((url) => url.includes('/api-keys?')).length;
    const returnToTab = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const before = loads();
    await returnToTab();
    await page.clock.fastForward(61_000);
    expect(loads()).toBe(before);
    await returnToTab();
    await expect.poll(loads).toBe(before + 1);
    await returnToTab();
    expect(loads()).toBe(before + 1);
  });

  test('cuts a long text, shows it on focus and hover, and never widens the page', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: CALL_LISTS });
    const link = page.getByRole('link', { name: LONG_NAME });
    await link.waitFor();
    const height = () => link.evaluate((element) => element.getBoundingClientRect().height);
    const rowHeight = () =>
      rows(page)
        .first()
        .evaluate((element) => element.getBoundingClientRect().height);
    for (const width of [900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(height).toBeLessThan(30);
      const before = await rowHeight();
      await link.focus();
      await expect.poll(height).toBeGreaterThan(60);
      expect(await rowHeight()).toBe(before);
      expect(await isWiderThanWindow(page)).toBe(false);
      await link.blur();
      await link.hover();
      await expect.poll(height).toBeGreaterThan(60);
      await page.mouse.move(0, 0);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await isWiderThanWindow(page)).toBe(false);
    await link.click();
    await page.getByRole('heading', { name: LONG_NAME }).waitFor();
    expect(await page.title()).toBe(`${LONG_NAME} · Call lists · Sales Data console`);
    for (const width of [390, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await isWiderThanWindow(page)).toBe(false);
    }
  });
});
