import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { admin, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { call } from '../../support/service/service.ts';
import { findings } from '../support/accessibility.ts';
import { test, useOwnOrganization, userOf } from '../support/visit.ts';

const USAGE = 'organization/developer/usage';

useOwnOrganization();

/** All, succeeded, refused and failed. */
const figures = (page: Page): Promise<readonly string[]> =>
  page.locator('.figures').getByRole('definition').allTextContents();

describe('usage', () => {
  test('covers a member’s own keys or all keys for an admin, by outcome', async ({ visit }) => {
    const empty = await visit({ as: 'member', path: USAGE });
    await empty.page.getByRole('link', { name: 'Create a key' }).waitFor();

    const theirs = await createKeyAs(await userOf('admin'), { name: 'Of the admin', plan: 'high-volume' });
    const own = await createKeyAs(await userOf('member'), { name: 'Of the member' });
    const body = { permissions: ['call-list:read'] };
    bodyOf(await admin(`/api-keys/${own.id}`, { as: await userOf('admin'), method: 'PATCH', body }));
    for (let count = 0; count < 3; count++) await call('/v1/call-list', { key: own.key });
    await call('/v1/person', { key: own.key });
    await call('/v1/person', { key: theirs.key });

    const member = await visit({ as: 'member', path: USAGE });
    const table = member.page.getByRole('table', { name: 'Usage per key' });
    const row = table.getByRole('row', { name: own.name });
    await row.waitFor();
    await expect
      .poll(async () => {
        await member.page.reload();
        await row.waitFor();
        return row.getByRole('cell').allTextContents();
      })
      .toEqual(['4', '3', '1 refused requests with Of the member1 forbidden', '0', 'less than 0.1%']);
    expect(await table.getByRole('row', { name: theirs.name }).count()).toBe(0);
    await member.page.getByText('Refused: 1 forbidden.').waitFor();
    expect(await figures(member.page)).toEqual(['4', '3', '1', '0']);

    const { page } = await visit({ as: 'admin', path: USAGE });
    await page.getByRole('row', { name: theirs.name }).waitFor();
    expect(await page.getByRole('row', { name: own.name }).count()).toBe(1);
    await page.getByText('Refused: 2 forbidden.').waitFor();
    expect(await figures(page)).toEqual(['5', '3', '2', '0']);
    expect(await findings(page)).toEqual([]);
  });

  test('is sorted by a column that is in the address, and leads to the refused requests', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: USAGE });
    const names = page.getByRole('table', { name: 'Usage per key' }).getByRole('rowheader').getByRole('link');
    await names.first().waitFor();
    expect(await names.allTextContents()).toEqual(['Of the member', 'Of the admin']);
    await page.getByRole('link', { name: 'Succeeded' }).click();
    await page.getByRole('link', { name: 'Succeeded' }).click();
    await expect.poll(() => names.allTextContents()).toEqual(['Of the admin', 'Of the member']);
    expect(page.url()).toContain('sort=succeeded');
    await page.getByRole('link', { name: 'refused requests with Of the admin' }).click();
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Requests' }).getByRole('row').count()).toBe(2);
  });

  test('has a chart, and a table by day on demand, for the chosen number of days', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USAGE });
    const table = page.getByRole('table', { name: 'Requests with all keys per day' });
    for (const days of [30, 90]) {
      await page.getByRole('radio', { name: `${days} days` }).check();
      // Another period may replace the section while it is being opened.
      const countRows = async (): Promise<number> => {
        if (!(await table.isVisible())) await page.getByText('By day').press('Enter');
        return table.getByRole('row').count();
      };
      // Includes the heading row.
      await expect.poll(countRows).toBe(days + 1);
    }
    expect(await table.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      '3',
      '2',
      '0',
      '2 forbidden',
    ]);
    expect(await table.getByRole('row').last().getByRole('cell').first().textContent()).toBe('–');
    await expect.poll(() => page.locator('.chart .chart-bar').count()).toBe(2);
    expect(page.url()).toContain('days=90');
  });
});
