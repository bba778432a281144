import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../support/command.ts';

/** Not committed. */
const FOLDER = join(ROOT, '.reports', 'screenshots');

/** What the documentation shows: written anew with `CONSOLE_IMAGES=1`. */
const DOCUMENTED: ReadonlySet<string> = new Set(['all-light-1440', 'value-dark-1440', 'list-light-360']);
const IMAGES = join(ROOT, 'infra', 'docs', 'images');

/** Keeps what the page looks like, for people to look at. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  if (process.env['CONSOLE_IMAGES'] === '1' && DOCUMENTED.has(name)) {
    await page.screenshot({ path: join(IMAGES, `console-${name}.png`) });
  }
};
