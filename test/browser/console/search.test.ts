import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createKeyAs, type KeyDocument } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { findings } from '../support/accessibility.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const { people, companies, callLists } = sampleData('Searched');
const person = at<(typeof people)[number]>(people, 0);
const company = at<(typeof companies)[number]>(companies, 0);
const callList = at<(typeof callLists)[number]>(callLists, 0);

let key: KeyDocument;

useOwnOrganization();

beforeAll(async () => {
  const admin = await userOf('admin');
  key = await createKeyAs(admin, { name: 'Dialer' });
  await createEndpointAs(admin, { url: 'http://127.0.0.1:9/crm', eventTypes: ['company.deleted'] });
  const organizationId = await organizationIdOf();
  await importRecords(organizationId, { people, companies, 'call-lists': callLists }, ['--silent']);
  const namesakes = Array.from({ length: 7 }, (_, index) => ({
    id: `P-${index + 10}`,
    ...{ firstName: 'Nora', lastName: 'Namesake', title: `Manager ${index}`, companyId: company.id },
    emails: [{ address: `nora-${index}@company.example`, type: 'work' }],
  }));
  await importRecords(organizationId, { people: namesakes }, ['--source', 'crm', '--silent']);
});

const search = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
};

const optionOf = (page: Page, text: string) => page.getByRole('option').filter({ hasText: text }).first();

describe('the search of the console', () => {
  test('finds records, keys and endpoints by what they are known by', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const name = `${person.firstName} ${person.lastName}`;
    for (const [text, found] of [
      [name.slice(0, 8), 'Person'],
      ['PERSON-0@company.example', 'Person'],
      ['+1 (202) 555-0143', 'Person'],
      ['202.555.0143', 'Person'],
      ['P-14', 'Nora Namesake'],
      ['crm:P-14', 'Nora Namesake'],
      ['company-0.example', 'Company'],
      ['searched comp', 'Company'],
      [company.id.toUpperCase(), 'Company'],
      ['searched list', 'Call list'],
      [callList.id, 'Call list'],
      [key.id, 'API key'],
      ['dial', 'API key'],
      ['127.0.0.1:9', 'Webhook endpoint'],
      ['audit', 'View'],
      ['invite', 'Action'],
    ] as const) {
      await expect
        .poll(async () => {
          await search(page, text);
          await page.getByText(/^\d+ results?$/).waitFor();
          const kinds = await page.getByRole('option').allTextContents();
          await page.keyboard.press('Escape');
          return kinds.some((each) => each.includes(found));
        })
        .toBe(true);
    }
  });

  test('tells namesakes apart, and leads to all of them', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await search(page, 'namesake');
    await optionOf(page, 'Nora Namesake').waitFor();
    const texts = await page.getByRole('option').filter({ hasText: 'Nora Namesake' }).allTextContents();
    expect(texts).toHaveLength(5);
    expect(new Set(texts).size).toBe(5);
    expect(texts.join()).toMatch(/Manager \d · .*Company 0 · nora-\d@/);
    await optionOf(page, 'All 7 people found').click();
    await page.getByText('7 people match', { exact: true }).waitFor();

    // The lookup of the list guesses as well.
    const field = page.getByLabel('Name, email, phone, external id, or id');
    for (const [typed, shown] of [
      ['P-14', '1 person matches'],
      ['202 555 0143', `${people.length} people match`],
      ['nora-3@company.example', '1 person matches'],
      ['namesake', '7 people match'],
    ] as const) {
      await field.fill(typed);
      await page.getByRole('button', { name: 'Search' }).last().click();
      await page.getByText(shown, { exact: true }).waitFor();
    }
  });

  test('opens what the arrow keys choose, and is accessible', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await optionOf(page, 'Audit log').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('combobox').fill('usage');
    await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Usage');
    // Results that arrive later would move what the arrow keys choose.
    await page.getByText(/^\d+ results?$/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('offers members only what they may see', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'member' });
    await search(page, 'searched');
    await page.getByText('No results').waitFor();
    expect(requests.filter((url) => /\/(?:people|companies|webhook-endpoints)\?/.test(url))).toEqual([]);
  });

  test('lists the shortcuts, which can be switched off', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Use shortcuts of a single key' }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
  });
});
