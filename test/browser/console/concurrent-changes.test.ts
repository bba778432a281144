import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { admin, bodyOf, createKeyAs, listKeysAs } from '../../support/organizations/admin.ts';
import { openAction } from '../support/api-keys.ts';
import { test, useOwnOrganization, userOf } from '../support/visit.ts';
import { openEndpointAction, visitEndpoint } from '../support/webhooks.ts';

useOwnOrganization();

const stored = async (path: string): Promise<unknown> =>
  bodyOf(await admin(path, { as: await userOf('admin') }));

const storedKey = async (id: string): Promise<unknown> =>
  (await listKeysAs(await userOf('admin'))).find((key) => key.id === id);

/** Makes a change that open pages do not show yet. */
const changeElsewhere = async (path: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
  bodyOf(await admin(path, { as: await userOf('admin'), method: 'PATCH', body }));
};

const announced = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('a form that was loaded before a concurrent change', () => {
  test('renames a key without restoring its permissions', async ({ visit }) => {
    const key = await createKeyAs(await userOf('admin'), { name: 'Shared', permissions: ['person:read'] });
    const { page } = await visit({ as: 'admin' });
    const dialog = await openAction(page, 'Edit', 'Shared');
    await dialog.getByLabel('Name').fill('Renamed');
    await changeElsewhere(`/api-keys/${key.id}`, { permissions: [], plan: 'high-volume' });
    // Signing in again restores what was typed, not what it was typed next to.
    await page.reload();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await announced(page, 'Saved Renamed.');
    const renamed = { name: 'Renamed', permissions: [], plan: 'high-volume' };
    expect(await storedKey(key.id)).toMatchObject(renamed);

    const again = await openAction(page, 'Edit', 'Renamed');
    await changeElsewhere(`/api-keys/${key.id}`, { permissions: ['company:read'] });
    await again.getByLabel('Name').fill('Renamed again');
    await again.getByRole('button', { name: 'Save' }).click();
    await announced(page, 'Saved Renamed again.');
    expect(await storedKey(key.id)).toMatchObject({ permissions: ['company:read'] });
  });

  test('closes without a request if nothing was edited', async ({ visit }) => {
    await createKeyAs(await userOf('admin'), { name: 'Untouched' });
    const { page } = await visit({ as: 'admin' });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    const dialog = await openAction(page, 'Edit', 'Untouched');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).not.toContain('PATCH');
  });

  test('describes an endpoint without restoring its URL and events', async ({ visit }) => {
    const { page, endpoint } = await visitEndpoint(visit);
    const change = { url: `${endpoint.url}moved`, eventTypes: ['person.*'], includesContactDetails: false };
    await changeElsewhere(`/webhook-endpoints/${endpoint.id}`, change);
    const dialog = await openEndpointAction(page, 'Edit');
    await dialog.getByLabel('Description').fill('CRM');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await announced(page, 'Saved the endpoint.');
    const saved = { ...change, description: 'CRM' };
    expect(await stored(`/webhook-endpoints/${endpoint.id}`)).toMatchObject(saved);
  });

  test('saves the settings of the organization without restoring its name', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/settings/general' });
    const share = page.getByRole('checkbox', { name: 'Members see the data' });
    await share.waitFor();
    await changeElsewhere('/organization', { name: 'Renamed', timeZone: 'UTC', recordRetentionDays: 90 });
    await share.check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await announced(page, 'Saved the settings.');
    const saved = { name: 'Renamed', timeZone: 'UTC', recordRetentionDays: 90 };
    expect(await stored('/organization')).toMatchObject({ ...saved, membersSeeData: true });
    expect(await page.getByLabel('Name').inputValue()).toBe('Renamed');

    // Back to what was loaded first.
    await share.uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => stored('/organization')).toMatchObject({ ...saved, membersSeeData: false });
  });

  test('saves the retention of events without turning off that of records', async ({ visit }) => {
    await changeElsewhere('/organization', { recordRetentionDays: null });
    const { page } = await visit({ as: 'admin', path: 'organization/settings/general' });
    const events = page.getByLabel('Keep events and webhook deliveries for');
    await events.waitFor();
    await changeElsewhere('/organization', { recordRetentionDays: 120 });
    await events.fill('14');
    await page.getByRole('button', { name: 'Save retention' }).click();
    await page.getByRole('button', { name: 'Delete after 14 days' }).click();
    await announced(page, 'Saved the retention.');
    const saved = { recordRetentionDays: 120, eventRetentionDays: 14 };
    expect(await stored('/organization')).toMatchObject(saved);
    expect(await page.getByLabel('Delete unused people and companies').inputValue()).toBe('120');
  });
});
