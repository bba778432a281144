import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { endOf, startAs, uploadAs } from '../../support/imports/imports.ts';
import { admin, bodyOf, createKeyAs, type KeyDocument } from '../../support/organizations/admin.ts';
import { setMembersSeeData } from '../../support/organizations/members-see-data.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { callOnce, service } from '../../support/service/service.ts';
import { createEndpointAs, failTestEventAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import { follow, untilFocused } from '../support/keyboard.ts';
import { consoleUrl, organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const HOME = '';
/** Nothing listens on this port. */
const DEAD_URL = 'http://127.0.0.1:9/hooks/sales';
const PLAN = 'standard';

useOwnOrganization();

const part = (page: Page, name: string) => page.getByRole('region', { name });

/** The numbers of a part by their labels. */
const figuresOf = async (page: Page, name: string): Promise<Readonly<Record<string, string>>> => {
  const figures = part(page, name).locator('.figures > div');
  await figures.first().waitFor();
  const texts = await figures.allTextContents();
  return Object.fromEntries(
    texts.map((text) => [text.replace(/[\d,]+$/, ''), /[\d,]+$/.exec(text)?.[0] ?? '']),
  );
};

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const steps = (page: Page) => page.getByRole('main').getByRole('listitem');

describe('the start of a new organization', () => {
  test('leads an admin to the first result in four steps', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: HOME });
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(await page.title()).toBe('Home · Sales Data console');
    await expect
      .poll(() => steps(page).getByRole('heading').allTextContents())
      .toEqual(['Import your data', 'Create an API key', 'Send a request', 'Receive changes']);
    expect(await page.getByRole('region').count()).toBe(0);
    expect(await checkAppearance(page, 'home-new')).toEqual([]);
    await page.setViewportSize({ width: 1_440, height: 900 });

    const key = await createKeyAs(await userOf('admin'), { name: 'First', permissions: ['call-list:read'] });
    await page.reload();
    await steps(page).filter({ hasText: 'Create an API key' }).getByText('done').waitFor();
    expect(await steps(page).getByText('done').count()).toBe(1);
    await page.getByRole('link', { name: 'Upload file' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Create endpoint' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('heading', { name: 'Try it' }).waitFor();

    expect((await callOnce('/v1/call-list', { key: key.key })).status).toBe(200);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await part(page, 'Requests').waitFor();
    expect(await steps(page).filter({ hasText: 'Import your data' }).count()).toBe(0);
  });

  test('tells a member to ask for permissions', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: HOME });
    await expect
      .poll(() => steps(page).getByRole('heading').allTextContents())
      .toEqual(['Create an API key', 'Get permissions', 'Send a request', 'Connect your system']);
    expect(await checkAppearance(page, 'home-member-new')).toEqual([]);
  });
});

