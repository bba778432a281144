import type { Page } from 'playwright-core';
import { findings } from './accessibility.ts';
import { takeScreenshot, takesScreenshots } from './screenshots.ts';

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** By the suffix of the screenshots' names. */
const APPEARANCES = {
  'light-360': { width: 360, height: 740, colorScheme: 'light' },
  'dark-1440': { width: 1440, height: 900, colorScheme: 'dark' },
  'dark-360': { width: 360, height: 740, colorScheme: 'dark' },
  'light-1440': { width: 1440, height: 900, colorScheme: 'light' },
} as const;

const isAppearance = (name: string): name is keyof typeof APPEARANCES => name in APPEARANCES;

/** These two cover both color schemes and both layouts; screenshots use all four. */
const CHECKED: readonly (keyof typeof APPEARANCES)[] = ['dark-360', 'light-1440'];

let checks = 0;

/**
 * Checks the page in each appearance and returns all problems. axe-core is slow, so it checks one appearance
 * per call, in turns.
 */
export const checkAppearance = async (page: Page, screen: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  const appearances = takesScreenshots ? Object.keys(APPEARANCES).filter(isAppearance) : CHECKED;
  const withAxe = CHECKED[checks % CHECKED.length];
  checks += 1;
  for (const name of appearances) {
    const { width, height, colorScheme } = APPEARANCES[name];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${screen}-${name}`);
    if (await isTooWide(page)) problems.push(`${name} scrolls sideways`);
    if (name === withAxe) problems.push(...(await findings(page)));
  }
  return problems;
};
