import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../support/command.ts';

/** Not committed. */
const FOLDER = join(ROOT, '.reports', 'screenshots');

/** Those that the documentation shows. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'list-light-1440',
  'value-dark-1440',
  'list-light-360',
  'webhook-delivery-light-1440',
  'usage-light-1440',
  'audit-log-light-1440',
]);
const DOCUMENTED_FOLDER = join(ROOT, 'infra', 'docs', 'images');

/** Users of the tests have random addresses, which nobody wants to read. */
const makeReadable = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      node.nodeValue = node.nodeValue?.replace(/@[0-9a-f-]{36}\b/, '@acme') ?? null;
    }
  });

/** Whether pages are to be kept as images. */
export const takesScreenshots = process.env['SCREENSHOTS'] === '1';

/** With `SCREENSHOTS=1`, which `npm run screenshots` sets: keeps what the page looks like, for people to look at. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (!takesScreenshots) return;
  await makeReadable(page);
  const image = await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  if (DOCUMENTED.has(name)) await writeFile(join(DOCUMENTED_FOLDER, `console-${name}.png`), image);
};
