import { beforeAll, describe, expect } from 'vitest';
import { sampleData } from '../../support/records/sample-data.ts';
import { at } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';
import { follow, tabTo, untilFocused } from '../support/keyboard.ts';
import { organizationIdOf, test, useOwnOrganization } from '../support/visit.ts';

const { people, companies } = sampleData('Keyboard');
const person = at<(typeof people)[number]>(people, 0);
const NAME = `${person.firstName} ${person.lastName}`;

/** The field that guesses what is typed. */
const LOOK_UP = /^Name, email/;

useOwnOrganization();

beforeAll(async () => importRecords(await organizationIdOf(), { people, companies }, ['--silent']));

describe('records by keyboard', () => {
  test('finds a person, reads the JSON, and opens and leaves the menu of deletions', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/data/people' });
    await tabTo(page, 'textbox', LOOK_UP);
    await page.keyboard.type('person-0@company.example');
    await page.keyboard.press('Enter');
    await page.getByText('1 person matches').waitFor();
    await untilFocused(page, 'textbox', LOOK_UP);
    await follow(page, 'link', 'Clear');
    await untilFocused(page, 'button', 'Search');
    await follow(page, 'link', NAME);
    await untilFocused(page, 'heading', NAME);

    const menu = page.getByText('Delete or erase');
    const isOpen = () => page.getByRole('link', { name: /^Erase/ }).isVisible();
    await page.keyboard.press('Tab');
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(page, 'link', /^Erase/);
    await page.keyboard.press('Escape');
    expect(await isOpen()).toBe(false);
    await page.keyboard.press('Space');
    await follow(page, 'link', /^Erase/);
    await untilFocused(page, 'textbox', /^Type .* to confirm/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await isOpen()).toBe(false);

    await tabTo(page, 'link', 'Created');
    const json = page.getByText('JSON, as the data API returns it');
    // After what the row of the history links, such as the import that made the change.
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return json.evaluate((element) => element === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await follow(page, 'button', 'Copy JSON');
  });

  test('filters events, saves them, and follows and pauses new ones', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/data/events' });
    await tabTo(page, 'combobox', 'Type');
    await page.keyboard.type('company.c');
    await tabTo(page, 'textbox', 'From');
    await page.keyboard.type('01012026');
    await page.keyboard.press('Tab');
    await page.keyboard.type('0930AM');
    await follow(page, 'button', 'Search');
    await untilFocused(page, 'button', 'Search');
    expect(page.url()).toMatch(/types=company.created.*after=2026-01-01T09%3A29/);
    await page.getByRole('table', { name: 'Events' }).getByRole('link').first().waitFor();
    await tabTo(page, 'button', 'Download CSV', 'Shift+Tab');
    await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    await untilFocused(page, 'button', 'Download CSV');

    await follow(page, 'link', 'Follow live');
    await untilFocused(page, 'heading', 'Events');
    await follow(page, 'button', 'Pause');
    await untilFocused(page, 'button', 'Resume');
    await page.keyboard.press('Enter');
    await untilFocused(page, 'button', 'Pause');
    await follow(page, 'link', 'Stop following', 'Shift+Tab');
    await untilFocused(page, 'heading', 'Events');
  });

  test('starts an export', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: 'organization/data/exports' });
    await follow(page, 'link', 'Start export');
    await untilFocused(page, 'combobox', 'Records');
    await page.keyboard.type('C');
    await follow(page, 'button', 'Start export');
    await untilFocused(page, 'link', 'Start export');
    await page.getByRole('table', { name: 'Exports' }).getByText('Companies').waitFor();
  });
});
