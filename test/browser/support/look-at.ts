import type { Page } from 'playwright-core';
import { findings } from './accessibility.ts';
import { takeScreenshot } from './screenshots.ts';

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** By the name that its screenshots end with; what is looked at with axe-core covers both schemes and both layouts. */
const APPEARANCES = {
  'light-360': { width: 360, height: 740, colorScheme: 'light', isExamined: false },
  'dark-1440': { width: 1440, height: 900, colorScheme: 'dark', isExamined: false },
  'dark-360': { width: 360, height: 740, colorScheme: 'dark', isExamined: true },
  'light-1440': { width: 1440, height: 900, colorScheme: 'light', isExamined: true },
} as const;

/** Takes the page through all appearances. Returns what is wrong with any of them. */
export const lookAt = async (page: Page, sight: string): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const [name, { width, height, colorScheme, isExamined }] of Object.entries(APPEARANCES)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${sight}-${name}`);
    if (await isTooWide(page)) wrong.push(`${name} scrolls sideways`);
    if (isExamined) wrong.push(...(await findings(page)));
  }
  return wrong;
};
