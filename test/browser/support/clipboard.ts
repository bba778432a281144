import type { Page } from 'playwright-core';

/**
 * Clicks a button that copies, and returns the clipboard. The browser has one for all its pages, so the
 * result may be what another test has copied since: repeat it until it is right.
 *
 * @param what as in `Copy key`
 */
export const copy = async (page: Page, what: string): Promise<string> => {
  // It is shown for two seconds, which a wait that starts after the click may miss.
  const copied = page.getByText(`Copied the ${what}.`).waitFor();
  await Promise.all([copied, page.getByRole('button', { name: `Copy ${what}` }).click()]);
  return page.evaluate(() => navigator.clipboard.readText());
};
