import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { test } from '../support/visit.ts';
import { openEndpointAction, sendTestEvent, startReceiver, visitEndpoint } from '../support/webhooks.ts';

const NO_DETAILS = { latestReplay: null, lastDay: null, lastWeek: null, undelivered: null };

describe('an admin', () => {
  test('shows a failed response and the time of the next attempt, and replays the delivery', async ({
    visit,
  }) => {
    const { page, receiver } = await visitEndpoint(visit);
    receiver.answer(503, 200);
    // The next attempt follows a second later, possibly before the dialog is read.
    const dialog = await sendTestEvent(page, /^The endpoint (rejected|accepted) the test event/);
    expect(await dialog.textContent()).toContain('"thanks": true');
    await dialog.getByRole('link', { name: 'View delivery' }).click();
    await page.getByRole('heading', { name: 'webhook.test' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    const attempts = page.getByRole('table', { name: 'Attempts' });
    expect(await attempts.textContent()).toContain('The endpoint answered with 503 Service Unavailable.');
    await page.getByText('"A test event: nothing has changed."').first().waitFor();

    expect(await page.locator('.json-name').first().textContent()).toBe('"thanks"');
    expect(await page.locator('.json-value').first().textContent()).toBe('true');
    expect(await attempts.getByRole('button', { name: 'Copy response' }).count()).toBeGreaterThan(0);
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

  test('shows the success rate and response times of a day and a week, and says when it samples', async ({
    visit,
  }) => {
    const { page, receiver, endpoint } = await visitEndpoint(visit);
    const activity = page.getByRole('region', { name: 'Success and response time' });
    await activity.getByText('No attempts in this period.').waitFor();
    receiver.answer(503, 200);
    const sent = await sendTestEvent(page, /^The endpoint (rejected|accepted) the test event/);
    await sent.getByRole('button', { name: 'Done' }).click();
    await expect
      .poll(async () => {
        await page.reload();
        await activity.getByText(/attempts? succeeded/).waitFor();
        return activity.textContent();
      })
      .toContain('50% of 2 attempts succeeded.');
    expect(await activity.textContent()).not.toContain('sample');
    await activity.getByText('As a table').click();
    const table = activity.getByRole('table', { name: 'Success and response time' });
    const row = table.getByRole('row').nth(1);
    expect(await row.getByRole('cell').nth(3).textContent()).toMatch(/^[\d,]+ ms$/);
    expect(await findings(page)).toEqual([]);

    await activity.getByRole('radio', { name: '7 days' }).check();
    await expect.poll(() => page.url()).toContain('period=lastWeek');
    await activity.getByText('As a table').click();
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 28);

    const period = {
      ...{ start: '2026-01-31T06:00:00.000Z', end: '2026-01-31T12:00:00.000Z', deliveries: 50 },
      ...{ isSample: true, succeeded: 40, failed: 20, p50Milliseconds: 120, p95Milliseconds: 1_480 },
    };
    await page.route('**/webhook-endpoints/*?include=*', (route) =>
      route.fulfill({ json: { ...endpoint, ...NO_DETAILS, lastWeek: [period] } }),
    );
    await page.reload();
    await activity.getByText('66.7% of 60 attempts succeeded. This is a sample').waitFor();
    await activity.getByText('As a table').click();
    expect(await row.textContent()).toContain('newest 50');
    expect(await row.textContent()).toContain('1,480 ms');
    const days = activity.getByRole('table', { name: 'Error rate by day' });
    expect(await days.getByRole('row').nth(1).textContent()).toMatch(/^Sat,? 31 Jan602033\.3%$/);
    await page.unroute('**/webhook-endpoints/*?include=*');
  });

  test('replays what failed, and shows the progress and the result, also after a reload', async ({
    visit,
  }) => {
    const { page, receiver, endpoint } = await visitEndpoint(visit);
    receiver.answer(500);
    const sent = await sendTestEvent(page, 'The endpoint rejected the test event. It will be retried.');
    await sent.getByRole('button', { name: 'Done' }).click();
    // All four attempts.
    await expect.poll(() => receiver.received.length).toBe(4);
    receiver.answer(204);
    // The page follows the attempts by itself.
    await page.getByText('No delivery has succeeded since').waitFor();
    await page.getByRole('link', { name: 'replay the 1 that it did not receive' }).waitFor();
    const none = await openEndpointAction(page, 'Retry all pending now (0)');
    await none.getByText('waits for its next attempt').waitFor();
    await none.getByRole('button', { name: 'Done' }).click();
    const dialog = await openEndpointAction(page, 'Replay failed since … (1)');
    // The range begins with the event, before its first attempt failed.
    await dialog.getByText('1 failed in this time range.').waitFor();
    await dialog.getByRole('checkbox', { name: 'failed' }).uncheck();
    await dialog.getByText('None in this time range.').waitFor();
    await dialog.getByRole('checkbox', { name: 'failed' }).check();
    const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await dialog.textContent()).toContain(`in the time zone ${timeZone.replaceAll('_', ' ')}`);
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.waitFor({ state: 'detached' });
    const replays = page.getByRole('region', { name: 'Latest replay' });
    await replays.getByText('1 delivery replayed.').waitFor();
    await replays.getByText('completed').waitFor();
    await expect.poll(() => receiver.received.length).toBe(5);
    await page.getByText('20% of 5 attempts succeeded.').waitFor();
    await page.getByText('No delivery has succeeded since').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Replay failed since … (0)' }).waitFor();
    await page.reload();
    await replays.getByText('1 delivery replayed.').waitFor();
    expect(await replays.textContent()).toContain('retrying, failed, and missed deliveries');

    // A longer one: in progress, also after a reload, then ended.
    const running = {
      ...{ id: 'r', endpointId: endpoint.id, states: ['retrying'], after: null, problem: null },
      ...{ before: '2026-01-31T09:30:00.000Z', createdAt: '2026-01-31T09:30:00.000Z', createdBy: 'ada' },
      ...{ startedAt: null, finishedAt: null, state: 'running', totalCount: 1_203 },
      ...{ replayed: 300, unavailable: 0, changed: 0 },
    };
    const ended = { ...running, state: 'completed', replayed: 1_200, unavailable: 2, changed: 1 };
    let shown: object = running;
    await page.route('**/webhook-endpoints/*?include=*', (route) =>
      route.fulfill({ json: { ...endpoint, undelivered: null, latestReplay: shown } }),
    );
    await page.reload();
    const bar = page.getByRole('progressbar', { name: '300 deliveries replayed.' });
    await bar.waitFor();
    expect(await bar.getAttribute('value')).toBe('24');
    shown = ended;
    await replays.getByText('1,200 deliveries replayed. 2 not replayed').waitFor();
    expect(await replays.textContent()).toContain('1 not replayed: delivered or attempted in the meantime.');
    await page.unroute('**/webhook-endpoints/*?include=*');
  });

  test('repeats a delivery elsewhere with curl, byte for byte and without a signature', async ({ visit }) => {
    const { page, receiver, endpoint } = await visitEndpoint(visit, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const dialog = await sendTestEvent(page, 'The endpoint accepted the test event.');
    await dialog.getByRole('link', { name: 'View delivery' }).click();
    const request = page.getByRole('region', { name: 'Request' });
    const [sent] = receiver.received;
    const copied = async (what: string): Promise<string> => {
      await request.getByRole('button', { name: `Copy ${what}` }).click();
      await request.getByText(`Copied the ${what}.`).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('body')).toBe(sent?.body);
    expect(await copied('headers')).toContain(`webhook-timestamp: ${sent?.headers['webhook-timestamp']}`);
    const elsewhere = await startReceiver();
    await request.getByLabel('Address').fill(elsewhere.url);
    const command = await copied('command');
    expect(command).not.toContain(endpoint.secret);
    expect(command).not.toContain('signature');
    await promisify(execFile)('sh', ['-c', command]);
    const [repeated] = elsewhere.received;
    expect(repeated?.body).toBe(sent?.body);
    expect(repeated?.headers).toMatchObject({
      'webhook-id': sent?.headers['webhook-id'],
      'content-type': 'application/json',
      'user-agent': sent?.headers['user-agent'],
    });
    await request.getByText('Signature check').click();
    const guide = request.getByRole('link', { name: 'Verifying webhooks' });
    const found = await page.request.get(await guide.evaluate((link: HTMLAnchorElement) => link.href));
    expect(await found.text()).toContain('HMAC-SHA256');
  });

  test('retries all pending deliveries now', async ({ visit }) => {
    const { page, endpoint } = await visitEndpoint(visit);
    // As a fulfilled response: a retry follows too soon here to be found.
    const undelivered = { retrying: 1_000, failed: 0, missed: 0, oldestAt: '2026-01-31T09:30:00.000Z' };
    await page.route('**/webhook-endpoints/*?include=undelivered', (route) =>
      route.fulfill({ json: { ...endpoint, ...NO_DETAILS, undelivered } }),
    );
    await page.reload();
    const dialog = await openEndpointAction(page, 'Retry all pending now (1,000+)');
    await dialog.getByText('Sends the 1,000+ deliveries').waitFor();
    await dialog.getByRole('button', { name: 'Retry all now' }).click();
    await page.unroute('**/webhook-endpoints/*?include=undelivered');
    const replays = page.getByRole('region', { name: 'Latest replay' });
    await replays.getByText('retrying deliveries').waitFor();
    await replays.getByText('0 deliveries replayed.').waitFor();
    await replays.getByText('completed').waitFor();
  });

  test('shows deliveries of a failing endpoint as retrying, also in a link', async ({ visit }) => {
    const { page, receiver } = await visitEndpoint(visit);
    receiver.answer(500);
    const dialog = await sendTestEvent(page, 'The endpoint rejected the test event. It will be retried.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('radio', { name: 'Failed' }).check();
    const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await expect.poll(() => row.textContent()).toMatch(/retrying|failed/);
    expect(new URL(page.url()).hash).toMatch(/\?state=failed$/);
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
    expect(await page.getByRole('link', { name: 'failed.' }).count()).toBe(0);
  });
});
