import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { admin, bodyOf, createKeyAs, type KeyDocument } from '../../support/organizations/admin.ts';
import { test, useOwnOrganization, userOf } from '../support/visit.ts';

const AUDIT_LOG = 'organization/security/audit-log';

useOwnOrganization();

let key: KeyDocument;

beforeAll(async () => {
  const [adminUser, memberUser] = [await userOf('admin'), await userOf('member')];
  key = await createKeyAs(adminUser, { name: 'Warehouse' });
  const change = { name: 'Data warehouse', permissions: ['person:read'] };
  bodyOf(await admin(`/api-keys/${key.id}`, { as: adminUser, method: 'PATCH', body: change }));
  bodyOf(await admin(`/api-keys/${key.id}`, { as: adminUser, method: 'DELETE' }));
  await createKeyAs(memberUser, { name: 'Of the member' });
});

/** The texts of all rows except the heading. */
const rows = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('row').allTextContents()).slice(1);

describe('the audit log', () => {
  test('describes entries in words, newest first, with full details on request', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    await page.getByText('revoked the API key').waitFor();
    const texts = await rows(page);
    expect(texts[0]).toContain('created the API key “Of the member”');
    expect(texts[2]).toContain('name from “Warehouse” to “Data warehouse”; added person:read to permissions');
    const revocation = page.getByRole('row').filter({ hasText: 'revoked the API key' });
    await revocation.getByText('Details').first().press('Enter');
    expect(await revocation.locator('pre').innerText()).toContain('"action": "api_key.revoked"');
  });

  test('names the users whom a change affects', async ({ visit }) => {
    const { userId, email } = await userOf('member');
    const as = await userOf('admin');
    const change = (role: string) => admin(`/users/${userId}`, { as, method: 'PATCH', body: { role } });
    bodyOf(await change('admin'));
    bodyOf(await change('member'));
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    const entry = page
      .getByRole('row')
      .filter({ hasText: `changed ${email}: role from “admin” to “member”` });
    await entry.getByRole('link', { name: email, exact: true }).click();
    await expect.poll(() => rows(page)).toHaveLength(2);
  });

  test('filters the audit log by actor, target and time', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    const search = page.getByRole('button', { name: 'Search' });
    const target = page.getByLabel('Key, endpoint, user or record');
    await page.getByRole('link', { name: 'Data warehouse' }).first().click();
    await expect.poll(() => rows(page)).toHaveLength(3);
    expect(page.url()).toContain(key.id);
    await expect.poll(() => target.inputValue()).toBe('Data warehouse');

    await target.fill('');
    await page.getByLabel('Who').fill((await userOf('member')).email);
    await search.press('Enter');
    await expect.poll(() => rows(page)).toHaveLength(1);

    await page.getByRole('link', { name: 'Clear' }).click();
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(4);
    await page.getByLabel('Until').fill('2020-01-31T09:30');
    await search.click();
    await page.getByText('No matching entries').waitFor();
    await page.getByRole('link', { name: 'Show all entries' }).click();
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(4);
    await target.fill('no such name');
    await search.click();
    await page.getByText('Key, endpoint, user or record (name or id) must be a UUID').waitFor();
  });

  test('keeps the target when another filter is added, even if its successor has the same name', async ({
    visit,
  }) => {
    const as = await userOf('admin');
    const old = await createKeyAs(as, { name: 'Rotated' });
    const rotation = { as, method: 'POST', body: { graceSeconds: 0 } };
    bodyOf(await admin(`/api-keys/${old.id}/rotate`, rotation), 201);
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    await page
      .getByRole('link', { name: `Rotated (${old.id})` })
      .first()
      .click();
    const target = page.getByLabel('Key, endpoint, user or record');
    await expect.poll(() => target.inputValue()).toBe(`Rotated (${old.id})`);
    await page.getByLabel('From').fill('2026-01-31T09:30');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/after/);
    expect(page.url()).toContain(`/of/${old.id}/`);
  });

  test('loads the audit log page by page', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    await page.route('**/audit-log?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Load more' }).waitFor();
    expect(await rows(page)).toHaveLength(2);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows(page)).toHaveLength(4);
  });

  test('hides the audit log from members', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: AUDIT_LOG });
    await page.getByText('This page does not exist, or only admins').waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  });
});
