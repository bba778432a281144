import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { endOf, startAs, uploadAs } from '../../support/imports/imports.ts';
import { admin, bodyOf, createKeyAs, type KeyDocument } from '../../support/organizations/admin.ts';
import { findings } from '../support/accessibility.ts';
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
    await page.getByRole('row').filter({ hasText: 'revoked the API key Data warehouse' }).waitFor();
    const texts = await rows(page);
    expect(texts[0]).toContain('created the API key Of the member');
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
    await entry.getByRole('link', { name: `All entries about ${email}` }).click();
    await expect.poll(() => rows(page)).toHaveLength(2);
  });

  test('finds entries by name, actor, action and time, with the search in the address', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    const search = page.getByRole('button', { name: 'Search' });
    await page.getByLabel('Name, detail or id').fill('data ware');
    await search.press('Enter');
    await expect.poll(() => rows(page)).toHaveLength(3);
    await page.reload();
    await expect.poll(() => rows(page)).toHaveLength(3);
    await page.getByLabel('What').selectOption('API keys: revoked');
    await search.click();
    await expect.poll(() => rows(page)).toHaveLength(1);

    await page.getByRole('link', { name: 'Clear' }).click();
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(4);
    const { email } = await userOf('member');
    await page.getByLabel('Who').fill(email.slice(0, 12));
    await search.press('Enter');
    await page.waitForURL(/actor=/);
    await expect.poll(async () => (await rows(page)).every((text) => text.includes(email))).toBe(true);
  });

  test('has presets in the time zone that it shows', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    await page.getByText(/^Times in /).waitFor();
    await page.getByRole('radio', { name: 'Yesterday' }).check();
    await page.getByText('No matching entries').waitFor();
    await page.getByRole('radio', { name: 'Today' }).check();
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(4);
    expect(page.url()).toContain('period=today');
    await page.getByLabel('Until').fill('2020-01-31T09:30');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No matching entries').waitFor();
    expect(await page.getByRole('radio', { name: 'Any time' }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(4);
  });

  test('keeps the target of a link when another filter is added', async ({ visit }) => {
    const as = await userOf('admin');
    const old = await createKeyAs(as, { name: 'Rotated' });
    const rotation = { as, method: 'POST', body: { graceSeconds: 0 } };
    bodyOf(await admin(`/api-keys/${old.id}/rotate`, rotation), 201);
    const { page } = await visit({ as: 'admin', path: AUDIT_LOG });
    await page
      .getByRole('link', { name: `All entries about Rotated (${old.id})` })
      .first()
      .click();
    await expect.poll(() => page.getByLabel('Name, detail or id').inputValue()).toBe(old.id);
    await page.getByLabel('From').fill('2026-01-31T09:30');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/after/);
    expect(page.url()).toContain(`targetId=${old.id}`);
  });

  test('lists an import once, with its history', async ({ visit }) => {
    const as = await userOf('admin');
    const { id } = await uploadAs(as, 'Id,Last Name\n1,Nowhere\n', { fileName: 'logged.csv' });
    await startAs(as, id);
    await endOf(as, id);
    const { page } = await visit({ as: 'admin', path: `${AUDIT_LOG}?search=logged.csv` });
    await expect.poll(() => rows(page)).toHaveLength(1);
    await page.getByText('History').click();
    await expect.poll(() => page.locator('.steps li').count()).toBe(4);
    expect(await page.locator('.steps li').first().textContent()).toContain('uploaded logged.csv');
    await page.getByText('imported logged.csv from crm: 1 created').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'logged.csv' }).first().click();
    await page.getByRole('heading', { name: 'logged.csv' }).waitFor();
  });

  test('downloads what the filters show as CSV', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${AUDIT_LOG}?search=Data%20warehouse` });
    await expect.poll(() => rows(page)).toHaveLength(3);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    const file = join(mkdtempSync(join(tmpdir(), 'audit-log-')), 'entries.csv');
    await download.saveAs(file);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\ufeffid,at,actor\.id,actor\.name,/);
    await page.getByText('Saved 3 rows.').waitFor();
  });

  test('hides the audit log from members', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: AUDIT_LOG });
    await page.getByText('This page does not exist, or only admins').waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  });
});
