import type { Page } from 'playwright-core';
import { findings } from './accessibility.ts';
import { takeScreenshot, takesScreenshots } from './screenshots.ts';

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** By the name that its screenshots end with. */
const APPEARANCES = {
  'light-360': { width: 360, height: 740, colorScheme: 'light' },
  'dark-1440': { width: 1440, height: 900, colorScheme: 'dark' },
  'dark-360': { width: 360, height: 740, colorScheme: 'dark' },
  'light-1440': { width: 1440, height: 900, colorScheme: 'light' },
} as const;

const isAppearance = (name: string): name is keyof typeof APPEARANCES => name in APPEARANCES;

/** Both schemes and both layouts are in these two; all four are for screenshots. */
const LOOKED_AT: readonly (keyof typeof APPEARANCES)[] = ['dark-360', 'light-1440'];

let looks = 0;

/**
 * Takes the page through its appearances. Returns what is wrong with any of them. axe-core, which takes a while, is asked
 * about one of them, in turns.
 */
export const lookAt = async (page: Page, sight: string): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const appearances = takesScreenshots ? Object.keys(APPEARANCES).filter(isAppearance) : LOOKED_AT;
  const examined = LOOKED_AT[looks % LOOKED_AT.length];
  looks += 1;
  for (const name of appearances) {
    const { width, height, colorScheme } = APPEARANCES[name];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${sight}-${name}`);
    if (await isTooWide(page)) wrong.push(`${name} scrolls sideways`);
    if (name === examined) wrong.push(...(await findings(page)));
  }
  return wrong;
};
