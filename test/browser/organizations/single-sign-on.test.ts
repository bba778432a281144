import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import {
  CLIENT_ID,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../support/organizations/identity-provider.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { service } from '../../support/service/service.ts';
import { findings } from '../support/accessibility.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import {
  consoleUrl,
  fillSignIn,
  organizationIdOf,
  test,
  useOwnOrganization,
  userOf,
  type Visit,
} from '../support/visit.ts';

const PATH = 'organization/settings/single-sign-on';

let provider: TestIdentityProvider;
let domain: string;

useOwnOrganization();

const allow = (organizationId: string, ...domains: readonly string[]) =>
  runToolHere(
    'organizations',
    [
      ...['allow-single-sign-on', '--organization', organizationId, ...service.toolArguments],
      ...domains.flatMap((each) => ['--domain', each]),
    ],
    service.toolEnvironment,
  );

beforeAll(async () => {
  domain = `${await organizationIdOf()}.example`;
  provider = await startIdentityProvider({ sub: 'ada', email: `ada@victim.example` }, { inIdToken: true });
  await provider.connect(service.admin?.signInUrl ?? '');
});
afterAll(() => provider.stop());

/** The provider is no part of the service, which tests otherwise must not leave. */
const forgetProvider = ({ requests }: Visit): void => {
  const own = requests.filter((url) => !url.startsWith(provider.issuer));
  requests.splice(0, requests.length, ...own);
};

/** Signs in by the button, in another tab. */
const testSignIn = async (page: Page): Promise<Page> => {
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Test sign-in' }).click(),
  ]);
  return tab;
};

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text).first().waitFor();

describe('an admin', () => {
  test('sets up single sign-on step by step, tests it, and lets users in', async ({ visit }) => {
    const opened = await visit({ as: 'admin', path: PATH });
    const { page } = opened;
    const organizationId = await organizationIdOf();
    await status(page, 'Not available yet');
    expect(await page.locator('pre').innerText()).toContain(`--organization ${organizationId}`);
    expect(await checkAppearance(page, 'single-sign-on-not-allowed')).toEqual([]);
    await allow(organizationId, domain, `sub.${domain}`);
    await page.reload();

    await page.getByRole('heading', { name: '1. Choose the protocol' }).waitFor();
    const redirectUri = `${service.admin?.signInUrl}/oauth2/idpresponse`;
    expect(await page.locator('pre').innerText()).toBe(redirectUri);
    expect(await checkAppearance(page, 'single-sign-on-form')).toEqual([]);
    await page.getByRole('radio', { name: 'SAML 2.0' }).check();
    await status(page, 'urn:amazon:cognito:sp:');
    await page.getByRole('radio', { name: 'OpenID Connect' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field-error').getByText('Enter an issuer.').waitFor();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client id').fill(CLIENT_ID);
    await page.getByLabel('Client secret').fill(provider.clientSecret);
    await page.getByRole('checkbox', { name: `sub.${domain}` }).uncheck();
    await page.getByLabel('Groups of admins').fill('sales-admins');
    await page.getByRole('button', { name: 'Save' }).click();
    await status(page, 'off: sign-ins are tests');
    // Neither the page nor the tab keeps it.
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect((await page.content()) + kept).not.toContain(provider.clientSecret);
    expect(await page.getByRole('button', { name: 'Switch on' }).getAttribute('aria-disabled')).toBe('true');

    const refused = await testSignIn(page);
    await refused.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await status(page, 'Refused: The identity provider returned no email address in its domains.');
    provider.user = { sub: 'ada', email: `ada@${domain}`, groups: ['everyone'] };
    const withoutRole = await testSignIn(page);
    await withoutRole.getByRole('heading', { name: 'No access' }).waitFor();
    await status(page, 'none of the groups has a role');
    provider.user = { ...provider.user, groups: ['everyone', 'sales-admins'] };
    const tested = await testSignIn(page);
    await tested.getByText('This was a test').first().waitFor();
    await status(page, 'Signed in as an admin.');
    await status(page, 'everyone, sales-admins');
    expect(await checkAppearance(page, 'single-sign-on-tested')).toEqual([]);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('heading', { name: 'Groups' }).waitFor();
    const address = await page.locator('pre').innerText();
    expect(address.startsWith(`${consoleUrl()}?client=`)).toBe(true);
    expect(await checkAppearance(page, 'single-sign-on-on')).toEqual([]);
    forgetProvider(opened);

    // A user of the provider lands in its organization, and only there.
    const user = await visit({ as: null });
    await user.page.goto(address);
    await user.page.getByRole('button', { name: 'Sign out' }).waitFor();
    await user.page.goto(`${consoleUrl()}#/organization/settings/users`);
    const row = user.page.getByRole('row').filter({ hasText: `ada@${domain}` });
    await row.getByText('Signs in with single sign-on').waitFor();
    await user.page
      .getByRole('row')
      .filter({ hasText: (await userOf('admin')).email })
      .waitFor();
    forgetProvider(user);

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await page.content()).not.toContain(provider.clientSecret);
  });

  test('can claim neither the issuer nor a domain of another organization', async () => {
    const as = service.first.admin;
    const { organizationId } = service.first;
    await expect(allow(organizationId, domain)).rejects.toThrow();
    await allow(organizationId, 'first.example');
    const body = {
      ...{ type: 'oidc', issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: 'x' },
      ...{ emailDomains: ['first.example'], adminGroups: ['sales-admins'], memberGroups: [] },
    };
    const taken = await admin('/single-sign-on', { as, method: 'PUT', body });
    expect(taken.status).toBe(409);
    expect(JSON.stringify(taken)).toContain('belongs to another organization');
    const foreign = { ...body, issuer: 'https://login.first.example', emailDomains: [domain] };
    expect((await admin('/single-sign-on', { as, method: 'PUT', body: foreign })).status).toBe(400);
    expect(bodyOf(await admin('/single-sign-on', { as }))).toMatchObject({ connection: null });
  });

  test('switches it off, which ends access, and removes it', async ({ visit }) => {
    // The tests have replaced the session of the sign-in page.
    const { page } = await visit({ as: null, path: PATH });
    await fillSignIn(page, 'admin');
    const address = await page.locator('pre').innerText();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await status(page, 'off: sign-ins are tests');
    const user = await visit({ as: null });
    await user.page.goto(address);
    await user.page.getByText('This was a test').first().waitFor();
    forgetProvider(user);
    await page.getByRole('link', { name: 'Remove' }).click();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await status(page, 'not set up');
    const gone = await visit({ as: null });
    await gone.page.goto(address);
    await gone.page.getByRole('heading', { name: 'Sign-in failed' }).waitFor();
    forgetProvider(gone);
  });
});
