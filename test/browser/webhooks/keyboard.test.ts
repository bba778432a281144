import { expect } from 'vitest';
import { follow, tabTo, untilFocused } from '../support/keyboard.ts';
import { test } from '../support/visit.ts';
import { startReceiver, WEBHOOKS } from '../support/webhooks.ts';

test('creates, tests and inspects a webhook endpoint, and replays its deliveries, by keyboard', async ({
  visit,
}) => {
  const receiver = await startReceiver();
  const { page } = await visit({
    as: 'admin',
    path: WEBHOOKS,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await follow(page, 'link', 'Create endpoint');
  await untilFocused(page, 'textbox', 'URL or ARN');
  await page.keyboard.type(receiver.url);
  await tabTo(page, 'radio', 'All events');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'checkbox', 'company.deleted');
  await page.keyboard.press('Space');
  await follow(page, 'button', 'Create endpoint');
  await untilFocused(page, 'button', 'Copy secret');
  await page.keyboard.press('Enter');
  await page.getByText('Copied the secret.').waitFor();
  await follow(page, 'button', 'Done');
  await untilFocused(page, 'heading', receiver.url);

  await follow(page, 'link', 'Send test event');
  await follow(page, 'button', 'Send');
  await page.getByText('The endpoint accepted the test event.').waitFor();
  // The form is gone: the dialog has the focus, so Escape reaches it.
  await untilFocused(page, 'dialog', 'Send a test event');
  await page.keyboard.press('Escape');
  await untilFocused(page, 'link', 'Send test event');

  await tabTo(page, 'radio', '24 hours');
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('include=lastWeek')),
    page.keyboard.press('ArrowRight'),
  ]);
  await page.getByText('100% of 1 attempt succeeded.').waitFor();
  const activity = page.getByRole('region', { name: 'Success and response time' });
  await tabTo(page, 'link', 'webhook.test');
  await page.keyboard.press('Enter');
  await untilFocused(page, 'heading', 'webhook.test');
  await follow(page, 'button', 'Copy command');
  await page.getByText('Copied the command.').waitFor();
  await follow(page, 'button', 'Replay', 'Shift+Tab');
  await expect.poll(() => receiver.received.length).toBe(2);
  await untilFocused(page, 'button', 'Replay');

  await follow(page, 'link', 'Endpoint', 'Shift+Tab');
  await untilFocused(page, 'heading', receiver.url);
  // The charts are drawings; the table has their figures.
  const summary = activity.getByText('As a table');
  await summary.waitFor();
  await tabTo(page, 'radio', '24 hours');
  await page.keyboard.press('Tab');
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await activity.getByRole('table').waitFor();

  await follow(page, 'link', 'Retry all pending now (0)');
  await page.getByText('waits for its next attempt').waitFor();
  await page.keyboard.press('Escape');
  await untilFocused(page, 'link', 'Retry all pending now (0)');
  await follow(page, 'link', 'Replay failed since … (0)');
  await tabTo(page, 'checkbox', 'succeeded');
  await page.keyboard.press('Space');
  await follow(page, 'button', 'Replay');
  await untilFocused(page, 'link', 'Replay failed since … (0)');
  await expect.poll(() => receiver.received.length).toBe(3);
});
