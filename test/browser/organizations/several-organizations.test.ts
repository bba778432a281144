import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import type { SampleUser } from '../../support/organizations/organization-users.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { service } from '../../support/service/service.ts';
import { findings } from '../support/accessibility.ts';
import { tabTo } from '../support/keyboard.ts';
import { takeScreenshot } from '../support/screenshots.ts';
import { API_KEYS, organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

useOwnOrganization();

/** The organization that invites the admin of the own one, as a member. */
let initech: string;

const organizations = (...args: readonly string[]) =>
  runToolHere<{ id: string; admin: SampleUser & { temporaryPassword: string } }>(
    'organizations',
    [...args, ...service.toolArguments],
    service.toolEnvironment,
  );

beforeAll(async () => {
  const email = `admin@${randomUUID()}.example`;
  const { id } = await organizations(
    'create',
    '--name',
    'Initech',
    '--admin-email',
    email,
    '--show-password',
  );
  initech = id;
  await organizations('invite', '--organization', id, '--email', (await userOf('admin')).email);
});

const choice = (page: Page) => page.getByRole('combobox', { name: 'Organization' });

const chosen = (page: Page): Promise<string> =>
  choice(page).evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.text ?? '');

const announced = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** Stores another choice for the admin, as another tab does. */
const chooseElsewhere = async (id: string): Promise<void> => {
  const call = { as: await userOf('admin'), method: 'PUT', body: { id } };
  bodyOf(await admin('/session/organization', call));
};

beforeEach(async () => {
  await chooseElsewhere(await organizationIdOf());
});

describe('the choice of the organization', () => {
  test("restarts the console in the chosen organization, with the user's role there", async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/settings/users' });
    await choice(page).waitFor();
    expect(await chosen(page)).toBe('Tests');
    expect(await findings(page)).toEqual([]);
    await takeScreenshot(page, 'several-organizations');
    await choice(page).selectOption({ label: 'Initech' });
    await announced(page, 'Switched to Initech.');
    expect(await chosen(page)).toBe('Initech');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/in/${initech}/`);
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).not.toContain('Users');
    await page.reload();
    await choice(page).waitFor();
    expect(await chosen(page)).toBe('Initech');
    await choice(page).selectOption({ label: 'Tests' });
    await announced(page, 'Switched to Tests.');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  });

  test('keeps links and reloads in the organization of their address, or offers to switch', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/data/people' });
    const own = await organizationIdOf();
    await page.waitForURL(`**#/in/${own}/organization/data/people`);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.waitForURL(`**#/in/${own}/${API_KEYS}`);
    await chooseElsewhere(initech);
    await page.reload();
    await page.getByRole('heading', { name: 'This page belongs to Tests' }).waitFor();
    expect(await chosen(page)).toBe('Initech');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Switch to Tests' }).click();
    await announced(page, 'Switched to Tests.');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/in/${own}/${API_KEYS}`);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/in/${randomUUID()}/${API_KEYS}`);
    await page.getByText('have no access to the organization of this address').waitFor();
    await page.getByRole('link', { name: 'Stay in Tests' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  test('suggests another organization, and no erasure, for a person that this one never had', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: `organization/data/people/${randomUUID()}` });
    await page.getByText('If the link is from another of your organizations').waitFor();
    expect(await page.getByRole('link', { name: 'Erase', exact: true }).count()).toBe(0);
    expect(await page.getByText('If the person was deleted').count()).toBe(0);
  });

  test('switches by keyboard only once the choice is confirmed', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin' });
    await tabTo(page, 'combobox', 'Organization');
    await page.keyboard.type('Initech');
    expect(await chosen(page)).toBe('Initech');
    await tabTo(page, 'button', 'Switch');
    expect(requests.filter((url) => url.endsWith('/session/organization'))).toEqual([]);
    await page.keyboard.press('Enter');
    await announced(page, 'Switched to Initech.');
  });

  test('shows a notice in an open form after a choice in another tab, and sends nothing', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: `${API_KEYS}/create` });
    await choice(page).waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('For Tests only');
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Read people' }).check();
    await chooseElsewhere(initech);
    let creations = 0;
    await page.route('**/api-keys', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      creations++;
      return creations === 1 ? route.fulfill({ status: 401, json: {} }) : route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const notice = page.getByRole('dialog', { name: 'Switched to Initech' });
    await notice.waitFor();
    await takeScreenshot(page, 'organization-changed');
    await notice.getByRole('button', { name: 'Continue' }).click();
    expect(await chosen(page)).toBe('Initech');
    expect(creations).toBe(1);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe('{}');
    await page.getByRole('link', { name: 'Create key' }).click();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('');
  });

  test('refuses the choice with a message once the organization has disabled the user', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await choice(page).waitFor();
    const { email } = await userOf('admin');
    await organizations('disable', '--organization', initech, '--email', email);
    await choice(page).selectOption({ label: 'Initech' });
    await announced(page, 'There is no organization with this id.');
    expect(await chosen(page)).toBe('Tests');
    await page.reload();
    await page.getByRole('banner').getByText('Tests').waitFor();
    expect(await choice(page).count()).toBe(0);
    await organizations('enable', '--organization', initech, '--email', email);
  });

  test('shows the choice of organization on a narrow screen', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', viewport: { width: 360, height: 740 } });
    await choice(page).waitFor();
    expect(await choice(page).isVisible()).toBe(true);
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.body.scrollWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(360);
    await takeScreenshot(page, 'several-organizations-360');
  });
});
