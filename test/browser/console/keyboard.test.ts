import { describe, expect } from 'vitest';
import { follow, tabTo, untilFocused } from '../support/keyboard.ts';
import { test } from '../support/visit.ts';

describe('the console by keyboard', () => {
  test('skips to the content, and moves the focus to the heading of each view', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(page, 'button', 'Skip to content');
    await page.keyboard.press('Enter');
    await untilFocused(page, 'heading', 'API keys');
    const outline = await page
      .locator('#heading')
      .evaluate((heading) => getComputedStyle(heading).outlineStyle);
    expect(outline).toBe('none');
    await follow(page, 'link', 'Usage', 'Shift+Tab');
    await untilFocused(page, 'heading', 'Usage');
    await page.goBack();
    await untilFocused(page, 'heading', 'API keys');
  });

  test('searches, chooses with the arrow keys, and returns to where the focus was', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await tabTo(page, 'searchbox', 'Search keys');
    await page.keyboard.press('Control+k');
    await untilFocused(page, 'combobox', 'Search everything');
    await page.keyboard.type('us');
    const chosen = page.getByRole('option', { selected: true });
    // Results that arrive later would move what the arrow keys choose.
    await page.getByText(/^\d+ results$/).waitFor();
    expect(await chosen.textContent()).toContain('Usage');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toContain('Users');
    expect(await chosen.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe('solid');
    await page.keyboard.press('Escape');
    await untilFocused(page, 'searchbox', 'Search keys');

    // A slash in a field is a slash.
    await page.keyboard.type('/?');
    expect(await page.getByRole('searchbox', { name: 'Search keys' }).inputValue()).toBe('/?');
    await tabTo(page, 'button', 'Download CSV');
    await page.keyboard.press('/');
    await page.keyboard.type('usage');
    await page.getByText(/^\d+ results$/).waitFor();
    await page.keyboard.press('Enter');
    await untilFocused(page, 'heading', 'Usage');
  });

  test('keeps Tab within a dialog, which returns the focus', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await tabTo(page, 'link', 'Create key');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await tabTo(page, 'button', 'Close');
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('header, nav, main'))).toBe(null);
    }
    await page.keyboard.press('Escape');
    await untilFocused(page, 'link', 'Create key');
  });

  test('moves the focus to the first new row after loading more', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    let isFirst = true;
    await page.route('**/fields?*', async (route) => {
      const { items } = await (await route.fetch()).json();
      const json = isFirst ? { items: items.slice(0, 3), nextCursor: 'more' } : { items: items.slice(3, 6) };
      isFirst = false;
      await route.fulfill({ json });
    });
    await page.evaluate(() => {
      location.hash = '#/organization/data/fields';
    });
    await follow(page, 'button', 'Load more');
    const rows = page.getByRole('table', { name: 'Fields' }).locator('tbody > tr');
    await expect.poll(() => rows.count()).toBe(6);
    await expect.poll(() => rows.nth(3).evaluate((row) => row === document.activeElement)).toBe(true);
  });

  test('stays in the part of the page that is retried', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const problem = { title: 'Not now', status: 500, detail: 'Try again.' };
    const contentType = 'application/problem+json';
    await page.route('**/session', (route) => route.fulfill({ status: 500, contentType, json: problem }));
    await page.reload();
    await page.getByText('Not now').waitFor();
    await page.unroute('**/session');
    await follow(page, 'button', 'Retry');
    await page.getByText('Not now').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main');
  });

  test('opens the navigation of a phone', async ({ visit }) => {
    const { page } = await visit({
      as: 'admin',
      viewport: { width: 390, height: 800 },
      colorScheme: 'dark',
    });
    await follow(page, 'button', 'Menu');
    await follow(page, 'link', 'Webhooks');
    await untilFocused(page, 'heading', 'Webhooks');
  });
});
