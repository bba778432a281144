import { describe, expect } from 'vitest';
import { findings } from '../support/accessibility.ts';
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
    await dialog.getByRole('checkbox', { name: 'Read people' }).check();
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
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('table').waitFor();
    expect(await alert.count()).toBe(0);
  });

  test('loads most views when one is opened, and says what to do when it cannot', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin' });
    await page.getByRole('table').or(page.getByText('No keys yet')).waitFor();
    expect(requests.filter((url) => url.includes('later-views'))).toEqual([]);
    await page.route('**/later-views-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The console may have been updated').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.unroute('**/later-views-*.js');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect(requests.filter((url) => url.includes('later-views'))).toHaveLength(2);

    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    expect(await page.title()).toBe('Audit log · Sales Data console');
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
    await expect.poll(() => waiting.textContent()).toMatch(/\d s$/);
    // On a busy machine, ten seconds may have passed.
    const [seconds, buttons] = await page.locator('.loading').evaluate((element) => {
      const text = element.querySelector('[role="status"]')?.textContent ?? '';
      return [Number(/(\d+) s$/.exec(text)?.[1]), element.querySelectorAll('button').length] as const;
    });
    expect(seconds).toBeGreaterThanOrEqual(4);
    expect(buttons).toBe(seconds < 10 ? 0 : 1);
    await page.clock.runFor(7_000);
    await expect.poll(() => waiting.textContent()).toContain('This takes longer than usual.');
    isSlow = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    // Other tests revoke keys of the shared organization.
    await page.getByRole('table').or(page.getByText('No revoked keys')).waitFor();
  });
});
