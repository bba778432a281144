import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { admin, bodyOf } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { untilItems } from '../support/until-items.ts';
import { API_KEYS, organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';
import { startReceiver } from '../support/webhooks.ts';

const EVENTS = 'organization/data/events';
const DATA = 'organization/data';

const { people, companies } = sampleData('Events');
const person = at<(typeof people)[number]>(people, 0);
const company = at<(typeof companies)[number]>(companies, 0);

useOwnOrganization();

/** The events about a record, once there are as many. */
const eventsAbout = (kind: string, id: string, count: number) =>
  untilItems(`/events?kind=${kind}&id=${id}`, count);

const importData = async (files: Parameters<typeof importRecords>[1]): Promise<void> =>
  importRecords(await organizationIdOf(), files);

/** The texts of all rows except the heading. */
const rows = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole('table', { name: 'Events' }).getByRole('row').allTextContents()).slice(1);

describe('an admin', () => {
  test('explains that there are no events yet', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EVENTS });
    await page.getByText('No events yet').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });

  test('shows the error for an unknown event', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${EVENTS}/at/999.0` });
    await page.getByText('There is no event at this position.').waitFor();
  });

  test('shows why the service is unavailable, and retries', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    const problem = { title: 'Service Unavailable', status: 503, detail: 'Not now.' };
    await page.route('**/events', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '60' },
        contentType: 'application/problem+json',
        json: problem,
      }),
    );
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Not now.').waitFor();
    await page.unroute('**/events');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No events yet').waitFor();
    expect(await alert.count()).toBe(0);
  });
});

describe('an admin of an organization with data', () => {
  beforeAll(async () => {
    if (service.admin === undefined) return;
    await importData({ people, companies });
    await importData({ people: [{ ...person, title: 'President' }] });
    await eventsAbout('person', person.id, 2);
  });

  test('lists the newest events first, page by page', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EVENTS });
    await page.route('**/events*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      return route.continue({ url: url.href });
    });
    await page.reload();
    await expect.poll(() => rows(page)).toHaveLength(2);
    const [newest = ''] = await rows(page);
    expect(newest).toContain('person.updated');
    expect(newest).toContain(`${person.firstName} ${person.lastName}`);
    expect(newest).toContain('title');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('3–4').waitFor();
    expect((await rows(page)).some((text) => text === newest)).toBe(false);
  });

  test('filters events by time, in an address that can be shared', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EVENTS });
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(2);
    const all = await rows(page);
    await page.getByLabel('Until').fill('2026-01-01T00:00');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No matching events').waitFor();
    await page.getByLabel('Until').fill('');
    await page.getByLabel('From').fill('2026-01-01T00:00');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => rows(page)).toEqual(all);
    await page.reload();
    await expect.poll(() => rows(page)).toEqual(all);
    expect(await page.getByLabel('From').inputValue()).toBe('2026-01-01T00:00');
  });

  test('follows new events live, pauses, and says how far it is behind', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EVENTS });
    await page.getByRole('link', { name: 'Follow live' }).click();
    await page.getByText('Up to date at').waitFor();
    await page.getByText('Waiting for events').waitFor();
    const change = (industry: string) => importData({ companies: [{ ...company, industry }] });
    await change('First');
    await expect.poll(() => rows(page)).toHaveLength(1);
    expect((await rows(page))[0]).toContain(company.name);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Shows events until').waitFor();
    let polls = 0;
    page.on('request', (request) => {
      if (request.url().includes('tail=true')) polls += 1;
    });
    await change('Second');
    await change('Third');
    await eventsAbout('company', company.id, 4);
    expect(polls).toBe(0);
    // One event per request: it catches up, oldest first.
    await page.route('**/events?*', async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      await route.continue({ url: url.href });
    });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/by \d+ s\. Catching up/).waitFor();
    await expect.poll(() => rows(page)).toHaveLength(3);
    await page.getByText('Up to date at').waitFor();
    await page.unroute('**/events?*');
    await page.reload();
    await page.getByText('Up to date at').waitFor();
  });

  test('filters events by type and record, in an address that can be shared', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: EVENTS });
    const search = page.getByRole('button', { name: 'Search' });
    await page.getByLabel('Type').selectOption('company.created');
    await search.press('Enter');
    await expect.poll(() => rows(page)).toHaveLength(companies.length);
    expect((await rows(page)).every((text) => text.includes('company.created'))).toBe(true);

    await page.getByLabel('Type').selectOption('All types');
    await page.getByLabel('About').selectOption('A person');
    await search.click();
    await page.getByText('Enter the id of the record.').waitFor();
    await page.getByLabel('Record id').fill(` ${person.id.toUpperCase()} `);
    await search.click();
    await expect.poll(() => rows(page)).toHaveLength(2);
    await page.reload();
    await expect.poll(() => rows(page)).toHaveLength(2);
    expect(await page.getByLabel('Record id').inputValue()).toBe(person.id);

    await page.getByLabel('Record id').fill(randomUUID());
    await search.click();
    await page.getByText('No matching events').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(2);
  });

  test('opens an event by keyboard, and follows it to a webhook delivery', async ({ visit }) => {
    const receiver = await startReceiver();
    await createEndpointAs(await userOf('admin'), { url: receiver.url, eventTypes: ['company.updated'] });
    await importData({ companies: [{ ...company, industry: 'Improbability' }] });
    await expect.poll(() => receiver.received.length).toBe(1);
    const { page } = await visit({ as: 'admin', path: `${EVENTS}?types=company.updated` });
    await page.getByRole('link', { name: 'company.updated' }).first().press('Enter');
    await page.getByRole('heading', { name: 'company.updated' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('heading');
    expect(JSON.parse(await page.locator('pre').innerText())).toEqual(receiver.received[0]?.event);
    const deliveries = page.getByRole('table', { name: 'Webhook deliveries' });
    await deliveries.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
    expect(await page.getByRole('definition').first().textContent()).toBe('succeeded');
  });

  test('explains why a silent or unsubscribed event has no deliveries', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${EVENTS}?types=person.updated` });
    await page.getByRole('link', { name: 'person.updated' }).click();
    await page.getByText('No deliveries').waitFor();
    await page.getByRole('link', { name: `${person.firstName} ${person.lastName}` }).click();
    await page.getByRole('heading', { name: `${person.firstName} ${person.lastName}` }).waitFor();
  });

  test('shows the history of a record, even after its deletion', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/people/${person.id}` });
    const history = page.getByRole('region', { name: 'History' });
    await expect.poll(() => history.getByRole('rowheader').count()).toBe(2);
    expect(await history.getByRole('link', { name: 'Created' }).count()).toBe(1);
    bodyOf(await admin(`/people/${person.id}`, { as: await userOf('admin'), method: 'DELETE' }));
    await eventsAbout('person', person.id, 3);
    await page.reload();
    await page.getByText('There is no person with this id.').waitFor();
    await history.getByRole('link', { name: 'Deleted' }).click();
    await page.getByRole('heading', { name: 'person.deleted' }).waitFor();
  });
});

describe('a member', () => {
  test('hides events from members', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: API_KEYS });
    expect(await page.getByRole('link', { name: 'Events', exact: true }).count()).toBe(0);
    await page.evaluate((path) => {
      location.hash = `#/${path}`;
    }, EVENTS);
    await page.getByText('This page does not exist, or only admins').waitFor();
  });
});
