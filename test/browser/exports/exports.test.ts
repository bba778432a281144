import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { send } from '../../support/http/http.ts';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import { setMembersSeeData } from '../../support/organizations/members-see-data.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';
import { findings } from '../support/accessibility.ts';
import { untilItems } from '../support/until-items.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const DATA = 'organization/data';
const EXPORTS = `${DATA}/exports`;

const { people, companies, callLists } = sampleData('Export');
const callList = at<(typeof callLists)[number]>(callLists, 0);

useOwnOrganization();

beforeAll(async () => {
  if (service.admin === undefined) return;
  await importRecords(await organizationIdOf(), { people, companies, 'call-lists': callLists }, ['--silent']);
});

/** Opens a view without loading the console again. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${path}`);

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Exports' }).locator('tbody tr');

/** The newest export, once it has completed. */
const completedRow = async (page: Page, records: string) => {
  const row = rowsOf(page).first();
  await row.filter({ hasText: records }).getByText('Completed').waitFor();
  return row;
};

/** The lines of the file that a link downloads, without the byte order mark. */
const download = async (page: Page, extension: string): Promise<readonly string[]> => {
  const link = rowsOf(page).first().getByRole('link', { name: extension });
  const { status, text } = await send((await link.getAttribute('href')) ?? '');
  expect(status).toBe(200);
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
};

describe('an admin', () => {
  test('downloads people as CSV, on the page of the list', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EXPORTS });
    await page.getByText('No exports yet').waitFor();
    await goTo(page, `${DATA}/people`);
    await page.getByRole('button', { name: 'Download all people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download all people' });
    expect(await dialog.getByLabel('Format').inputValue()).toBe('csv');
    await dialog.getByRole('button', { name: 'Download' }).click();
    // The list stays behind the dialog, which follows the export.
    await dialog.getByText('Completed').waitFor();
    expect(page.url()).toContain(`${DATA}/people`);
    await dialog.getByRole('link', { name: /^people-.*-1\.csv$/ }).waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Exports' }).click();
    const row = await completedRow(page, 'People');
    expect(await row.textContent()).toMatch(/PeopleCSVCompletedpeople-\S+-1\.csv/);
    await row.getByText(`${people.length} records`).waitFor();
    const [header, ...lines] = await download(page, '.csv');
    expect(header?.split(',')[0]).toBe('id');
    const ids = lines.map((line) => line.split(',')[0]);
    expect(ids).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    expect(await findings(page)).toEqual([]);

    await row.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('started an export of person records as csv').first().waitFor();

    await untilItems('/events?types=export.completed', 1);
    await goTo(page, `${DATA}/events?types=export.completed`);
    await page.getByRole('link', { name: 'export of people' }).click();
    await page.getByRole('heading', { name: 'Exports' }).waitFor();
  });

  test('exports all companies from a search', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/companies?name=nothing` });
    await page.getByText('No matching companies').waitFor();
    await page.getByRole('button', { name: 'Download all companies' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download all companies' });
    await dialog.getByLabel('Format').selectOption('Parquet');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByRole('link', { name: /\.parquet$/ }).waitFor();
    await goTo(page, EXPORTS);
    const row = await completedRow(page, 'Companies');
    await row.getByText(`${companies.length} records`).waitFor();
  });

  test('exports the entries of one call list', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/call-lists/${callList.id}` });
    await page.getByRole('button', { name: 'Download all entries' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download all entries' });
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByText('Completed').waitFor();
    await goTo(page, EXPORTS);
    const row = await completedRow(page, 'Call list entries');
    await row.getByText(`${callList.entries.length} records`).waitFor();
    await row.getByRole('link', { name: 'one call list' }).click();
    await page.getByRole('heading', { name: callList.name }).waitFor();
  });

  test('chooses records and format', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EXPORTS });
    await page.getByRole('link', { name: 'Start export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start an export' });
    await dialog.getByLabel('Records').selectOption('Call lists');
    await dialog.getByLabel('Format').selectOption('JSON Lines');
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start export' }).click();
    await dialog.waitFor({ state: 'detached' });
    await completedRow(page, 'Call lists');
    const lines = await download(page, '.jsonl');
    expect(lines.map((line) => JSON.parse(line).id).toSorted()).toEqual(
      callLists.map(({ id }) => id).toSorted(),
    );
  });

  test('leads from a refused export to those that wait', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/people` });
    const detail = '10 exports of your organization wait or run.';
    await page.route('**/exports', (route) =>
      route.fulfill({ status: 409, json: { title: 'Conflict', status: 409, detail } }),
    );
    await page.getByRole('button', { name: 'Download all people' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await page.getByRole('alert').getByText(detail).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('alert').getByRole('link', { name: 'Show the exports' }).click();
    await page.getByRole('heading', { name: 'Exports' }).waitFor();
  });

  test('shows the list page by page, with the page in the address', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.route(/\/exports(\?|$)/, (route) => {
      const isSecond = route.request().url().includes('cursor=second');
      const item = {
        ...{ id: isSecond ? '1' : '2', resource: isSecond ? 'company' : 'person', format: 'csv' },
        ...{ fields: [], changedSince: null, callListId: null, state: 'expired', problem: null, files: [] },
        ...{ recordCount: 1, totalCount: 1, eventCursor: null, createdAt: '2026-01-31T09:30:00.000Z' },
        ...{ createdBy: { id: 'ada', name: 'ada', from: null }, completedAt: null, expiresAt: null },
      };
      return route.fulfill({ json: { items: [item], ...(isSecond ? {} : { nextCursor: 'second' }) } });
    });
    await goTo(page, EXPORTS);
    await page.getByRole('rowheader', { name: 'People' }).waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('rowheader', { name: 'Companies' }).waitFor();
    expect(page.url()).toContain('cursor=second');
    await page.reload();
    await page.getByRole('rowheader', { name: 'Companies' }).waitFor();
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByRole('rowheader', { name: 'People' }).waitFor();
  });

  test('loads new links after an error and on returning to the tab', async ({ visit }) => {
    const body = { resource: 'company', format: 'csv' };
    bodyOf(await admin('/exports', { as: await userOf('admin'), method: 'POST', body }), 202);
    const { page } = await visit({ as: 'admin', path: EXPORTS });
    await completedRow(page, 'Companies');
    const urlOf = () => rowsOf(page).first().getByRole('link').first().getAttribute('href');
    const first = await urlOf();
    await page.route('**/exports', (route) => route.abort(), { times: 1 });
    const returnToTab = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await returnToTab();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    // Addresses are signed to the second.
    await expect
      .poll(async () => {
        await returnToTab();
        return urlOf();
      })
      .not.toBe(first);
  });
});

describe('a member', () => {
  test('hides exports and download buttons from members', async ({ visit }) => {
    await setMembersSeeData(await userOf('admin'), true);
    const { page } = await visit({ as: 'member', path: `${DATA}/people` });
    await page.getByRole('table', { name: 'People' }).waitFor();
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Exports' }).count()).toBe(0);
    await goTo(page, EXPORTS);
    await page.getByText('This page does not exist, or only admins').waitFor();
  });
});
