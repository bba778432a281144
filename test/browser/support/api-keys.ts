import type { Locator, Page } from 'playwright-core';

/** The row or card of the newest key with this name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

/** Creates a key through the form and returns its value. The dialog that shows it stays open. */
export const createKey = async (
  page: Page,
  name: string,
  permissions: readonly string[] = [],
): Promise<string> => {
  await page.getByRole('link', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByLabel('Name').fill(name);
  for (const permission of permissions) await dialog.getByRole('checkbox', { name: permission }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const anyway = dialog.getByRole('button', { name: 'Create without permissions' });
  await page.getByRole('dialog', { name: 'Copy your key now' }).or(anyway).waitFor();
  if (await anyway.isVisible()) await anyway.click();
  return issuedValue(page);
};

/** The key in the dialog that shows it once. */
export const issuedValue = async (page: Page): Promise<string> =>
  page.getByRole('dialog', { name: 'Copy your key now' }).locator('pre').first().innerText();

/** Closes the dialog that shows a value without copying it. */
export const closeWithoutCopying = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
};

/** Opens the dialog for an action on a key. */
export const openAction = async (
  page: Page,
  action: 'Edit' | 'Rotate' | 'Revoke',
  name: string,
): Promise<Locator> => {
  await rowOf(page, name).getByRole('link', { name: action }).click();
  return page.getByRole('dialog', { name: new RegExp(`^${action} ${name}`) });
};
