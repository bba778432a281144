import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { connectAs, exchange, grantedCode, refresh, statusOf } from '../../support/agents/oauth-flow.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, adminApi, bodyOf, createKeyAs, listKeysAs } from '../../support/organizations/admin.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import { service } from '../../support/service/service.ts';
import { consoleUrl, organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const USERS = 'organization/settings/users';

useOwnOrganization();

const rowOf = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: email });

const announced = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

const invite = async (page: Page, name: string, role: 'Admin' | 'Member'): Promise<string> => {
  const email = `${name}@${await organizationIdOf()}.example`;
  await page.getByRole('link', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a user' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await announced(page, `Invited ${email}.`);
  return email;
};

/** The last temporary password that was mailed to an address. */
const mailedPassword = (email: string): string => {
  const file = join(service.toolEnvironment['DATA_DIR'] ?? '', 'mail.jsonl');
  const texts = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(email));
  return /password (\S+) within/.exec(texts.at(-1) ?? '')?.[1] ?? '';
};

const signInAs = (email: string) =>
  signIn({ ...adminApi(), scope: 'openid', email, password: mailedPassword(email) });

/** Lets an invited user start the console, after which the list shows the user as active. */
const startSession = async (page: Page, email: string) => {
  const user = { userId: '', email, password: mailedPassword(email) };
  bodyOf(await admin('/session', { as: user }));
  await page.reload();
  return user;
};

