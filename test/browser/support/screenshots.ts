import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../support/service/command.ts';

/** Ignored by git. */
const FOLDER = join(ROOT, '.reports', 'screenshots');

/** The screenshots that the documentation includes. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'home-light-1440',
  'value-dark-1440',
  'list-light-360',
  'webhook-delivery-light-1440',
  'usage-light-1440',
  'audit-log-light-1440',
]);
const DOCUMENTED_FOLDER = join(ROOT, 'infra', 'docs', 'images');

/** Replaces the random email addresses of the test users, and the addresses of endpoints. */
const makeReadable = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      node.nodeValue =
        node.nodeValue
          ?.replace(/@[0-9a-f-]{36}\b/, '@acme')
          .replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://crm.acme.example') ?? null;
    }
  });

/** Whether to save screenshots. */
export const takesScreenshots = process.env['SCREENSHOTS'] === '1';

/** Saves a screenshot of the page if `SCREENSHOTS=1`, which `npm run check -- screenshots` sets. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (!takesScreenshots) return;
  await makeReadable(page);
  const image = await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  if (DOCUMENTED.has(name)) await writeFile(join(DOCUMENTED_FOLDER, `console-${name}.png`), image);
};
