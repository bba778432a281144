import { describe, expect } from 'vitest';
import { test, useOwnOrganization } from '../support/visit.ts';

useOwnOrganization();

describe('the suppression list', () => {
  test('adds a number, shows no more of it than its hash, and lifts it', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/data/suppressions' });
    await page.getByText('Nothing is suppressed').waitFor();
    await page.getByRole('button', { name: 'Add to list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('0143');
    await dialog.getByRole('button', { name: 'Add to list' }).click();
    await dialog.getByText(/Line 1: .*country code/).waitFor();
    await dialog.getByRole('textbox').fill('+12025550143');
    await dialog.getByRole('button', { name: 'Add to list' }).click();
    const row = page.getByRole('row', { name: /Phone number.*an admin/ });
    await row.waitFor();
    expect(await page.locator('main').textContent()).not.toContain('0143');
    await page.getByRole('button', { name: 'Allow calls' }).click();
    await dialog.getByRole('textbox').fill('+1 (202) 555-0143');
    await dialog.getByRole('button', { name: 'Allow calls' }).click();
    await page.getByText('Nothing is suppressed').waitFor();
  });
});
