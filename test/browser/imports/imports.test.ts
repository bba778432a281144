import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { endOf, startAs, uploadAs } from '../../support/imports/imports.ts';
import { bodyOf, admin as callAdmin } from '../../support/organizations/admin.ts';
import { copy } from '../support/clipboard.ts';
import { untilItems } from '../support/until-items.ts';
import { API_KEYS, consoleUrl, test, useOwnOrganization, userOf } from '../support/visit.ts';

const IMPORTS = 'organization/data/imports';

const HEADER = 'Id,First Name,Last Name,Hotline\n';

const rowsOf = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${prefix}${index},Nora,Person ${index},2025550143\n`).join('');

const csv = (content: string, name = 'people.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

useOwnOrganization();

/** Uploads a file with the dialog, and waits for its preview. */
const upload = async (page: Page, source: string, content: string, name?: string): Promise<void> => {
  await page.getByRole('link', { name: 'Upload file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a file' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles(csv(content, name));
  await dialog.getByLabel('Source').fill(source);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.waitFor({ state: 'detached' });
};

const start = async (page: Page, status: string): Promise<void> => {
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByRole('definition').filter({ hasText: status }).waitFor();
};

describe('an admin', () => {
  test('uploads a file, maps a column, follows the import and downloads the rejected rows', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: IMPORTS });
    await page.getByText('No imports yet').waitFor();
    await upload(page, 'crm', `${HEADER}${rowsOf('a', 12)}a13,Ned\n`);
    await page.getByRole('heading', { name: 'people.csv' }).waitFor();
    const rows = page.getByRole('region', { name: 'First rows' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(11);
    await page.getByLabel('Default country').fill('us');
    const field = page.getByLabel('Field of Hotline');
    expect(await field.inputValue()).toBe('');
    await page.getByText('Choose what becomes of Hotline').waitFor();
    expect(await page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
    await field.selectOption('phones.mobile');
    const check = page.getByRole('region', { name: 'Preview of the import' });
    const cells = check.getByRole('table').getByRole('row').nth(1).getByRole('cell');
    await expect.poll(() => cells.allTextContents()).toEqual(['13', '12', '0', '0', '1', '0']);
    await check.getByText('Line 14: the row has 2 cells, the header 4').waitFor();
    await start(page, 'Completed');
    const counts = page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1);
    expect(await counts.getByRole('cell').allTextContents()).toEqual(['13', '12', '0', '0', '0', '1', '0']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download rejected rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('people.csv.rejects.csv');
    const rejects = await text(await download.createReadStream());
    expect(rejects).toMatch(/^Id,First Name,Last Name,Hotline,reason\na13,Ned,,,"Line 14: the row has 2/);
    await page.getByRole('region', { name: 'Rejected rows' }).getByText('Line 14: the row has 2').waitFor();

    await page.getByRole('link', { name: 'Upload corrected rows' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload corrected rows' });
    await dialog.getByText('imported as people from crm').waitFor();
    const corrected = csv(rejects.replace('Ned,,', 'Ned,Nobody,202-555-0199'), 'corrected.csv');
    await dialog.getByLabel('File', { exact: true }).setInputFiles(corrected);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'corrected.csv' }).waitFor();
    expect(await field.inputValue()).toBe('phones.mobile');
    expect(await page.getByLabel('Field of reason').inputValue()).toBe('');
    await expect.poll(() => cells.allTextContents()).toEqual(['1', '1', '0', '0', '0', '0']);
    await start(page, 'Completed');
    await page.getByText('No rows were rejected').waitFor();

    await page.getByRole('link', { name: 'Imports' }).first().click();
    const row = page.getByRole('table', { name: 'Imports' }).getByRole('row').nth(2);
    expect(await row.textContent()).toMatch(/people\.csv.*People.*crm.*Completed.*12 created, 1 rejected/);

    const events = 'types=import.completed';
    await untilItems(`/events?${events}`, 2);
    await page.goto(`${consoleUrl()}#/organization/data/events?${events}`);
    await page.getByRole('link', { name: 'corrected.csv' }).click();
    await page.getByText('No rows were rejected').waitFor();
  });

  test('shows counts and the first rejected rows while the import runs', async ({ visit }) => {
    const admin = await userOf('admin');
    const { id } = await uploadAs(admin, `${HEADER}${rowsOf('r', 5)}r6,Ned\n`, { source: 'running' });
    await startAs(admin, id);
    const ended = await endOf(admin, id);
    const { page } = await visit({ as: 'admin', path: API_KEYS });
    await page.route(`**/imports/${id}`, (route) =>
      route.fulfill({ json: { ...ended, status: 'running', finishedAt: null, bytesRead: 100 } }),
    );
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, `${IMPORTS}/${id}`);
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
    const counts = page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1);
    expect(await counts.getByRole('cell').allTextContents()).toEqual(['6', '5', '0', '0', '0', '1', '0']);
    await page.getByText('Line 7: the row has 2 cells').waitFor();
  });

  test('confirms deletions by typing their number, and repeats an import with other settings', async ({
    visit,
  }) => {
    const admin = await userOf('admin');
    const { id } = await uploadAs(admin, `${HEADER}${rowsOf('d', 10)}`, { source: 'gone' });
    await startAs(admin, id);
    const { page } = await visit({ as: 'admin', path: `${IMPORTS}/${id}` });
    await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
    await page.getByRole('link', { name: 'Imports' }).first().click();
    await upload(page, 'gone', `${HEADER}${rowsOf('d', 6)}`, 'fewer.csv');
    await page.getByLabel('Field of Hotline').selectOption('Custom field');
    await page.getByLabel('Delete records of this source').check();
    await start(page, 'Needs confirmation');
    await page.getByRole('link', { name: 'Confirm the deletions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the missing records?' });
    const submit = dialog.getByRole('button', { name: 'Delete records' });
    await dialog.getByLabel('Type 4 to confirm').fill('5');
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel('Type 4 to confirm').fill('4');
    await submit.click();
    await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
    expect(await page.getByText('Deleted', { exact: true }).locator('..').textContent()).toContain('4');

    await page.getByRole('link', { name: 'Repeat' }).click();
    await page.getByLabel('Delete records of this source').uncheck();
    await page.getByRole('button', { name: 'Repeat import' }).click();
    await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
    await expect.poll(() => page.getByRole('main').textContent()).toMatch(/Settingsdefaults/);
  });

  test('undoes an import, which says what happens, and repeats it', async ({ visit }) => {
    const admin = await userOf('admin');
    const { id } = await uploadAs(admin, `${HEADER}${rowsOf('u', 5)}`, { source: 'mistake' });
    await startAs(admin, id);
    await endOf(admin, id);
    const { page } = await visit({ as: 'admin', path: `${IMPORTS}/${id}` });
    await page.getByRole('link', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the import?' });
    await dialog.getByText('created and that have not been changed since').waitFor();
    await dialog.getByText('Webhooks and the event feed receive each deletion').waitFor();
    await dialog.getByRole('button', { name: 'Delete 5 records' }).click();
    await page.getByText('The import was undone. Deleted 5 of 5 created records.').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Undone' }).waitFor();
    expect(await page.getByRole('link', { name: 'Undo' }).count()).toBe(0);
    const found = await callAdmin('/people?externalId=mistake:u0', { as: admin });
    expect(bodyOf<{ items: unknown[] }>(found).items).toEqual([]);

    await page.getByRole('link', { name: 'Repeat' }).click();
    await page.getByLabel('Field of Hotline').selectOption('Do not import');
    await page.getByRole('button', { name: 'Repeat import' }).click();
    await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
    const counts = page.getByRole('table', { name: 'Rows' }).getByRole('row').nth(1);
    expect(await counts.getByRole('cell').allTextContents()).toEqual(['5', '5', '0', '0', '0', '0', '0']);
  });

  test('explains why an import cannot be undone', async ({ visit }) => {
    const admin = await userOf('admin');
    const body = { source: 'later' };
    const first = await uploadAs(admin, `${HEADER}${rowsOf('v', 2)}`, body);
    await startAs(admin, first.id);
    await endOf(admin, first.id);
    const { page } = await visit({ as: 'admin', path: `${IMPORTS}/${first.id}/undo` });
    const second = await uploadAs(admin, `${HEADER}${rowsOf('v', 1).replace('Nora', 'Nell')}`, body);
    await startAs(admin, second.id);
    await endOf(admin, second.id);
    await page.getByRole('button', { name: 'Delete 2 records' }).click();
    await page.getByRole('dialog').getByText('Undo that one first').waitFor();
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, `${IMPORTS}/${second.id}`);
    await page.getByRole('link', { name: 'Repeat' }).waitFor();
    expect(await page.getByRole('link', { name: 'Undo' }).count()).toBe(0);
  });

  test('shows warnings, and a do-not-call column that would not be used, before anything is written', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: IMPORTS });
    const header = 'Id,First Name,Mobile Phone,Do Not Call Notes\n';
    await upload(page, 'warned', `${header}w1,Nora,12 / 34,x\nw2,Otto,2025550143,\n`, 'warned.csv');
    const check = page.getByRole('region', { name: 'Preview of the import' });
    await check.getByText('looks like a do-not-call column').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Start import' }).isDisabled()).toBe(true);
    await check.getByText('Choose “Do not call” for it, or “Custom field” to keep it as text').waitFor();
    const field = page.getByLabel('Field of Do Not Call Notes');
    await field.selectOption('Custom field');
    await check.getByRole('heading', { name: 'Warnings' }).waitFor();
    await field.selectOption('Do not call');
    await check.getByRole('heading', { name: 'Warnings' }).waitFor();
    await check.getByText('Mobile phone: "12 / 34" is not a valid phone number').waitFor();
    await page.getByText('1 number without a country: set the default country').waitFor();
  });

  test('asks what becomes of contact details, names fields, and skips a column', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: IMPORTS });
    const rows = 'v1,Nora,202-555-0143,hello\nv1,Ned,202-555-0144,hello\n';
    await upload(page, 'words', `Id,First Name,Hotline,Notes\n${rows}`, 'words.csv');
    const start = page.getByRole('button', { name: 'Start import' });
    await page.getByText('Keys without the permission for contact details see custom fields').waitFor();
    expect(await start.isDisabled()).toBe(true);
    const name = page.getByLabel('Field of First Name');
    expect(await name.locator('option').first().textContent()).toBe('First name (recognized)');
    expect(
      await name
        .locator('optgroup')
        .evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
    ).toEqual(['People', 'Contact', 'Company', 'Address', 'Sales']);
    await page.getByText('it looks like phone numbers: choose the field Work phone').waitFor();
    await page.getByLabel('Field of Hotline').selectOption('Custom field, hidden like contact details');
    await page.getByLabel('Field of Notes').selectOption('Do not import');
    const firstRows = page.getByRole('region', { name: 'First rows' }).getByRole('row');
    await expect.poll(() => firstRows.nth(2).textContent()).toMatch(/^3 Rejected/);
    await page.getByText('The whole file was checked').waitFor();
    await expect.poll(() => start.isDisabled()).toBe(false);
    await start.click();
    await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
    const found = await callAdmin('/people?externalId=words:v1', { as: await userOf('admin') });
    expect(bodyOf<{ items: unknown[] }>(found).items).toMatchObject([
      { firstName: 'Nora', phones: [], customFields: { 'phones (Hotline)': '202-555-0143' } },
    ]);
    expect(JSON.stringify(found.json)).not.toContain('hello');
  });

  test('explains why a file cannot be uploaded or imported', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${IMPORTS}/upload` });
    const dialog = page.getByRole('dialog', { name: 'Upload a file' });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('Choose a file.').waitFor();
    await dialog.getByLabel('File', { exact: true }).setInputFiles(csv('PK\x03\x04', 'people.xlsx'));
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('Enter a source.').waitFor();
    await dialog.getByLabel('Source').fill('crm');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('people.xlsx is an Excel workbook').waitFor();
    expect(await page.getByRole('button', { name: 'Start import' }).count()).toBe(0);
  });

  test('saves, changes and deletes the profile of dropped files', async ({ visit }) => {
    const { page } = await visit({
      as: 'admin',
      path: `${IMPORTS}/profiles`,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByText('No profiles yet').waitFor();
    await expect
      .poll(async () => JSON.parse(await copy(page, 'policy')).Statement[0].Action)
      .toContain('s3:PutObject');
    await page.getByRole('link', { name: 'Create profile' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Source' }).fill('nightly');
    await dialog.getByLabel('Mapped columns').fill('\nHotline = nickname');
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    await dialog.getByText(/^Line 2: Choose one of: .*firstName/).waitFor();
    await dialog.getByLabel('Mapped columns').fill('Hotline = phones.work\n\nA = B = title');
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    const row = page.getByRole('table', { name: 'Import profiles' }).getByRole('row').nth(1);
    await row.getByText('2 columns mapped').waitFor();
    expect(await row.textContent()).toMatch(/nightlyPeople.*s3:\/\/.*\/people\/nightly\//);
    await row.getByRole('link', { name: 'Edit' }).click();
    expect(await dialog.getByLabel('Mapped columns').inputValue()).toBe(
      'Hotline = phones.work\nA = B = title',
    );
    await dialog.getByLabel('Do not notify webhooks').check();
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    await row.getByText('2 columns mapped, webhooks receive nothing').waitFor();
    await row.getByRole('link', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete profile' }).click();
    await page.getByText('No profiles yet').waitFor();
  });
});

describe('a member', () => {
  test('hides imports from members', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: API_KEYS });
    expect(await page.getByRole('link', { name: 'Imports' }).count()).toBe(0);
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, IMPORTS);
    await page.getByText('This page does not exist, or only admins').waitFor();
  });
});
