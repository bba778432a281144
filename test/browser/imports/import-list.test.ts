import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createImportAs } from '../../support/imports/imports.ts';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';
import { findings } from '../support/accessibility.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const IMPORTS = 'organization/data/imports';

useOwnOrganization();

beforeAll(async () => {
  const admin = await userOf('admin');
  await createImportAs(admin, 'id', { kind: 'people', fileName: 'first.csv' });
  await createImportAs(admin, 'id', { kind: 'companies', fileName: 'second.csv' });
});

const files = (page: Page): Promise<readonly string[]> => page.getByRole('rowheader').allTextContents();

describe('the list of imports', () => {
  test('sorts by creation and shows one kind, both in the address', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: IMPORTS });
    await expect.poll(() => files(page)).toEqual(['second.csv', 'first.csv']);
    await page.getByRole('link', { name: 'Created' }).click();
    await expect.poll(() => files(page)).toEqual(['first.csv', 'second.csv']);
    expect(page.url()).toContain('sort=createdAt');
    await page.getByRole('radio', { name: 'Companies' }).check();
    await expect.poll(() => files(page)).toEqual(['second.csv']);
    expect(page.url()).toContain('kind=companies');
    await page.reload();
    await expect.poll(() => files(page)).toEqual(['second.csv']);
    await page.getByRole('radio', { name: 'Call lists' }).check();
    await page.getByText('No matching imports').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(() => files(page)).toEqual(['second.csv', 'first.csv']);
  });

  test('shows those in one state, and undoes one of the command line', async ({ visit }) => {
    const organizationId = await organizationIdOf();
    await importRecords(organizationId, {
      people: [{ id: 'P-1', firstName: 'Uma', lastName: 'Undone', companyId: 'C-1' }],
      companies: [{ id: 'C-1', name: 'Kept' }],
    });
    const { page } = await visit({ as: 'admin', path: IMPORTS });
    await expect.poll(() => files(page)).toHaveLength(4);
    await page.getByLabel('State').selectOption('Completed');
    await expect
      .poll(async () => [...(await files(page))].sort())
      .toEqual(['companies.jsonl', 'people.jsonl']);
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('State').selectOption('Failed');
    await page.getByText('No import matches these filters.').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'people.jsonl' }).click();
    await page.getByText('imported by command, not stored here').waitFor();
    await page.getByRole('link', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Delete 1 record' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Imports', exact: true }).first().click();
    await page.getByLabel('State').selectOption('Undone');
    await expect.poll(() => files(page)).toEqual(['people.jsonl']);
    const as = await userOf('admin');
    const stored = async (path: string) =>
      bodyOf<{ totalCount: number }>(await admin(path, { as })).totalCount;
    expect([await stored('/people'), await stored('/companies')]).toEqual([0, 1]);
  });
});
