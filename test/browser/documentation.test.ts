import { describe, expect } from 'vitest';
import { send } from '../support/http.ts';
import { lookAt } from './support/look-at.ts';
import { consoleUrl, test } from './support/visit.ts';

const docs = (): string => `${consoleUrl()}/docs`;

/** axe-core takes seconds for hundreds of sections that are alike: some of each kind are left. */
const thinOut = (): void => {
  for (const each of document.querySelectorAll('section:not(:nth-of-type(12n + 1))')) each.remove();
};

describe('the documentation', () => {
  test('can be read by everybody without signing in, light and dark, at 360 and at 1440 pixels', async ({
    visit,
  }) => {
    const { page } = await visit({ as: null });
    await page.goto(`${docs()}/verifying-webhooks`);
    expect(await lookAt(page, 'documentation-guide')).toEqual([]);

    await page.goto(`${docs()}/reference`);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.evaluate(thinOut);
    expect(await lookAt(page, 'documentation-reference')).toEqual([]);
  });

  test('leads from the list to a guide, to an operation, and back to the console', async ({ visit }) => {
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
    await page.waitForURL('**/docs/reference#getCallList');
    await page.getByRole('link', { name: 'Console', exact: true }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('is opened from the console in a tab of its own', async ({ visit }) => {
    const { page, context } = await visit({ as: 'member' });
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Documentation' }).click();
    await (await opened).getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    expect((await opened).url()).toBe(docs());
  });

  test('says of a page that there is not where the others are', async () => {
    const { status, text, headers } = await send(`${docs()}/nothing`, {});
    expect([status, JSON.parse(text).detail]).toEqual([404, expect.stringContaining('/console/docs')]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
