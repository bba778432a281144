import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import { setMembersSeeData } from '../../support/organizations/members-see-data.ts';
import { type CallListLine, sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';
import { findings } from '../support/accessibility.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import { copy } from '../support/clipboard.ts';
import { untilItems } from '../support/until-items.ts';
import { goTo } from '../support/view-paths.ts';
import { API_KEYS, organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const DATA = 'organization/data';

const { people, companies, callLists } = sampleData('Console');
const callList = at<(typeof callLists)[number]>(callLists, 0);

const [first] = people;
if (first === undefined) throw new Error('There is no sample person.');
const [phone] = first.phones;
if (phone === undefined) throw new Error('The sample person has no phone.');

const hedy = {
  ...first,
  id: randomUUID(),
  firstName: 'Hedy',
  lastName: 'History',
  emails: [{ address: 'hedy+1@acme.example', type: 'work' }],
  phones: [
    phone,
    { ...phone, number: '+12025550144', type: 'home', extension: null, doNotCall: true } as const,
  ],
  companyId: at<(typeof companies)[number]>(companies, 2).id,
  externalIds: [],
  customFields: { Tier: 'silver', 'seat 10': 'B', 'Seat 2': 'A' },
};

const hedysListId = randomUUID();
const hedysList: CallListLine = {
  id: hedysListId,
  name: 'Rückruf 2026',
  createdAt: callList.createdAt,
  isLocked: false,
  changedAt: callList.changedAt,
  entries: callList.entries.slice(0, 1).map((entry) => ({
    ...entry,
    id: randomUUID(),
    callListId: hedysListId,
    personId: hedy.id,
    companyId: hedy.companyId,
    status: 'callback',
    attempts: 3,
    lastDisposition: 'left_voicemail',
    nextCallAt: '2027-01-31T09:00:00.000Z',
    note: 'Ask for Hedy, not for the front desk.',
  })),
};

/** Does nothing the second time. */
const importHedy = async (): Promise<void> => {
  await importRecords(await organizationIdOf(), { people: [hedy], 'call-lists': [hedysList] });
  await untilItems(`/people/${hedy.id}/call-list-entries`, 1);
};

useOwnOrganization();

beforeAll(async () => {
  if (service.admin === undefined) return;
  const sourced = { id: 'crm-1', firstName: 'Nora', lastName: 'Sourced' };
  await importRecords(
    await organizationIdOf(),
    { people: [...people, sourced], companies, 'call-lists': callLists },
    ['--source', 'crm', '--silent'],
  );
  const [company] = companies;
  const own = people.filter(({ companyId }) => companyId === company?.id);
  await untilItems(`/people?companyId=${company?.id}`, own.length);
});

/** Looks up records with the form. */
const lookUp = async (page: Page, by: string, label: string, text: string): Promise<void> => {
  await page.getByLabel('Look up by').selectOption(by);
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
};

const rowsOf = (page: Page, name: string) =>
  page.getByRole('table', { name, exact: true }).locator('tbody tr');

const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => element === document.activeElement);

describe('an admin', () => {
  test('browses people with their companies, and follows one to its fields', async ({ visit }) => {
    const { page } = await visit({
      as: 'admin',
      path: `${DATA}/people`,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByText(`${people.length + 1} people`, { exact: true }).waitFor();
    const rows = rowsOf(page, 'People');
    await expect.poll(() => rows.count()).toBe(Math.min(25, people.length + 1));
    const company = at<(typeof companies)[number]>(companies, 0);
    await rows
      .getByRole('link', { name: company.name ?? '', exact: true })
      .first()
      .click();
    await page.getByRole('heading', { name: company.name ?? '' }).waitFor();
    await page.getByText('1,500,000.5 USD').waitFor();
    const custom = page.getByRole('region', { name: 'Custom fields' });
    expect(await custom.getByRole('definition').allTextContents()).toEqual(
      expect.arrayContaining(['gold', '0', 'true']),
    );
    const own = people.filter(({ companyId }) => companyId === company.id);
    await expect.poll(() => rows.count()).toBe(Math.min(10, own.length));

    await rows.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Console Sample-Müller' }).waitFor();
    const list = page.getByRole('main').locator('dl').first();
    await list.getByRole('link', { name: company.name ?? '', exact: true }).waitFor();
    const facts = await list.textContent();
    expect(facts).toContain(`Company${company.name}`);
    expect(facts).toMatch(/\+12025550143 ext\. 12 mobile.*ask at the desk other do not call/);
    expect(facts).toContain('LocationKöln, DE');
    expect(await page.getByText('"companyId"').isVisible()).toBe(false);
    await page.getByText('JSON, as the data API returns it').click();
    await expect
      .poll(async () => JSON.parse(await copy(page, 'JSON')))
      .toMatchObject({ companyId: company.id, changedAt: expect.any(String) });
  });

  test('looks people up by email, phone, external id and id', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/people` });
    const person = at<(typeof people)[number]>(people, 0);
    const name = `${person.firstName} ${person.lastName}`;
    await lookUp(page, 'Email', 'Email', 'not an address');
    const error = page.locator('.field-error');
    await error.getByText('Enter an email address').waitFor();
    await lookUp(page, 'Email', 'Email', ' PERSON-0@company.example ');
    await page.getByText('1 person matches', { exact: true }).waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor();
    await lookUp(page, 'Phone', 'Phone', '00 1 (202) 555-0143');
    await page.getByText(`${people.length} people match`, { exact: true }).waitFor();
    await lookUp(page, 'External id', 'External id', 'crm');
    await error.getByText('Enter a source and an id in it').waitFor();
    await lookUp(page, 'External id', 'External id', 'crm:crm-0');
    await page.getByText('No matching people').waitFor();
    await lookUp(page, 'External id', 'External id', 'crm:crm-1');
    await page.getByRole('link', { name: 'Nora Sourced' }).waitFor();
    await lookUp(page, 'Id', 'Id', 'crm-1');
    await error.getByText('Enter a UUID').waitFor();
    await lookUp(page, 'Id', 'Id', person.id.toUpperCase());
    await page.getByRole('heading', { name }).waitFor();
    expect(await isFocused(page, '#heading')).toBe(true);
    await page.goBack();
    await page.getByText('1 person matches', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Clear' }).click();
    await page.getByText(`${people.length + 1} people`, { exact: true }).waitFor();
  });

  test('looks companies up by domain, by keyboard alone', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/companies` });
    await rowsOf(page, 'Companies').first().waitFor();
    await page.getByLabel('Look up by').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Company-1.Example');
    await page.keyboard.press('Enter');
    await page.getByText('1 company matches', { exact: true }).waitFor();
    await page.getByRole('link', { name: at<(typeof companies)[number]>(companies, 1).name ?? '' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'People' }).waitFor();
  });

  test('filters and sorts call lists', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/call-lists` });
    await page.getByText(`${callLists.length} call lists`, { exact: true }).waitFor();
    const row = rowsOf(page, 'Call lists').filter({
      has: page.getByRole('link', { name: callList.name, exact: true }),
    });
    expect(await row.textContent()).toContain(String(callList.entries.length));
    const locked = callLists.filter(({ isLocked }) => isLocked);
    await page.getByLabel('Locked').selectOption('Yes');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText(`${locked.length} call lists match`, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Created', exact: true }).click();
    const names = locked.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    const shown = () => rowsOf(page, 'Call lists').getByRole('rowheader').allTextContents();
    await expect.poll(shown).toEqual(names.slice(0, 50).map(({ name }) => name));
  });

  test('follows a call list to a person, and filters its entries by status', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/call-lists/${callList.id}` });
    await page.getByRole('heading', { name: callList.name, exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Call list entries' });
    await expect.poll(() => table.getByRole('row').count()).toBe(Math.min(callList.entries.length, 50) + 1);
    const callbacks = callList.entries.filter(({ status }) => status === 'callback');
    await page.getByRole('checkbox', { name: 'callback' }).check();
    await page.getByText(`${callbacks.length} entries match`, { exact: true }).waitFor();
    expect(await table.getByRole('row').count()).toBe(callbacks.length + 1);
    await page.reload();
    await page.getByText(`${callbacks.length} entries match`, { exact: true }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'callback' }).isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: 'completed' }).check();
    await page.waitForURL(/status=callback%2Ccompleted/);
    await page.getByRole('checkbox', { name: 'callback' }).uncheck();
    await page.getByText('No matching entries').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(Math.min(callList.entries.length, 50) + 1);
    const person = at<(typeof people)[number]>(people, 0);
    await table
      .getByRole('link', { name: `${person.firstName} ${person.lastName}` })
      .first()
      .click();
    await page.getByRole('heading', { name: `${person.firstName} ${person.lastName}` }).waitFor();
  });

  test('finds entries by person and without a number, and says why they have none', async ({ visit }) => {
    const id = randomUUID();
    const sample = (fields: Partial<typeof first>) => {
      return { ...first, id: randomUUID(), emails: [], externalIds: [], ...fields };
    };
    const nell = sample({ firstName: 'Nell', lastName: 'Numberless', phones: [] });
    const unreadable = { ...phone, number: null, raw: 'ask at the desk', extension: null };
    const uri = sample({ firstName: 'Uri', lastName: 'Unreadable', phones: [unreadable] });
    // A number of her own: it is banned for everybody who has it.
    const banned = { ...phone, number: '+12025550199', raw: null };
    const bea = sample({ firstName: 'Bea', lastName: 'Banned', doNotCall: true, phones: [banned] });
    const [entry] = callList.entries;
    if (entry === undefined) throw new Error('The sample call list is empty.');
    const entries = [nell, uri, bea, first].map((person, index) => ({
      ...entry,
      ...{ id: randomUUID(), callListId: id, personId: person.id, companyId: null, position: index + 1 },
      phone: person === first ? entry.phone : null,
    }));
    await importRecords(await organizationIdOf(), {
      people: [nell, uri, bea],
      'call-lists': [{ ...callList, id, name: 'Numbers', entries }],
    });
    await untilItems(`/people/${bea.id}/call-list-entries`, 1);
    await untilItems('/people?name=unreadable', 1);
    const { page } = await visit({ as: 'admin', path: `${DATA}/call-lists/${id}` });
    const rows = rowsOf(page, 'Call list entries');
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole('checkbox', { name: 'without a number' }).check();
    await expect.poll(() => rows.count()).toBe(3);
    const why = () =>
      rows
        .getByRole('cell')
        .filter({ hasText: /^none./ })
        .allTextContents();
    await expect
      .poll(why)
      .toEqual(['nonethe person has no number', 'noneunreadable: “ask at the desk”', 'nonedo not call']);
    expect(await checkAppearance(page, 'entries-without-number')).toEqual([]);
    await page.getByLabel('Search by person').fill('unread');
    await page.getByText('1 entry matches', { exact: true }).waitFor();
    expect(await rows.textContent()).toContain('Uri Unreadable');
    expect(await page.getByRole('checkbox', { name: 'without a number' }).isChecked()).toBe(false);
    await page.getByLabel('Search by person').fill('nobody of this name');
    await page.getByText('No matching entries').waitFor();
  });

  test('counts people by owner and tag, and the entries of a list by status', async ({ visit }) => {
    const owners = ['Ximena', 'Ximena', 'Yusuf'];
    const counted = owners.map((ownerId, index) => ({
      ...first,
      id: randomUUID(),
      ownerId,
      tags: ['Counted', `Only-${index}`],
      externalIds: [],
    }));
    await importRecords(await organizationIdOf(), { people: counted });
    await untilItems('/people?ownerId=yusuf', 1);
    await untilItems('/people?ownerId=ximena', 2);
    const { page } = await visit({ as: 'admin', path: `${DATA}/people` });
    const countOf = (value: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: value, exact: true }) });
    await page.getByText('People by owner and tag').click();
    await expect.poll(() => countOf('Ximena').textContent()).toBe('Ximena 2');
    expect(await countOf('Yusuf').textContent()).toBe('Yusuf 1');
    expect(await checkAppearance(page, 'counts')).toEqual([]);
    await page.getByRole('link', { name: 'Ximena', exact: true }).click();
    await page.getByText('2 people match', { exact: true }).waitFor();
    // The counts stay, and tell which of them is shown.
    expect(await countOf('Ximena').getByRole('link').getAttribute('aria-current')).toBe('true');
    await page.getByRole('radio', { name: 'Tag' }).check();
    await page.getByRole('link', { name: 'Counted', exact: true }).click();
    await page.getByText('3 people match', { exact: true }).waitFor();

    await goTo(page, `${DATA}/call-lists/${callList.id}`);
    const callbacks = callList.entries.filter(({ status }) => status === 'callback').length;
    await page.getByRole('checkbox', { name: `callback ${callbacks}`, exact: true }).waitFor();
    expect(await checkAppearance(page, 'call-list-counts')).toEqual([]);
  });

  test('deletes a record by keyboard, once the end of its id is typed', async ({ visit }) => {
    const { id } = at<(typeof people)[number]>(people, -1);
    const { page } = await visit({ as: 'admin', path: `${DATA}/people/${id}` });
    const menu = page.locator('summary', { hasText: 'Delete or erase' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const remove = page.getByRole('link', { name: 'Delete Removes the person.' });
    await remove.waitFor();
    await page.keyboard.press('Escape');
    expect(await remove.isVisible()).toBe(false);
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this person?' });
    const submit = dialog.getByRole('button', { name: 'Delete person' });
    const typed = dialog.getByLabel(`Type ${id.slice(-8)} to confirm`);
    await typed.waitFor();
    for (const text of ['', id.slice(-7), id]) {
      await typed.fill(text);
      expect(await submit.isDisabled()).toBe(true);
      await typed.press('Enter');
    }
    const { status } = await admin(`/people/${id}`, { as: await userOf('admin') });
    expect(status).toBe(200);

    await typed.fill(id.slice(-8));
    await typed.press('Enter');
    await page.getByRole('heading', { name: 'The person is deleted' }).waitFor();
    expect(await page.getByRole('main').textContent()).toContain(`GET /v1/person/${id} responds with 404`);
    expect(await isFocused(page, '#heading')).toBe(true);
    await page.getByRole('link', { name: 'View in the audit log' }).click();
    await page.getByText(`deleted the person ${id}`, { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('There is no person with this id.').waitFor();
    await page.getByRole('link', { name: 'Erase', exact: true }).waitFor();
    expect(await menu.count()).toBe(0);
  });

  test('erases a person, and shows what was removed and what remains', async ({ visit }) => {
    const { id, firstName, lastName } = at<(typeof people)[number]>(people, 1);
    const { page } = await visit({ as: 'admin', path: `${DATA}/people/${id}` });
    await page.getByRole('heading', { name: `${firstName} ${lastName}` }).waitFor();
    const entries = page.getByRole('table', { name: 'Call list entries' });
    await entries.getByRole('link', { name: callList.name, exact: true }).waitFor();
    const count = (await entries.getByRole('row').count()) - 1;
    await page.getByText('Delete or erase').click();
    await page.getByRole('link', { name: 'Erase For the right to erasure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
    const submit = dialog.getByRole('button', { name: 'Erase person' });
    await dialog.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel(`Type ${id.slice(-8)} to confirm`).fill(id.slice(-8).toUpperCase());
    await submit.click();
    const removed = page.getByRole('region', { name: 'The person is erased' });
    await removed.waitFor();
    expect(await removed.getByRole('definition').first().textContent()).toBe(String(count));
    const remaining = page.getByRole('region', { name: 'What remains, and for how long' });
    expect(await remaining.textContent()).toMatch(/The table's stream.*for up to 1 day.*Logs.*nothing/);
    expect(await page.content()).not.toContain(`${firstName} ${lastName}`);

    await page.reload();
    await page.getByText('There is no person with this id.').waitFor();
    await page.getByRole('link', { name: 'Erase', exact: true }).click();
    await dialog.getByLabel('to confirm').fill(id.slice(-8));
    await submit.click();
    await page.getByRole('heading', { name: 'The person was already erased' }).waitFor();
  });

  test('deletes a call list with its entries', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/call-lists/${callList.id}/delete` });
    const dialog = page.getByRole('dialog', { name: 'Delete this call list?' });
    await dialog.getByLabel('to confirm').fill(callList.id.slice(-8));
    await dialog.getByRole('button', { name: 'Delete call list' }).click();
    await page.getByText('40 entries were deleted with the call list.').waitFor();
  });

  test('shows whom a person works for, how to reach them, and when to call next', async ({ visit }) => {
    await importHedy();
    const { page } = await visit({ as: 'admin', path: `${DATA}/people/${hedy.id}` });
    const facts = page.getByRole('main').locator('dl').first();
    const hrefOf = (name: string) => facts.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await hrefOf('hedy+1@acme.example')).toBe('mailto:hedy%2B1@acme.example');
    expect(await hrefOf('+12025550143 ext. 12')).toBe('tel:+12025550143;ext=12');
    expect(await facts.textContent()).toContain('+12025550144 home do not call');
    expect(await facts.getByRole('link', { name: '+12025550144' }).count()).toBe(0);
    const custom = page.getByRole('region', { name: 'Custom fields' });
    expect(await custom.getByRole('term').allTextContents()).toEqual(['Seat 2', 'seat 10', 'Tier']);

    const entry = page.getByRole('table', { name: 'Call list entries' }).locator('tbody tr');
    await entry.getByRole('link', { name: 'Rückruf 2026' }).waitFor();
    await entry
      .getByRole('link', { name: at<(typeof companies)[number]>(companies, 2).name ?? '' })
      .waitFor();
    expect(await entry.getByRole('link', { name: '+12025550143' }).getAttribute('href')).toBe(
      'tel:+12025550143',
    );
    const text = await entry.textContent();
    expect(text).toMatch(/callbacklast disposition: left voicemail/);
    expect(text).toMatch(/3 attempts/);
    expect(text).toContain('Ask for Hedy, not for the front desk.');
    expect(await entry.locator('time').last().getAttribute('datetime')).toBe('2027-01-31T09:00:00.000Z');
    expect(await findings(page)).toEqual([]);
  });

  test('shows the history with names, and each value before and after', async ({ visit }) => {
    await importHedy();
    const changed = {
      ...hedy,
      title: 'Chief of Samples',
      companyId: at<(typeof companies)[number]>(companies, 3).id,
      tags: ['vip'],
      customFields: { ...hedy.customFields, Tier: 'gold' },
      updatedAt: '2026-06-01T08:00:00.000Z',
    };
    const entries = hedysList.entries.map((each) => ({ ...each, status: 'completed' as const, attempts: 4 }));
    await importRecords(await organizationIdOf(), {
      people: [changed],
      'call-lists': [{ ...hedysList, entries }],
    });
    const { page } = await visit({ as: 'admin', path: `${DATA}/people/${hedy.id}` });
    const rows = page.getByRole('table', { name: 'History' }).locator('tbody tr');
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByText('Chief of Samples').first().waitFor();
        await page
          .getByText(/^\d+ loaded\.$/)
          .last()
          .waitFor({ state: 'attached' });
        return rows.count();
      })
      .toBe(4);
    const own = rows.filter({ has: page.getByRole('link', { name: 'Changed', exact: true }) });
    const [before, after] = [2, 3].map((index) => at<(typeof companies)[number]>(companies, index).name);
    await own.getByRole('link', { name: before ?? '' }).waitFor();
    expect(await own.getByRole('listitem').allTextContents()).toEqual([
      'Title Director of Samples →changed to Chief of Samples',
      `Company ${before} →changed to ${after}`,
      'Tags added vip',
      'Tier silver →changed to gold',
    ]);
    await own.getByText('by the import of people.jsonl').waitFor();
    const entry = rows.filter({ hasText: 'Call list entry changed' });
    await entry.getByRole('link', { name: hedysList.name }).waitFor();
    expect(await entry.getByRole('listitem').allTextContents()).toEqual([
      'Status callback →changed to completed',
      'Attempts 3 →changed to 4',
    ]);
    expect(await findings(page)).toEqual([]);
    await own.getByRole('link', { name: 'Changed', exact: true }).click();
    await page.getByRole('heading', { name: 'person.updated' }).waitFor();
  });

  test('keeps a name with characters that reverse text from reversing its surroundings', async ({
    visit,
  }) => {
    const reversed = { id: 'R-1', firstName: 'Ev\u202eil', lastName: 'Reversed' };
    await importRecords(await organizationIdOf(), { people: [reversed] }, ['--source', 'reversed']);
    const path = '/people?externalId=reversed:R-1';
    await untilItems(path, 1);
    const as = await userOf('admin');
    const [found] = bodyOf<{ items: readonly { id: string }[] }>(await admin(path, { as })).items;
    const { page } = await visit({ as: 'admin', path: `${DATA}/people/${found?.id}` });
    const name = '\u2068Ev\u202eil Reversed\u2069';
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${name} · `));
    await page.getByText('Updated or imported').waitFor();
  });

  test('shows the error for an unknown record', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/companies/${randomUUID()}` });
    await page.getByText('There is no company with this id.').waitFor();
  });
});

describe('a member', () => {
  const NAVIGATION = { name: 'People', exact: true };

  test('hides records from members unless an admin allows access', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: API_KEYS });
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, `${DATA}/people`);
    await page.getByText('This page does not exist, or only admins').waitFor();
    expect(await page.getByRole('link', NAVIGATION).count()).toBe(0);
  });

  test('shows records to members once an admin allows it, without deletion', async ({ visit }) => {
    await setMembersSeeData(await userOf('admin'), true);
    const { id, name } = at<(typeof companies)[number]>(companies, 1);
    const { page } = await visit({ as: 'member', path: `${DATA}/companies/${id}` });
    await page.getByRole('heading', { name: name ?? '' }).waitFor();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    expect(await page.getByRole('link', { name: 'Delete', exact: true }).count()).toBe(0);
    expect(await page.locator('summary', { hasText: 'Delete' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Events', exact: true }).count()).toBe(0);
    await page.getByRole('link', NAVIGATION).click();
    await rowsOf(page, 'People').first().waitFor();
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, `${DATA}/companies/${id}/delete`);
    await page.getByRole('heading', { name: name ?? '' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await setMembersSeeData(await userOf('admin'), false);
    await page.reload();
    await page.getByText('This page does not exist, or only admins').waitFor();
  });
});