describe('users', () => {
  test('lists users with role, status and last sign-in, and offers no change of oneself', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const own = rowOf(page, (await userOf('admin')).email);
    await own.getByText('active').waitFor();
    expect(await own.textContent()).toMatch(/admin.*active.*(?:just now|ago)/);
    expect(await own.getByRole('link').count()).toBe(0);
    expect(await own.getByText('You').count()).toBe(1);
  });

  test('invites a user by keyboard alone, with errors next to the field', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    await page.getByRole('link', { name: 'Invite user' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite a user' });
    await dialog.waitFor();
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter an email address').waitFor();
    const email = `keyboard@${await organizationIdOf()}.example`;
    await page.keyboard.press('Control+A');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await announced(page, `Invited ${email}.`);
    expect(await rowOf(page, email).textContent()).toMatch(/admin.*invited.*none known/);
    await signInAs(email);
  });

  test('resends an invitation, and changes a role', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const email = await invite(page, 'promoted', 'Member');
    const first = mailedPassword(email);
    await rowOf(page, email).getByRole('link', { name: 'Resend invitation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resend invitation' }).click();
    await announced(page, `Sent another invitation to ${email}.`);
    expect(mailedPassword(email)).not.toBe(first);

    await rowOf(page, email).getByRole('link', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: `Change the role of ${email}` });
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: /^Admin/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await announced(page, `${email} is now admin.`);
    expect(await rowOf(page, email).textContent()).toContain('admin');
  });

  test('disables a user after confirmation, and enables the user again', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const email = await invite(page, 'disabled', 'Member');
    await startSession(page, email);
    await rowOf(page, email)
      .getByRole('link', { name: /^Disable / })
      .click();
    const dialog = page.getByRole('dialog', { name: `Disable ${email}?` });
    await dialog.getByText('owns no active keys or apps').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, email)
      .getByRole('link', { name: /^Disable / })
      .click();
    await dialog.getByRole('button', { name: 'Disable user' }).click();
    await announced(page, `Disabled ${email}.`);
    await expect(signInAs(email)).rejects.toThrow('account is disabled');
    await rowOf(page, email)
      .getByRole('link', { name: /^Enable / })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable user' }).click();
    await announced(page, `Enabled ${email}.`);
    await signInAs(email);
  });

  test('ends the apps and takes over the keys of an admin who is disabled', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const email = await invite(page, 'leaver', 'Admin');
    const leaver = await startSession(page, email);
    await createKeyAs(leaver, { name: 'Nightly sync', permissions: ['person:read'] });
    const app = await connectAs(leaver, ['person:read', 'person.contact:read']);
    const pending = await grantedCode(leaver, ['person:read']);
    await rowOf(page, email)
      .getByRole('link', { name: /^Disable / })
      .click();
    const dialog = page.getByRole('dialog', { name: `Disable ${email}?` });
    await dialog.getByText(`Connected apps of ${email}`).waitFor();
    expect(await dialog.getByRole('radio', { name: /^Revoke: they lose/ }).isChecked()).toBe(true);
    expect(await dialog.getByRole('radio', { name: /^Keep: programs keep working/ }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Disable user' }).click();
    await announced(page, `Disabled ${email}.`);
    expect([(await refresh(app.refresh_token)).json, (await exchange(pending)).json]).toMatchObject([
      { error: 'invalid_grant' },
      { error: 'invalid_grant' },
    ]);
    expect(await statusOf(app.access_token)).toBe(401);
    const keys = await listKeysAs(await userOf('admin'));
    expect(keys.find(({ name }) => name === 'Nightly sync')).toMatchObject({
      state: 'active',
      ownerId: (await userOf('admin')).userId,
    });
    await page.goto(`${consoleUrl()}#/organization/security/audit-log`);
    await page.getByText(/transferred the API key .*: its owner lost access/).waitFor();
    await page.getByText(/revoked the API key .*: its owner lost access/).waitFor();
  });

  test('asks about permissions that an admin granted who becomes a member', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const email = await invite(page, 'demoted', 'Admin');
    const demoted = { userId: '', email, password: mailedPassword(email) };
    await createKeyAs(demoted, { name: 'Granted', permissions: ['person:read'] });
    await createKeyAs(demoted, { name: 'Without permissions' });
    await rowOf(page, email).getByRole('link', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: `Change the role of ${email}` });
    await dialog.getByRole('radio', { name: /^Member/ }).check();
    await dialog.getByRole('link', { name: 'Granted' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Without permissions' }).count()).toBe(0);
    await dialog.getByRole('radio', { name: /^Revoke: programs/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await announced(page, `${email} is now member.`);
    const keys = await listKeysAs(await userOf('admin'));
    expect(Object.fromEntries(keys.map(({ name, state }) => [name, state]))).toMatchObject({
      Granted: 'revoked',
      'Without permissions': 'active',
    });
  });

  test('withdraws an invitation, and removes a user', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: USERS });
    const invited = await invite(page, 'withdrawn', 'Member');
    await rowOf(page, invited)
      .getByRole('link', { name: /^Remove / })
      .click();
    await page.getByRole('button', { name: 'Withdraw invitation' }).click();
    await announced(page, `Withdrew the invitation of ${invited}.`);
    expect(await rowOf(page, invited).count()).toBe(0);
    await expect(signInAs(invited)).rejects.toThrow();

    const email = await invite(page, 'removed', 'Member');
    const removed = await startSession(page, email);
    await rowOf(page, email)
      .getByRole('link', { name: /^Remove / })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click();
    await announced(page, `Removed ${email}.`);
    expectProblem(await admin('/session', { as: removed }), 403, 'forbidden');
    await invite(page, 'removed', 'Member');
  });

  test('hides users and settings from members', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: USERS });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Organization' }).count()).toBe(0);
  });
});

describe('the organization', () => {
  const SETTINGS = 'organization/settings/general';

  test("saves the settings, and shows the organization's name to every user", async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: SETTINGS });
    await page.getByLabel('Name').fill('Acme & Söhne');
    await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati');
    await page.getByRole('checkbox', { name: 'Members see the data' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await announced(page, 'Saved the settings.');
    await page.locator('.top').getByText('Acme & Söhne').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Acme & Söhne');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Pacific/Kiritimati');
    expect(await page.getByRole('checkbox', { name: 'Members see the data' }).isChecked()).toBe(true);

    const member = await visit({ as: 'member' });
    await member.page.locator('.top').getByText('Acme & Söhne').waitFor();
  });

  test("shows and reads times in the organization's time zone", async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/security/audit-log' });
    await page.locator('.top').getByText('Acme').waitFor();
    // 14 hours ahead of UTC, all year.
    await page.getByLabel('From').fill('2026-01-31T09:30');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL((url) => url.hash.includes('2026-01-30T19'));
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('2026-01-31T09:30');
  });

  test('rejects a blank name, and keeps what was typed', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: SETTINGS });
    await page.getByLabel('Name').fill(' ');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter a name.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe(' ');
  });
});
