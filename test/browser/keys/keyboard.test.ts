import { expect } from 'vitest';
import { follow, tabTo, untilFocused } from '../support/keyboard.ts';
import { test } from '../support/visit.ts';

const NAME = 'Keyboard';

test('creates, finds, edits, rotates and revokes a key by keyboard', async ({ visit }) => {
  const { page } = await visit({ as: 'admin', permissions: ['clipboard-read', 'clipboard-write'] });
  await follow(page, 'link', 'Create key');
  await untilFocused(page, 'textbox', 'Name');
  await page.keyboard.type(NAME);
  await tabTo(page, 'checkbox', /^Read call lists/);
  await page.keyboard.press('Space');
  await follow(page, 'button', 'Create key');
  await untilFocused(page, 'button', 'Copy key');
  await page.keyboard.press('Enter');
  await page.getByText('Copied the key.').waitFor();
  await follow(page, 'button', 'Done');
  await untilFocused(page, 'link', 'Create key');

  await tabTo(page, 'searchbox', 'Search keys');
  await page.keyboard.type(NAME);
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  await follow(page, 'link', NAME);
  await untilFocused(page, 'heading', NAME);
  await page.getByRole('region', { name: 'Permissions' }).getByText('call-list:read').waitFor();
  await page.getByRole('region', { name: 'Requests' }).waitFor();

  await follow(page, 'link', `Edit ${NAME}`);
  await untilFocused(page, 'textbox', 'Name');
  await page.keyboard.press('Escape');
  await untilFocused(page, 'link', `Edit ${NAME}`);
  await page.keyboard.press('Enter');
  await untilFocused(page, 'textbox', 'Name');
  await page.keyboard.press('End');
  await page.keyboard.type(' only');
  await page.keyboard.press('Enter');
  await untilFocused(page, 'link', `Edit ${NAME} only`);

  await follow(page, 'link', `Rotate ${NAME} only`);
  await tabTo(page, 'radio', 'For 24 hours');
  await page.keyboard.press('ArrowDown');
  await follow(page, 'button', 'Rotate key');
  await untilFocused(page, 'button', 'Copy key');
  await page.keyboard.press('Enter');
  await page.getByText('Copied the key.').waitFor();
  await follow(page, 'button', 'Done');
  // Its link went away: a key is rotated once.
  await untilFocused(page, 'heading', `${NAME} only`);
  await page.getByRole('region', { name: 'Rotations' }).waitFor();

  await follow(page, 'link', `Revoke ${NAME} only`);
  await follow(page, 'button', 'Revoke key');
  await page.getByRole('definition').filter({ hasText: 'revoked' }).first().waitFor();
  await untilFocused(page, 'heading', `${NAME} only`);
});
