import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createImportAs } from '../../support/imports/imports.ts';
import { test, useOwnOrganization, userOf } from '../support/visit.ts';

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
});
