import { describe, expect } from 'vitest';
import { test } from '../support/visit.ts';
import { openEndpointAction, sendTestEvent, visitEndpoint } from '../support/webhooks.ts';

describe('an admin', () => {
  test('shows a failed response and the time of the next attempt, and replays the delivery', async ({
    visit,
  }) => {
    const { page, receiver } = await visitEndpoint(visit);
    receiver.answer(503, 200);
    // The next attempt follows a second later, possibly before the dialog is read.
    const dialog = await sendTestEvent(page, /^The endpoint (rejected|accepted) the test event/);
    expect(await dialog.textContent()).toContain('{"thanks":true}');
    await dialog.getByRole('link', { name: 'View delivery' }).click();
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    const attempts = page.getByRole('table', { name: 'Attempts' });
    expect(await attempts.textContent()).toContain('The endpoint answered with 503 Service Unavailable.');
    await page.getByText('"A test event: nothing has changed."').waitFor();

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

  test('replays a time range, and shows the total of all calls', async ({ visit }) => {
    const { page, receiver } = await visitEndpoint(visit);
    const dialog = await sendTestEvent(page, 'The endpoint accepted the test event.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const range = await openEndpointAction(page, 'Replay a time range');
    const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await range.textContent()).toContain(`in the time zone ${timeZone.replaceAll('_', ' ')}`);
    // Simulates the first of two calls, which real ranges need only for hundreds of deliveries.
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

  test('sees a failing endpoint’s deliveries as retrying, also in a link', async ({ visit }) => {
    const { page, receiver } = await visitEndpoint(visit);
    receiver.answer(500);
    const dialog = await sendTestEvent(page, 'The endpoint rejected the test event. It will be retried.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('radio', { name: 'Failed' }).check();
    const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await expect.poll(() => row.textContent()).toMatch(/retrying|failed/);
    expect(new URL(page.url()).hash).toMatch(/\/state\/failed$/);
    await page.reload();
    await row.waitFor();
    expect(await page.getByRole('radio', { name: 'Failed' }).isChecked()).toBe(true);
    // A dialog returns to the same deliveries.
    const edit = await openEndpointAction(page, 'Edit');
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(await page.getByRole('radio', { name: 'Failed' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'All', exact: true }).check();
    expect(new URL(page.url()).hash).not.toContain('state');
  });

  test('filters deliveries by state, and loads more on request', async ({ visit }) => {
    const { page, endpoint } = await visitEndpoint(visit);
    await sendTestEvent(page, 'accepted the test event');
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
        state: 'succeeded',
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
    await page.getByRole('link', { name: 'retrying,failed.first' }).waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByRole('link', { name: 'retrying,failed.second' }).waitFor();
    await page.getByRole('radio', { name: 'Missed' }).check();
    await page.getByRole('link', { name: 'missed.first' }).waitFor();
    expect(await page.getByRole('link', { name: 'failed' }).count()).toBe(0);
  });
});
