import { expect } from 'vitest';
import { follow, tabTo, untilFocused } from '../support/keyboard.ts';
import { test, useOwnOrganization } from '../support/visit.ts';

const FILE = {
  name: 'keyboard.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Id,First Name,Last Name,Hotline,Shoe size\nk1,Nora,Nowhere,+12025550143,38\nk2,Ned,Nobody\n',
  ),
};

// Other tests compare the records of the shared organization.
useOwnOrganization();

test('uploads a file, maps its columns, imports it and undoes that by keyboard', async ({ visit }) => {
  const { page } = await visit({ as: 'admin', path: 'organization/data/imports' });
  await page.getByRole('heading', { name: 'Imports' }).waitFor();
  await follow(page, 'link', 'Upload file');
  // Begun together with the key press, it sometimes came too late, and Chromium opened its own dialog.
  const chooser = page.waitForEvent('filechooser');
  await untilFocused(page, 'button', 'File');
  await page.keyboard.press('Space');
  await (await chooser).setFiles(FILE);
  await tabTo(page, 'textbox', 'Source');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await untilFocused(page, 'heading', FILE.name);

  // A letter chooses the next option that starts with it.
  await tabTo(page, 'combobox', 'Field of Hotline');
  await page.keyboard.type('Mob');
  expect(await page.getByLabel('Field of Hotline').inputValue()).toBe('phones.mobile');
  await tabTo(page, 'combobox', 'Field of Shoe size');
  await page.keyboard.type('Do');
  const skipped = page.getByLabel('Field of Shoe size').locator('option:checked');
  expect(await skipped.textContent()).toBe('Do not import');
  await tabTo(page, 'region', 'First rows');
  const check = page.getByRole('region', { name: 'Preview of the import' });
  await check.getByText('Line 3: the row has 3 cells').waitFor();
  await follow(page, 'button', 'Start import');
  await untilFocused(page, 'heading', FILE.name);

  await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
  await tabTo(page, 'link', 'Download rejected rows');
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await page.getByRole('region', { name: 'Rejected rows' }).getByText('Line 3').waitFor();
  await follow(page, 'link', 'Undo', 'Shift+Tab');
  await tabTo(page, 'button', 'Cancel');
  await page.keyboard.press('Enter');
  await untilFocused(page, 'link', 'Undo');
  await page.keyboard.press('Enter');
  await follow(page, 'button', 'Delete 1 record');
  await untilFocused(page, 'heading', FILE.name);
  await page.getByRole('definition').filter({ hasText: 'Undone' }).waitFor();
});
