import type { Page } from 'playwright-core';
import { findings } from './accessibility.ts';
import { takeScreenshot, takesScreenshots } from './screenshots.ts';

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** The labels of controls that stick out of their table row, form or dialog. */
const escapedControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter((control) => {
        const container = control.closest('tr, form, dialog');
        const right = container?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
        // A cell cuts what is in it.
        const shown = control.closest('.clip') ?? control;
        return shown.getBoundingClientRect().right > right + 1;
      })
      .map((control) => control.textContent || control.id),
  );

/** By the suffix of the screenshots' names. */
const APPEARANCES = {
  'light-360': { width: 360, height: 740, colorScheme: 'light' },
  'dark-1440': { width: 1440, height: 900, colorScheme: 'dark' },
  'dark-360': { width: 360, height: 740, colorScheme: 'dark' },
  'light-1440': { width: 1440, height: 900, colorScheme: 'light' },
} as const;

const isAppearance = (name: string): name is keyof typeof APPEARANCES => name in APPEARANCES;

/** These two cover both color schemes and both layouts; screenshots use all four. */
const CHECKED: readonly (keyof typeof APPEARANCES)[] = ['light-1440', 'dark-360'];

let checks = 0;

/**
 * Checks the page in each appearance and returns all problems. Changing the appearance is slow, so every
 * other call starts with the last one.
 */
export const checkAppearance = async (page: Page, screen: string): Promise<readonly string[]> => {
  const problems: string[] = [];
  const all = takesScreenshots ? Object.keys(APPEARANCES).filter(isAppearance) : CHECKED;
  const appearances = checks % 2 === 0 ? all : all.toReversed();
  checks += 1;
  for (const name of appearances) {
    const { width, height, colorScheme } = APPEARANCES[name];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `${screen}-${name}`);
    if (await isTooWide(page)) problems.push(`${name} scrolls sideways`);
    problems.push(...(await escapedControls(page)).map((label) => `${name}: "${label}" sticks out`));
    if (CHECKED.includes(name)) problems.push(...(await findings(page)));
  }
  return problems;
};
