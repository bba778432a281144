import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Role = Parameters<Page['getByRole']>[0];

/** What has the focus: a description for messages, and what is wrong with how it is shown. */
interface Focus {
  readonly isTarget: boolean;
  readonly description: string;
  readonly problem: string | undefined;
}

/** More elements than a test has to pass. */
const MAX_PRESSES = 150;

/** Inspects the focus. Runs in the page. */
const inspect = (targets: readonly Element[]): Focus => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body)
    return { isTarget: false, description: 'nothing', problem: undefined };
  const label = 'labels' in focused ? (focused.labels as NodeList | null)?.[0]?.textContent : undefined;
  const name = focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '';
  const description = `${focused.getAttribute('role') ?? focused.localName} "${name.trim().slice(0, 60)}"`;
  // The text next to a radio button in a segment has its outline. The fields of a date have those of the
  // browser.
  const outlined = focused.closest('.segments') === null ? focused : focused.nextElementSibling;
  const isDate = focused instanceof HTMLInputElement && focused.type.startsWith('date');
  const hasOutline = isDate || (outlined !== null && getComputedStyle(outlined).outlineStyle !== 'none');
  const { left, top, width, height } = focused.getBoundingClientRect();
  const visible = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
  // Browsers scroll to the focus. What loads later may move it out of the window again.
  const isHidden = visible !== null && !focused.contains(visible) && !visible.contains(focused);
  const problem = isHidden ? `is hidden by ${visible.localName}` : hasOutline ? undefined : 'has no outline';
  return { isTarget: targets.includes(focused), description, problem };
};

const keyboardOf = (scope: Page | Locator): Page['keyboard'] =>
  'keyboard' in scope ? scope.keyboard : scope.page().keyboard;

const target = (scope: Page | Locator, role: Role, name: string | RegExp): Locator =>
  scope.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name });

/**
 * Presses Tab until an element of the page, or of a part of it, has the focus. Each element on the way must
 * show its focus.
 *
 * @throws Error with the elements that had the focus, if this one never has
 */
export const tabTo = async (
  scope: Page | Locator,
  role: Role,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> => {
  const passed: string[] = [];
  const wanted = target(scope, role, name);
  // Elements that are still loading would be passed.
  await wanted.first().waitFor();
  while (passed.length < MAX_PRESSES) {
    await keyboardOf(scope).press(key);
    const { isTarget, description, problem } = await wanted.evaluateAll(inspect);
    if (problem !== undefined) throw new Error(`The focused ${description} ${problem}.`);
    if (isTarget) return;
    passed.push(description);
  }
  throw new Error(`${key} reaches no ${role} ${name}. It reaches:\n${[...new Set(passed)].join('\n')}`);
};

/** Reaches a link or button with Tab, and follows it. */
export const follow = async (
  scope: Page | Locator,
  role: 'link' | 'button',
  name: string | RegExp,
  key?: 'Shift+Tab',
): Promise<void> => {
  await tabTo(scope, role, name, key);
  await keyboardOf(scope).press('Enter');
};

/** Waits until an element has the focus, such as after a dialog closed. */
export const untilFocused = async (
  scope: Page | Locator,
  role: Role,
  name: string | RegExp,
): Promise<void> => {
  const wanted = target(scope, role, name);
  await expect
    .poll(async () => {
      const { isTarget, description } = await wanted.evaluateAll(inspect);
      return isTarget ? 'focused' : description;
    })
    .toBe('focused');
};
