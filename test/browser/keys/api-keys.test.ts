import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { admin, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { call } from '../../support/service/service.ts';
import { closeWithoutCopying, createKey, issuedValue, openAction, rowOf } from '../support/api-keys.ts';
import { copy } from '../support/clipboard.ts';
import { tabTo } from '../support/keyboard.ts';
import { goTo } from '../support/view-paths.ts';
import { API_KEYS, consoleUrl, test, useOwnOrganization, userOf } from '../support/visit.ts';

const statusOf = async (key: string): Promise<number> => (await call('/v1/call-list', { key })).status;

useOwnOrganization();

describe('an admin', () => {
  test('shows the value of a new key once, with a working curl command', async ({ visit }) => {
    const { page, context } = await visit({
      as: 'admin',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const value = await createKey(page, 'Warehouse', ['Read call lists']);
    const command = await page.getByRole('dialog').locator('pre').nth(1).innerText();
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ totalCount: 0, items: [] });

    await expect.poll(() => copy(page, 'key')).toBe(value);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await rowOf(page, 'Warehouse').textContent()).toContain('call-list:read');
    expect(await page.content()).not.toContain(value);
    expect(JSON.stringify(await context.storageState())).not.toContain(value);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(value);
    await page.reload();
    await rowOf(page, 'Warehouse').waitFor();
    expect(await page.content()).not.toContain(value);
  });

  test('warns before it creates a key without permissions, and leads to them', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin', path: `${API_KEYS}/create` });
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Name').fill('Useless');
    const sent = () => requests.filter((url) => /\/api-keys$/.test(url)).length;
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('No permission is chosen').waitFor();
    expect(sent()).toBe(0);
    const first = dialog.getByRole('checkbox').first();
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Create without permissions' }).waitFor();
    await first.check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await issuedValue(page);
    expect(sent()).toBe(1);
    await closeWithoutCopying(page);
  });

  test('lets a key import for one source, whose imports name the key', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${API_KEYS}/create` });
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Name').fill('CRM sync');
    await dialog.getByRole('checkbox', { name: 'Import records' }).check();
    await dialog.getByLabel('Only source').fill('crm');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await issuedValue(page);
    await closeWithoutCopying(page);
    const importRows = (source: string) =>
      call('/v1/import', {
        ...{ key, method: 'POST', headers: { 'Content-Type': 'application/json' } },
        body: JSON.stringify({ source, rows: { people: [{ id: 'p1', lastName: 'Lovelace' }] } }),
      });
    expect((await importRows('erp')).status).toBe(403);
    expect((await importRows('crm')).status).toBe(200);
    await goTo(page, 'organization/data/imports');
    await page.getByRole('row').filter({ hasText: 'CRM sync' }).first().waitFor();
  });

  test('leads from a refused key to those that can be revoked', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${API_KEYS}/create` });
    const detail = 'You already have 25 active keys, the maximum. Revoke one first.';
    await page.route('**/api-keys', (route) =>
      route.fulfill({ status: 409, json: { title: 'Conflict', status: 409, detail } }),
    );
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Name').fill('One too many');
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const alert = dialog.getByRole('alert').filter({ hasText: detail });
    // In view, although the fields above it are not.
    await expect
      .poll(() => alert.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
    await alert.getByRole('link', { name: 'Show the active keys' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test.for([
    [1280, 900],
    // As at 200 % zoom.
    [640, 450],
  ] as const)(
    'keeps the buttons of the form in view at %i by %i pixels',
    async ([width, height], { visit }) => {
      const { page } = await visit({ as: 'admin', path: `${API_KEYS}/create`, viewport: { width, height } });
      const dialog = page.getByRole('dialog', { name: 'Create an API key' });
      const button = dialog.getByRole('button', { name: 'Create key' });
      const bottom = () => button.evaluate((element) => element.getBoundingClientRect().bottom);
      await expect.poll(bottom).toBeLessThanOrEqual(height);
      // No field that gets the focus is behind them.
      await tabTo(dialog, 'button', 'Cancel');
      await expect.poll(bottom).toBeLessThanOrEqual(height);
    },
  );

  test('warns before leaving a key that was not copied', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const value = await createKey(page, 'Not copied');
    const warning = page.getByRole('alert').filter({ hasText: 'You have not copied the key' });
    expect(await warning.count()).toBe(0);
    await page.keyboard.press('Escape');
    await warning.waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      location.hash = '#/elsewhere';
    });
    await page.waitForURL((url) => !url.hash.includes('elsewhere'));
    expect(await issuedValue(page)).toBe(value);
    expect(page.url()).toContain(API_KEYS);
    await closeWithoutCopying(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('renames a key and changes its permissions, effective with the next request', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const key = await createKey(page, 'Old name');
    await closeWithoutCopying(page);
    expect(await statusOf(key)).toBe(403);

    const dialog = await openAction(page, 'Edit', 'Old name');
    await dialog.getByLabel('Name').fill('New name');
    await dialog.getByRole('checkbox', { name: 'Read call lists' }).check();
    await dialog.getByLabel('Usage plan').selectOption('high-volume');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved New name.' }).waitFor();
    expect(await rowOf(page, 'New name').textContent()).toMatch(/call-list:read.*high-volume/);
    expect(await statusOf(key)).toBe(200);
  });

  test('limits a key to addresses, and corrects one that is wrong', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const key = await createKey(page, 'Limited', ['Read call lists']);
    await closeWithoutCopying(page);
    const dialog = await openAction(page, 'Edit', 'Limited');
    const field = dialog.getByLabel('Allowed addresses');
    const save = dialog.getByRole('button', { name: 'Save' });
    await field.fill('192.0.2.7/24\n2001:db8::/32');
    await save.click();
    await dialog.getByText('Allowed addresses is "192.0.2.7/24", which has bits after its prefix').waitFor();
    await field.fill('192.0.2.0/24\n2001:db8::/32');
    await save.click();
    await page.getByRole('status').filter({ hasText: 'Saved Limited.' }).waitFor();
    expect(await rowOf(page, 'Limited').textContent()).toContain('from 192.0.2.0/24, 2001:db8::/32');
    expect(await statusOf(key)).toBe(403);

    await openAction(page, 'Edit', 'Limited');
    expect(await field.inputValue()).toBe('192.0.2.0/24\n2001:db8::/32');
    await field.fill('');
    await save.click();
    await page.getByRole('status').filter({ hasText: 'Saved Limited.' }).waitFor();
    await expect.poll(() => statusOf(key)).toBe(200);
  });

  test('rotates a key, and keeps the old one active for the chosen grace period', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const old = await createKey(page, 'Rotating', ['Read call lists']);
    await closeWithoutCopying(page);
    const dialog = await openAction(page, 'Rotate', 'Rotating');
    await dialog.getByRole('radio', { name: 'For 7 days' }).check();
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const successor = await issuedValue(page);
    await closeWithoutCopying(page);

    const rows = page.getByRole('row').filter({ hasText: 'Rotating' });
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(1).textContent()).toContain('rotated');
    expect(await rows.nth(1).getByRole('link', { name: 'Rotate' }).count()).toBe(0);
    expect(await rows.nth(1).getByRole('link', { name: 'Edit' }).count()).toBe(0);
    expect([await statusOf(old), await statusOf(successor)]).toEqual([200, 200]);

    await rows.nth(0).getByRole('link', { name: 'Revoke' }).click();
    expect(await page.getByRole('dialog').textContent()).toContain('exported files');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    const warning = page.getByRole('dialog', { name: 'Older keys are still active' });
    expect(await warning.textContent()).toContain(`${old.slice(-4)}, until`);
    expect([await statusOf(old), await statusOf(successor)]).toEqual([200, 401]);
    await warning.getByRole('button', { name: 'Revoke them too' }).click();
    await page.getByRole('status').filter({ hasText: 'Revoked the older keys.' }).waitFor();
    expect(await statusOf(old)).toBe(401);
    expect(await rows.count()).toBe(0);
  });

  test('moves the end of an expiring key, by an edit and by a rotation', async ({ visit }) => {
    const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    const as = await userOf('admin');
    const { id } = await createKeyAs(as, { name: 'Ending', expiresAt: inDays(2) });
    const { page } = await visit({ as: 'admin' });
    const rows = page.getByRole('row').filter({ hasText: 'Ending' });
    expect(await rows.textContent()).toContain('in 2 days');
    const edit = await openAction(page, 'Edit', 'Ending');
    const expires = page.getByRole('combobox', { name: 'Expires' });
    await expires.selectOption('In 90 days');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved Ending.' }).waitFor();
    expect(await rows.textContent()).not.toContain('in 2 days');
    const body = { expiresAt: inDays(2) };
    bodyOf(await admin(`/api-keys/${id}`, { as, method: 'PATCH', body }));
    await page.reload();

    const dialog = await openAction(page, 'Rotate', 'Ending');
    const graces = await dialog
      .getByRole('radio')
      .evaluateAll((all) => all.map((radio) => radio.parentElement?.textContent ?? ''));
    expect(graces.slice(0, -1)).toEqual([
      'No grace period: it stops working now',
      'For 1 hour',
      'For 24 hours',
    ]);
    expect(graces.at(-1)).toMatch(/^Until it expires: /);
    // As long as the old key was to last.
    expect(await expires.inputValue()).toBe('30');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    await closeWithoutCopying(page);
    expect(await rows.nth(0).textContent()).not.toContain('in 2 days');
    const found = await admin('/api-keys?search=Ending&state=active', { as });
    const [successor] = bodyOf<{ items: readonly { expiresAt: string }[] }>(found).items;
    expect(Date.parse(successor?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  test('revokes a key after confirmation, and still lists it among all keys', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const key = await createKey(page, 'Leaving', ['Read call lists']);
    await closeWithoutCopying(page);
    const dialog = await openAction(page, 'Revoke', 'Leaving');
    expect(await dialog.textContent()).toContain('This cannot be undone.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(key)).toBe(200);

    await openAction(page, 'Revoke', 'Leaving');
    await dialog.getByRole('checkbox', { name: 'Delete the files of its exports' }).check();
    const revocation = page.waitForRequest((request) => request.method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    expect((await revocation).url()).toContain('withExports=true');
    await page.getByRole('status').filter({ hasText: 'Revoked Leaving.' }).waitFor();
    expect(await statusOf(key)).toBe(401);
    expect(await page.getByRole('row').filter({ hasText: 'Leaving' }).count()).toBe(0);
    // The link that opened the dialog is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('heading');
    await page.getByRole('radio', { name: 'All' }).check();
    expect(await rowOf(page, 'Leaving').textContent()).toContain('revoked');
  });
});

describe('a member', () => {
  test("creates a member's key without permissions, with an explanation", async ({ visit }) => {
    const { page } = await visit({ as: 'member' });
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('link', { name: 'Create the first key' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('Ask an admin of your organization');
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    expect(await dialog.getByLabel('Usage plan').count()).toBe(0);
    await dialog.getByLabel('Name').fill('Mine');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    expect(await statusOf(await issuedValue(page))).toBe(403);
    await closeWithoutCopying(page);
    const notice = page.locator('.notice').filter({ hasText: '“Mine” cannot read any data' });
    expect(await notice.locator('pre').textContent()).toMatch(
      /#\/organization\/developer\/api-keys\/.*\/edit$/,
    );

    const edit = await openAction(page, 'Edit', 'Mine');
    expect(await edit.textContent()).toContain('Only an admin of your organization can change');
    expect(await edit.getByLabel('Allowed addresses').count()).toBe(0);
    await edit.getByLabel('Name').fill('Mine alone');
    await edit.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Mine alone').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  test('hides keys of other users from members', async ({ visit }) => {
    const admin = await visit({ as: 'admin' });
    await createKey(admin.page, 'Of the admin');
    await closeWithoutCopying(admin.page);
    const link = await rowOf(admin.page, 'Of the admin')
      .getByRole('link', { name: 'Edit' })
      .getAttribute('href');
    const { page } = await visit({ as: 'member' });
    await page.goto(consoleUrl() + link);
    await page.getByText('This key does not exist, or it is not yours.').waitFor();
  });
});
