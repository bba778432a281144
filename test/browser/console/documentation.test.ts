import { describe, expect } from 'vitest';
import { send } from '../../support/http/http.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import { consoleUrl, test } from '../support/visit.ts';

const docs = (): string => `${consoleUrl()}/docs`;

describe('the documentation', () => {
  test('serves the documentation publicly, accessible in light and dark, at 360 and 1440 pixels', async ({
    visit,
  }) => {
    const { page } = await visit({ as: null });
    await page.goto(`${docs()}/verifying-webhooks`);
    expect(await checkAppearance(page, 'documentation-guide')).toEqual([]);

    await page.goto(`${docs()}/reference-get-call-list`);
    expect(await checkAppearance(page, 'documentation-reference')).toEqual([]);
  });

  test('opens a page at its top, with the whole width of a phone for its text', async ({ visit }) => {
    const { page } = await visit({ as: null });
    await page.goto(`${docs()}/reference-list-people`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const navigation = page.getByRole('navigation', { name: 'Documentation' });
    const current = navigation.getByRole('link', { name: 'List people' });
    expect((await current.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await page.getByRole('main').boundingBox())?.width).toBe(360);
  });

  test('links from the index to a guide, to an operation, and back to the console', async ({ visit }) => {
    const { page } = await visit({ as: null });
    await page.goto(docs());
    await page.getByRole('main').getByRole('link', { name: 'Errors' }).click();
    await page.getByRole('heading', { name: 'quota-exceeded' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByText('All pages').click();
    const navigation = page.getByRole('navigation', { name: 'Documentation' });
    expect(await navigation.locator('[aria-current=page]').textContent()).toBe('Errors');
    await navigation.getByRole('link', { name: 'API reference', exact: true }).click();
    await page.getByRole('link', { name: 'Get a call list with its entries' }).click();
    await page.waitForURL('**/docs/reference-get-call-list');
    await page.getByRole('link', { name: 'Console', exact: true }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('searches by keyboard, and leads to the heading', async ({ visit }) => {
    const { page } = await visit({ as: null });
    await page.goto(`${docs()}/errors`);
    await page.keyboard.press('/');
    await page.keyboard.type('nextCallBefore');
    const results = page.locator('.search-results');
    await results.getByRole('link', { name: 'Call lists and entries' }).waitFor();
    expect(await checkAppearance(page, 'documentation-search')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/*');
    await page.getByRole('searchbox').fill('quota exceeded');
    await results.getByRole('link', { name: 'quota-exceeded', exact: true }).click();
    await page.waitForURL('**/docs/errors#quota-exceeded');
    expect(await results.isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('xyzzy');
    await results.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    expect(await results.isVisible()).toBe(false);
  });

  test('copies code', async ({ visit }) => {
    const { page, context } = await visit({ as: null });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${docs()}/finding-records`);
    const block = page.locator('.code').first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await block.locator('code').textContent());
  });

  test('opens from the console in a new tab', async ({ visit }) => {
    const { page, context } = await visit({ as: 'member' });
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Documentation' }).click();
    await (await opened).getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    expect((await opened).url()).toBe(docs());
  });

  test('returns 404 with a link to the index for an unknown page', async () => {
    const { status, text, headers } = await send(`${docs()}/nothing`, {});
    expect([status, JSON.parse(text).detail]).toEqual([404, expect.stringContaining('/console/docs')]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
