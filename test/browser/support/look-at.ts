import type { Page } from 'playwright-core';
import { findings } from './accessibility.ts';
import { takeScreenshot } from './screenshots.ts';

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** By the name that its screenshots end with. */
const APPEARANCES = {
  'light-360': { width: 360, height: 740, colorScheme: 'light' },
  'dark-1440': { width: 1440, height: 900, colorScheme: 'dark' },
  'dark-360': { width: 360, height: 740, colorScheme: 'dark' },
  'light-1440': { width: 1440, height: 900, colorScheme: 'light' },
} as const;

/** What axe-core is asked about: both schemes and both layouts. */
const EXAMINED: readonly string[] = ['dark-360', 'light-1440'];

/**
 * Takes the page through all appearances. Returns what is wrong with any of them.
 *
 * @param examined those that axe-core is asked about, which takes a while
 */
export const lookAt = async (
  page: Page,
  sight: string,
  examined: readonly string[] = EXAMINED,
): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const [name, { width, height, colorScheme }] of Object.entries(APPEARANCES)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${sight}-${name}`);
    if (await isTooWide(page)) wrong.push(`${name} scrolls sideways`);
    if (examined.includes(name)) wrong.push(...(await findings(page)));
  }
  return wrong;
};
