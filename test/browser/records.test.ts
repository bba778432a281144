import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { admin } from '../support/admin.ts';
import { sampleData } from '../support/sample-data.ts';
import { at, service } from '../support/service.ts';
import { importRecords } from '../support/webhooks.ts';
import { API_KEYS, organizationIdOf, test, useOwnOrganization, userOf } from './support/visit.ts';

const RECORDS = 'organization/data/records';

const { people, companies, callLists } = sampleData('Console');
const callList = at<(typeof callLists)[number]>(callLists, 0);

useOwnOrganization();

beforeAll(async () => {
  if (service.admin === undefined) return;
  const sourced = { id: 'crm-1', firstName: 'Nora', lastName: 'Sourced' };
  await importRecords(
    await organizationIdOf(),
    { people: [...people, sourced], companies, 'call-lists': callLists },
    ['--source', 'crm', '--silent'],
  );
});

/** Finds a record with the form. */
const find = async (page: Page, kind: string, id: string): Promise<void> => {
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('Id or external id').fill(id);
  await page.getByRole('button', { name: 'Find record' }).click();
};

const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => element === document.activeElement);

describe('an admin', () => {
  test('finds records by id and by external id, and copies the JSON', async ({ visit }) => {
    const { page } = await visit({
      as: 'admin',
      path: RECORDS,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await find(page, 'Person', 'crm');
    await page.getByText('Id or external id must be a source and an id in it').waitFor();
    await find(page, 'Person', 'crm:none');
    await page.getByText('There is no person with this external id.').waitFor();
    await find(page, 'Person', ' crm:crm-1 ');
    await page.getByRole('heading', { name: 'Nora Sourced' }).waitFor();
    expect(await isFocused(page, '#heading')).toBe(true);
    await page.getByRole('button', { name: 'Copy JSON' }).click();
    await page.getByText('Copied the JSON.').waitFor();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied).toMatchObject({ lastName: 'Sourced', emails: [], changedAt: expect.any(String) });

    await page.getByRole('link', { name: 'Records' }).first().click();
    const company = at<(typeof companies)[number]>(companies, 0);
    await find(page, 'Company', company.id.toUpperCase());
    await page.getByRole('heading', { name: company.name ?? '' }).waitFor();
  });

  test('follows a call list to a person, and loads more entries on request', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${RECORDS}/call-lists/${callList.id}` });
    await page.getByRole('heading', { name: callList.name, exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Call list entries' });
    await expect.poll(() => table.getByRole('row').count()).toBe(21);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(41);
    const person = at<(typeof people)[number]>(people, 0);
    await table.getByRole('link', { name: person.id }).click();
    await page.getByRole('heading', { name: `${person.firstName} ${person.lastName}` }).waitFor();
  });

  test('deletes a record by keyboard, once the end of its id is typed', async ({ visit }) => {
    const { id } = at<(typeof people)[number]>(people, -1);
    const { page } = await visit({ as: 'admin', path: `${RECORDS}/people/${id}` });
    await page.getByRole('link', { name: 'Delete', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this person?' });
    const submit = dialog.getByRole('button', { name: 'Delete person' });
    const typed = dialog.getByLabel(`Type ${id.slice(-8)} to confirm`);
    await typed.waitFor();
    for (const text of ['', id.slice(-7), id]) {
      await typed.fill(text);
      expect(await submit.isDisabled()).toBe(true);
      await typed.press('Enter');
    }
    const { status } = await admin(`/people/${id}`, { as: await userOf('admin') });
    expect(status).toBe(200);

    await typed.fill(id.slice(-8));
    await typed.press('Enter');
    await page.getByRole('heading', { name: 'The person is deleted' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain(`GET /v1/person/${id} responds with 404`);
    expect(await isFocused(page, '#heading')).toBe(true);
    await page.getByRole('link', { name: 'View in the audit log' }).click();
    // Exactly, because the notice "Deleted the person." may still be visible.
    await page.getByText('deleted the person', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('There is no person with this id.').waitFor();
    expect(await page.getByRole('link', { name: 'Delete', exact: true }).count()).toBe(0);
  });

  test('erases a person, and sees what was removed and what remains', async ({ visit }) => {
    const { id, firstName, lastName } = at<(typeof people)[number]>(people, 1);
    const { page } = await visit({ as: 'admin', path: `${RECORDS}/people/${id}` });
    await page.getByRole('heading', { name: `${firstName} ${lastName}` }).waitFor();
    const entries = page.getByRole('table', { name: 'Call list entries' });
    await entries.getByRole('link', { name: callList.name, exact: true }).waitFor();
    const count = (await entries.getByRole('row').count()) - 1;
    await page.getByRole('link', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
    const submit = dialog.getByRole('button', { name: 'Erase person' });
    await dialog.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel(`Type ${id.slice(-8)} to confirm`).fill(id.slice(-8).toUpperCase());
    await submit.click();
    const removed = page.getByRole('region', { name: 'The person is erased' });
    await removed.waitFor();
    expect(await removed.getByRole('definition').first().textContent()).toBe(String(count));
    const remaining = page.getByRole('region', { name: 'What remains, and for how long' });
    expect(await remaining.textContent()).toMatch(/The table's stream.*for up to 1 day.*Logs.*nothing/);
    expect(await page.content()).not.toContain(`${firstName} ${lastName}`);

    await page.reload();
    await page.getByText('There is no person with this id.').waitFor();
    await page.getByRole('link', { name: 'Erase', exact: true }).click();
    await dialog.getByLabel('to confirm').fill(id.slice(-8));
    await submit.click();
    await page.getByRole('heading', { name: 'The person was already erased' }).waitFor();
  });

  test('deletes a call list with its entries', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${RECORDS}/call-lists/${callList.id}/delete` });
    const dialog = page.getByRole('dialog', { name: 'Delete this call list?' });
    await dialog.getByLabel('to confirm').fill(callList.id.slice(-8));
    await dialog.getByRole('button', { name: 'Delete call list' }).click();
    await page.getByText('40 entries were deleted with the call list.').waitFor();
  });

  test('sees the error for a record that is unknown', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${RECORDS}/companies/${randomUUID()}` });
    await page.getByText('There is no company with this id.').waitFor();
  });
});

describe('a member', () => {
  test('has no access to records', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: API_KEYS });
    expect(await page.getByRole('link', { name: 'Records' }).count()).toBe(0);
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, RECORDS);
    await page.getByText('This page does not exist, or only admins').waitFor();
  });
});
