import { describe, expect } from 'vitest';
import { admin, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { call } from '../../support/service/service.ts';
import { test, useOwnOrganization, userOf } from '../support/visit.ts';

const USAGE = 'organization/developer/usage';

useOwnOrganization();

describe('usage', () => {
  test('compares a member’s own keys, or all keys for an admin, with the quota', async ({ visit }) => {
    const empty = await visit({ as: 'member', path: USAGE });
    await empty.page.getByRole('link', { name: 'Create a key' }).waitFor();

    const theirs = await createKeyAs(await userOf('admin'), { name: 'Of the admin', plan: 'high-volume' });
    const own = await createKeyAs(await userOf('member'), { name: 'Of the member' });
    const path = `/api-keys/${own.id}`;
    const body = { permissions: ['call-list:read'] };
    bodyOf(await admin(path, { as: await userOf('admin'), method: 'PATCH', body }));
    for (let count = 0; count < 3; count++) await call('/v1/call-list', { key: own.key });

    const member = await visit({ as: 'member', path: USAGE });
    const card = member.page.getByRole('region', { name: own.name });
    await card.getByText('standard · 100,000 per day').waitFor();
    expect(await card.textContent()).toMatch(/3 requests; most on .*: 3, less than 0\.1% of the daily quota/);
    expect(await member.page.getByRole('region', { name: theirs.name }).count()).toBe(0);

    const { page } = await visit({ as: 'admin', path: USAGE });
    await page.getByRole('region', { name: theirs.name }).getByText('high-volume · 2,000,000').waitFor();
    expect(await page.getByRole('region', { name: own.name }).count()).toBe(1);
  });

  test('charts usage for the chosen number of days, with a table for screen readers', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USAGE });
    const table = page.getByRole('table', { name: 'Requests per day' });
    const numbers = page.getByText('Daily numbers');
    for (const days of [7, 90]) {
      await page.getByRole('radio', { name: `${days} days` }).check();
      await expect.poll(() => page.locator('.chart-bar').count()).toBe(days);
      await numbers.press('Enter');
      // Includes the heading row.
      expect(await table.getByRole('row').count()).toBe(days + 1);
    }
    expect(await table.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      '3',
      'less than 0.1%',
    ]);
  });

  test('marks keys that are not metered', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/developer/try-it' });
    await page.route('**/usage?*', (route) =>
      route.fulfill({
        json: { items: [{ keyId: 'old', name: 'Old', plan: 'gone', days: [{ metered: null }] }] },
      }),
    );
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('Not metered: the key is revoked, expired or counted with its successor.').waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
  });
});