describe('the start of an organization', () => {
  const { people, companies, callLists } = sampleData('Home');
  let key: KeyDocument;

  beforeAll(async () => {
    if (service.admin === undefined) return;
    const as = await userOf('admin');
    key = await createKeyAs(as, { name: 'Data warehouse', permissions: ['call-list:read'], plan: PLAN });
    await createKeyAs(as, { name: 'Dialer', expiresAt: daysFromNow(2) });
    await createKeyAs(as, { name: 'Later', expiresAt: daysFromNow(30) });
    const rotated = await createKeyAs(as, { name: 'Rotated' });
    const body = { graceSeconds: 3_600 };
    bodyOf(await admin(`/api-keys/${rotated.id}/rotate`, { as, method: 'POST', body }), 201);
    await importRecords(await organizationIdOf(), { people, companies, 'call-lists': callLists });
    const { id } = await uploadAs(as, 'Id,First Name\n1,Nora\n2\n', { fileName: 'contacts.csv' });
    await startAs(as, id);
    await endOf(as, id);
    const endpoint = await createEndpointAs(as, { url: DEAD_URL, eventTypes: ['company.deleted'] });
    await failTestEventAs(as, endpoint.id);
    for (const path of ['/v1/call-list', '/v1/call-list', '/v1/person'])
      await callOnce(path, { key: key.key });
    // CloudWatch does not guarantee when requests appear.
    await eventually(async () => {
      const found = await admin(`/requests?keyId=${key.id}&include=counts&limit=0`, { as });
      const { counts } = bodyOf<{ counts: { succeeded: number; refused: number } }>(found);
      return counts.succeeded === 2 && counts.refused === 1;
    });
  });

  test('shows what needs attention, each with its remedy', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: HOME });
    const keys = part(page, 'API keys');
    await keys.getByText('Expires in 2 days. Rotate it').waitFor();
    expect(await keys.getByRole('listitem').count()).toBe(1);
    const webhooks = part(page, 'Webhooks');
    await webhooks.getByText('First failed').waitFor();
    const imports = part(page, 'Last imports');
    await imports.getByText('1 rejected').waitFor();
    await expect
      .poll(() => figuresOf(page, 'Data'))
      .toEqual({
        People: String(people.length + 1),
        Companies: String(companies.length),
        'Call lists': String(callLists.length),
        Entries: String(callLists.reduce((sum, { entries }) => sum + entries.length, 0)),
        Calls: '0',
      });
    const data = part(page, 'Data');
    await data.getByRole('heading', { name: 'Entries by status' }).waitFor();
    await data
      .getByRole('listitem')
      .filter({ hasText: `owner-1 ${people.length}` })
      .waitFor();
    const feed = part(page, 'Feed and lookups');
    await expect
      .poll(async () => {
        await feed
          .getByText(/up to date|behind/)
          .nth(1)
          .waitFor();
        const current = await feed.getByText('up to date').count();
        // On a busy machine, they may be seconds behind.
        if (current < 2) await page.reload();
        return current;
      })
      .toBe(2);
    const found = await admin('/requests?include=counts&limit=0', { as: await userOf('admin') });
    const { counts } = bodyOf<{ counts: { succeeded: number } }>(found);
    expect(await figuresOf(page, 'Requests')).toEqual({
      All: String(counts.succeeded + 1),
      Succeeded: String(counts.succeeded),
      Refused: '1',
      Failed: '0',
    });
    await part(page, 'Requests').getByText('Refused: 1 forbidden.').waitFor();
    expect(await checkAppearance(page, 'home')).toEqual([]);
    await page.setViewportSize({ width: 1_440, height: 900 });

    await data.getByRole('link', { name: 'owner-1', exact: true }).click();
    await page.getByText(`${people.length} people match`, { exact: true }).waitFor();
    await page.goBack();
    await keys.getByRole('link', { name: 'Rotate' }).click();
    await page.getByRole('dialog', { name: 'Rotate Dialer' }).waitFor();
    await page.goBack();
    await keys.getByRole('link', { name: 'Dialer', exact: true }).click();
    await page.getByRole('heading', { name: 'Dialer' }).waitFor();
    await page.goBack();
    await webhooks.getByRole('link', { name: DEAD_URL, exact: true }).click();
    await page.getByRole('heading', { name: DEAD_URL }).waitFor();
    await page.goBack();
    await imports.getByRole('link', { name: 'See rejected rows' }).click();
    await page.getByRole('link', { name: 'Download rejected rows' }).waitFor();
    await page.goBack();
    await part(page, 'Requests').getByRole('definition').nth(2).getByRole('link').click();
    await page.getByRole('table', { name: 'Requests' }).waitFor();
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(1);
  });

  test('leads to each warning and part by keyboard', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: HOME });
    for (const [link, heading] of [
      ['Dialer', 'Dialer'],
      [DEAD_URL, DEAD_URL],
      [/^See rejected rows/, 'contacts.csv'],
      ['Requests', 'Requests'],
    ] as const) {
      await follow(page.getByRole('main'), 'link', link);
      await untilFocused(page, 'heading', heading);
      await page.goBack();
      await untilFocused(page, 'heading', 'Home');
    }
  });

  test('warns of keys near their quota, with what counts against it today', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: HOME });
    await page.route('**/requests?*', (route) =>
      route.fulfill({
        json: {
          from: daysFromNow(-1),
          to: daysFromNow(0),
          delaySeconds: 120,
          items: [],
          counts: {
            succeeded: 96_000,
            refused: 0,
            failed: 12,
            refusals: [],
            keys: [{ keyId: key.id, name: key.name, plan: PLAN, rotatedTo: null, requests: 96_012 }],
          },
        },
      }),
    );
    await page.route('**/usage?keyId=*', async (route) => {
      const response = await route.fetch();
      const usage = await response.json();
      const [item] = usage.items;
      const days = item.days.map((day: object) => ({ ...day, metered: 92_000 }));
      await route.fulfill({ json: { ...usage, items: [{ ...item, days }] } });
    });
    await page.reload();
    const requests = part(page, 'Requests');
    await requests.getByText('92,000 of 100,000 requests today, 92%.').waitFor();
    await requests.getByText('The service failed to respond to 12.').waitFor();
    expect(await checkAppearance(page, 'home-quota')).toEqual([]);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await requests.getByRole('link', { name: 'See usage' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
  });

  test('offers to enable an endpoint that the service disabled, but none that an admin disabled', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: HOME });
    await page.route('**/webhook-endpoints?*', async (route) => {
      const url = new URL(route.request().url());
      // What needs attention is on a later page.
      const isLater = url.searchParams.get('cursor') === 'later';
      if (url.searchParams.get('limit') === '200' && !isLater) {
        return route.fulfill({ json: { items: [], nextCursor: 'later' } });
      }
      url.searchParams.delete('cursor');
      const { items } = await (await route.fetch({ url: url.href })).json();
      const [endpoint] = items;
      const disabled = { ...endpoint, isEnabled: false, disabledAt: daysFromNow(-3), failingSince: null };
      const reasons = ['gone', 'admin'].map((reason) => ({ ...disabled, disabledReason: reason }));
      return route.fulfill({ json: { items: [...reasons, { ...endpoint, failingSince: null }] } });
    });
    await page.reload();
    const webhooks = part(page, 'Webhooks');
    await webhooks.getByText('3 days ago: it responded with 410 Gone.').waitFor();
    expect(await webhooks.getByRole('heading').textContent()).toBe('Webhooks 1 enabled');
    expect(await webhooks.getByRole('listitem').count()).toBe(1);
    const href = await webhooks.getByRole('link', { name: 'Enable' }).getAttribute('href');
    expect(href).toMatch(/^#\/organization\/developer\/webhooks\/[0-9a-f-]{36}\/enable$/);
  });

  test('says how far the feed is behind, and what to do', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: HOME });
    await page.route('**/events?*', (route) =>
      route.fulfill({ json: { items: [], delays: { feedSeconds: 1_260, lookupSeconds: 30 } } }),
    );
    await page.reload();
    const feed = part(page, 'Feed and lookups');
    await feed.getByText('21 minutes behind').waitFor();
    await feed.getByText('30 s behind').waitFor();
    await feed.getByText('contact the operator').waitFor();
  });

  test('shows the problem of a part in its place, and retries it alone', async ({ visit }) => {
    const { page, requests } = await visit({ as: 'admin', path: HOME });
    await page.route('**/imports?*', (route) =>
      route.fulfill({ status: 503, json: { status: 503, title: 'Service Unavailable', detail: 'Not now.' } }),
    );
    await page.reload();
    const imports = part(page, 'Last imports');
    await imports.getByText('Not now.').waitFor();
    await part(page, 'API keys').getByText('Expires in').waitFor();
    await figuresOf(page, 'Data');
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute('**/imports?*');
    const before = requests.length;
    await imports.getByRole('button', { name: 'Retry' }).click();
    await imports.getByRole('link', { name: 'contacts.csv', exact: true }).waitFor();
    expect(requests.length).toBe(before + 1);
  });

  test('shows members their own keys and requests alone, and data once they may see it', async ({
    visit,
  }) => {
    const own = await createKeyAs(await userOf('member'), { name: 'Own key', expiresAt: daysFromNow(1) });
    await callOnce('/v1/key', { key: own.key });
    const { page } = await visit({ as: 'member', path: HOME });
    await part(page, 'API keys').getByRole('link', { name: 'Own key', exact: true }).waitFor();
    await part(page, 'API keys').getByText('Ask an admin of your organization for a later expiry.').waitFor();
    const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(await titles()).toEqual(['Requests in the last 24 hours', 'API keys 1 active']);
    expect(await part(page, 'API keys').getByRole('listitem').count()).toBe(1);
    await expect
      .poll(async () => {
        await page.reload();
        return figuresOf(page, 'Requests');
      })
      .toMatchObject({ All: '1' });
    await setMembersSeeData(await userOf('admin'), true);
    await page.reload();
    await figuresOf(page, 'Data');
    expect(await titles()).toHaveLength(3);
    await setMembersSeeData(await userOf('admin'), false);
    expect(page.url()).toBe(`${consoleUrl()}#/`);
  });
});
