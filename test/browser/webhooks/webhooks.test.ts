import { describe, expect } from 'vitest';
import { verify } from '../../support/webhooks/webhooks.ts';
import { API_KEYS, test, useOwnOrganization } from '../support/visit.ts';
import {
  openEndpointAction,
  readSecret,
  sendTestEvent,
  startReceiver,
  visitEndpoint,
  WEBHOOKS,
} from '../support/webhooks.ts';

useOwnOrganization();

describe('an admin', () => {
  test('registers an endpoint with chosen events by keyboard, and verifies a delivery with its secret', async ({
    visit,
  }) => {
    const receiver = await startReceiver();
    const { page, context } = await visit({ as: 'admin', path: WEBHOOKS });
    await page.getByText('No webhook endpoints yet').waitFor();
    await page.getByRole('link', { name: 'Create endpoint' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create a webhook endpoint' });
    await dialog.waitFor();
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type('CRM');
    for (const key of ['Tab', 'ArrowRight', 'Tab', 'Space']) await page.keyboard.press(key);
    expect(await dialog.getByRole('checkbox', { name: 'person.created' }).isChecked()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'call_list.locked' }).check();
    await dialog.getByLabel('Description').press('Enter');

    const secret = await readSecret(page);
    await page.getByRole('heading', { name: receiver.url }).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/CRM.*person\.\*.*call_list\.locked/);
    const outcome = await sendTestEvent(page, 'The endpoint accepted the test event.');
    expect(await outcome.textContent()).toContain('204');
    expect(receiver.received).toHaveLength(1);
    for (const each of receiver.received) verify(each, secret);
    expect(await page.content()).not.toContain(secret);
    expect(JSON.stringify(await context.storageState())).not.toContain(secret);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(secret);
  });

  test('changes, disables, enables and deletes an endpoint, with confirmation', async ({ visit }) => {
    const { page, endpoint } = await visitEndpoint(visit);
    const edit = await openEndpointAction(page, 'Edit');
    await edit.getByLabel('Description').fill('Now described');
    await edit.getByRole('checkbox', { name: 'company.deleted' }).uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('Choose at least one.').waitFor();
    await edit.getByRole('checkbox', { name: 'company.*' }).check();
    const contactDetails = edit.getByRole('checkbox', { name: 'Include contact details' });
    expect(await contactDetails.isChecked()).toBe(true);
    await contactDetails.uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved the endpoint.' }).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/Now described.*company\.\*.*omitted/);

    const disable = await openEndpointAction(page, 'Disable');
    await disable.getByRole('button', { name: 'Disable endpoint' }).click();
    await page.getByText('An admin disabled this endpoint.').waitFor();
    expect(await page.getByRole('link', { name: 'Send test event' }).count()).toBe(0);
    const enable = await openEndpointAction(page, 'Enable');
    await enable.getByRole('button', { name: 'Enable endpoint' }).click();
    await page.getByRole('link', { name: 'Send test event' }).waitFor();

    const deletion = await openEndpointAction(page, 'Delete');
    expect(await deletion.textContent()).toContain(endpoint.url);
    await deletion.getByRole('button', { name: 'Delete endpoint' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Deleted ${endpoint.url}.` })
      .waitFor();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: endpoint.url }).count()).toBe(0);
  });

  test('rotates a secret, and deliveries carry both signatures', async ({ visit }) => {
    const { page, endpoint, receiver } = await visitEndpoint(visit);
    const dialog = await openEndpointAction(page, 'Rotate secret');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const secret = await readSecret(page);
    await page.getByText('the old secret stays valid').waitFor();
    await sendTestEvent(page, 'The endpoint accepted the test event.');
    for (const each of receiver.received) {
      verify(each, secret);
      verify(each, endpoint.secret);
    }
  });

  test('shows the policies that the role of a queue needs, before and after it is created', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: `${WEBHOOKS}/create` });
    const dialog = page.getByRole('dialog', { name: 'Create a webhook endpoint' });
    const arn = 'arn:aws:sqs:eu-west-1:111122223333:sales-events';
    await dialog.getByLabel('URL or ARN').fill(arn);
    const trust = /"sts:ExternalId": "[0-9a-f-]{36}"/;
    await dialog.getByText(trust).waitFor();
    await dialog.getByText(`"Resource": "${arn}"`).waitFor();
    // Neither is for a queue.
    expect(await dialog.getByLabel('Headers').count()).toBe(0);
    expect(await dialog.getByText('Signature').count()).toBe(0);
    await dialog.getByLabel('Role ARN').fill('arn:aws:iam::111122223333:role/sales-data-denied');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    const created = page.getByRole('dialog', { name: 'Endpoint created' });
    await created.getByText(trust).waitFor();
    await created.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: arn }).waitFor();
    await page.getByText('Policies of the role').click();
    await page.getByRole('main').getByText(trust).waitFor();
    expect(await page.getByRole('link', { name: 'Rotate secret' }).count()).toBe(0);
  });

  test('shows the service’s error for an invalid URL', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${WEBHOOKS}/create` });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await dialog.locator('.field-error').waitFor();
    const url = dialog.getByLabel('URL');
    expect(await url.evaluate((element) => element === document.activeElement)).toBe(true);
    // The draft survives a reload.
    await page.reload();
    expect(await url.inputValue()).toBe('https://10.0.0.1/');
  });
});

describe('a member', () => {
  test('hides webhooks from members, in the navigation and by address', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: API_KEYS });
    const navigation = page.getByRole('navigation', { name: 'Console' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Home',
      'API keys',
      'Requests',
      'Usage',
      'Try it',
      'Documentation (in a new tab)',
    ]);
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, WEBHOOKS);
    await page.getByText('This page does not exist, or only admins').waitFor();
  });
});
