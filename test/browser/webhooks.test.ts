import { describe, expect } from 'vitest';
import { verify } from '../support/webhooks.ts';
import { API_KEYS, test, useOwnOrganization } from './support/visit.ts';
import {
  openEndpointAction,
  sendTestEvent,
  startReceiver,
  takeSecret,
  visitEndpoint,
  WEBHOOKS,
} from './support/webhooks.ts';

useOwnOrganization();

describe('an admin', () => {
  test('registers an endpoint with chosen events by keyboard, and its secret verifies the first delivery', async ({
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

    const secret = await takeSecret(page);
    await page.getByRole('heading', { name: receiver.url }).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/CRM.*person\.\*.*call_list\.locked/);
    const outcome = await sendTestEvent(page, 'The test event has arrived.');
    expect(await outcome.textContent()).toContain('204');
    expect(receiver.received).toHaveLength(1);
    for (const each of receiver.received) verify(each, secret);
    expect(await page.content()).not.toContain(secret);
    expect(JSON.stringify(await context.storageState())).not.toContain(secret);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(secret);
  });

  test('sees what a failing endpoint answered, when it is tried again, and replays the delivery', async ({
    visit,
  }) => {
    const { page, receiver } = await visitEndpoint(visit);
    receiver.answer(503, 200);
    const dialog = await sendTestEvent(page, 'The test event was not taken. It is tried again.');
    expect(await dialog.textContent()).toContain('{"thanks":true}');
    await dialog.getByRole('link', { name: 'Look at the delivery' }).click();
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    const attempts = page.getByRole('table', { name: 'Attempts' });
    expect(await attempts.textContent()).toContain('The endpoint answered with 503 Service Unavailable.');
    expect(await page.getByText('"A test event: nothing has changed."').count()).toBe(1);

    const successes = attempts.getByText('200', { exact: true });
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return successes.count();
      })
      .toBe(1);
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect.poll(() => successes.count()).toBe(2);
    expect(await page.getByRole('definition').first().textContent()).toBe('succeeded');
  });

  test('changes, disables, enables and deletes an endpoint, after questions that name it', async ({
    visit,
  }) => {
    const { page, endpoint } = await visitEndpoint(visit);
    const edit = await openEndpointAction(page, 'Edit');
    await edit.getByLabel('Description').fill('Now described');
    await edit.getByRole('radio', { name: 'Chosen events' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText('Events must be a list of at least one').waitFor();
    await edit.getByRole('checkbox', { name: 'company.*' }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved the endpoint.' }).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(/Now described.*company\.\*/);

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

  test('rotates a secret, and both sign for a day', async ({ visit }) => {
    const { page, endpoint, receiver } = await visitEndpoint(visit);
    const dialog = await openEndpointAction(page, 'Rotate secret');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const secret = await takeSecret(page);
    await page.getByText('the old one signs too').waitFor();
    await sendTestEvent(page, 'The test event has arrived.');
    for (const each of receiver.received) {
      verify(each, secret);
      verify(each, endpoint.secret);
    }
  });

  test('replays a time range, and is told how many there were in all calls', async ({ visit }) => {
    const { page, receiver } = await visitEndpoint(visit);
    const dialog = await sendTestEvent(page, 'The test event has arrived.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const range = await openEndpointAction(page, 'Replay a time range');
    // The first of two calls, which the service makes only of hundreds.
    await page.route('**/replay', (route) =>
      route.request().postDataJSON().cursor === undefined
        ? route.fulfill({ status: 202, json: { replayed: 200, skipped: 1, nextCursor: 'more' } })
        : route.fulfill({ status: 202, json: { replayed: 7, skipped: 1 } }),
    );
    await range.getByRole('button', { name: 'Replay' }).click();
    await range.getByText('207 deliveries replayed, 2 skipped').waitFor();
    await range.getByRole('button', { name: 'Done' }).click();
    await page.unroute('**/replay');

    await openEndpointAction(page, 'Replay a time range');
    await range.getByLabel('succeeded').check();
    await range.getByRole('button', { name: 'Replay' }).click();
    await range.getByText('1 delivery replayed.').waitFor();
    await expect.poll(() => receiver.received.length).toBe(2);

    await range.getByRole('button', { name: 'Done' }).click();
    await openEndpointAction(page, 'Replay a time range');
    await range.getByLabel('From').fill('');
    await range.getByRole('button', { name: 'Replay' }).click();
    await range.getByText('From must be an RFC 3339 date-time').waitFor();
  });

  test('finds deliveries by their state, and loads more as they are asked for', async ({ visit }) => {
    const { page, endpoint } = await visitEndpoint(visit);
    await sendTestEvent(page, 'has arrived');
    await page.route('**/deliveries?*', (route) => {
      const url = new URL(route.request().url());
      const [state, cursor] = [url.searchParams.get('state'), url.searchParams.get('cursor')];
      const name = `${state ?? 'all'}.${cursor ?? 'first'}`;
      const delivery = {
        id: name,
        endpointId: endpoint.id,
        eventType: name,
        eventTimestamp: '2026-01-31T09:30:00.000Z',
        resourceId: 'r',
        state: state ?? 'succeeded',
        reason: null,
        nextAttemptAt: null,
        attemptCount: 0,
        attempts: [],
      };
      return route.fulfill({
        json: { items: [delivery], ...(cursor === null ? { nextCursor: 'second' } : {}) },
      });
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('radio', { name: 'Failed' }).check();
    await page.getByRole('link', { name: 'failed.first' }).waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('link', { name: 'failed.second' }).waitFor();
    await page.getByRole('radio', { name: 'Missed' }).check();
    await page.getByRole('link', { name: 'missed.first' }).waitFor();
    expect(await page.getByRole('link', { name: 'failed' }).count()).toBe(0);
  });

  test('is told in the words of the service what is wrong with an address', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${WEBHOOKS}/create` });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await dialog.locator('.field-error').waitFor();
    const url = dialog.getByLabel('URL');
    expect(await url.evaluate((element) => element === document.activeElement)).toBe(true);
    // What was typed is still there after leaving the page.
    await page.reload();
    expect(await url.inputValue()).toBe('https://10.0.0.1/');
  });
});

describe('a member', () => {
  test('is not led to webhooks, nor let in by their address', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: API_KEYS });
    const navigation = page.getByRole('navigation', { name: 'Console' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual(['API keys', 'Usage', 'Try it']);
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, WEBHOOKS);
    await page.getByText('There is no such page, or it is for admins').waitFor();
  });
});
