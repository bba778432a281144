import { describe, expect } from 'vitest';
import { API_KEYS, test } from '../support/visit.ts';

describe('the console', () => {
  test('shows the service’s error next to its field', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${API_KEYS}/create` });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    const field = dialog.getByLabel('Name');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await dialog.getByRole('alert').textContent()).toContain('Check your input');

    await field.fill('Ends on a day');
    await dialog.getByLabel('Expires').selectOption('date');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a date.').waitFor();
    await dialog.getByLabel('Last day').fill('2000-01-31');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a time in the future.').waitFor();
  });

  test('shows why the service is unavailable, and retries', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.route('**/api-keys?*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '60' },
        contentType: 'application/problem+json',
        json: { title: 'Service Unavailable', status: 503, detail: 'Not now.', requestId: 'request-1' },
      }),
    );
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/Service Unavailable.*Not now\..*request-1/);
    await page.unroute('**/api-keys?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
    expect(await alert.count()).toBe(0);
  });

  test('says how long it waits, and offers a retry after ten seconds', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.clock.install();
    let isSlow = true;
    await page.route('**/api-keys?*', (route) => (isSlow ? undefined : route.continue()));
    await page.getByRole('radio', { name: 'Revoked' }).check();
    const waiting = page.getByRole('status').filter({ hasText: 'Loading' });
    await waiting.waitFor();
    await page.clock.runFor(4_000);
    await expect.poll(() => waiting.textContent()).toContain('4 s');
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await page.clock.runFor(7_000);
    await expect.poll(() => waiting.textContent()).toContain('This takes longer than usual.');
    isSlow = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No keys yet').or(page.getByText('No revoked keys')).waitFor();
  });
});
