import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import { APP_REQUEST } from '../../support/agents/app-request.ts';
import { eventually } from '../../support/eventually.ts';
import { endOf, type ImportDocument, startAs, uploadAs } from '../../support/imports/imports.ts';
import { admin, adminApi, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at } from '../../support/service/service.ts';
import { createEndpointAs, failTestEventAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { DATA, DEVELOPER, goTo, listedPaths, VIEW_PATHS } from '../support/view-paths.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const { people, companies, callLists } = sampleData('Waiting');
const [person, company, callList] = [people, companies, callLists].map(
  (lines) => at<{ readonly id: string }>(lines, 0).id,
);

/** Nothing listens on this port. */
const DEAD_URL = 'http://127.0.0.1:9/hooks';

let ids: Readonly<
  Record<'key' | 'endpoint' | 'delivery' | 'prepared' | 'ended' | 'position' | 'user', string>
>;

useOwnOrganization();

beforeAll(async () => {
  const as = await userOf('admin');
  const key = await createKeyAs(as, { name: 'Waiting' });
  const body = { graceSeconds: 3_600 };
  bodyOf(await admin(`/api-keys/${key.id}/rotate`, { as, method: 'POST', body }), 201);
  await importRecords(await organizationIdOf(), { people, companies, 'call-lists': callLists }, ['--silent']);
  const endpoint = await createEndpointAs(as, { url: DEAD_URL, eventTypes: ['company.deleted'] });
  const delivery = await failTestEventAs(as, endpoint.id);
  const file = 'Id,First Name\n1,Nora\n2\n';
  const [prepared, ended] = [await uploadAs(as, file), await uploadAs(as, file)];
  await startAs(as, ended.id);
  await endOf(as, ended.id);
  const events = await eventually(async () => {
    const { items } = bodyOf<AdminResponseBody<'EventPage'>>(await admin('/events', { as }));
    return items.length > 0 ? items : undefined;
  });
  const users = bodyOf<AdminResponseBody<'UserPage'>>(await admin('/users?search=member', { as })).items;
  ids = {
    key: key.id,
    endpoint: endpoint.id,
    delivery,
    prepared: prepared.id,
    ended: ended.id,
    position: at<{ readonly position: string }>(events, 0).position,
    user: at<{ readonly id: string }>(users, 0).id,
  };
});

/** Keeps requests to the admin API without a response. */
const hold = async (page: Page) => {
  const held: Request[] = [];
  let pattern: RegExp | undefined;
  await page.route(`${adminApi().url}/**`, (route, request) => {
    const path = request.url().slice(adminApi().url.length);
    if (pattern?.test(path) !== true) return route.continue();
    held.push(request);
    return undefined;
  });
  return {
    held,
    start: (paths: RegExp): void => {
      pattern = paths;
    },
    end: (): void => {
      pattern = undefined;
    },
    /** Requests that the page still waits for. */
    open: (): readonly string[] => held.filter((request) => request.failure() === null).map((r) => r.url()),
  };
};

/** A view that loads nothing. */
const IDLE = `${DEVELOPER}/try-it`;

const LONG = 'This takes longer than usual.';

const retries = (page: Page) => page.locator('.loading > button', { hasText: 'Retry' });

/** Retries until nothing is awaited. What loads after that may have waited too. */
const retryAll = (page: Page, path: string): Promise<void> =>
  expect
    .poll(
      // At once: a button that is gone by the next command would be waited for.
      () =>
        retries(page).evaluateAll((buttons) => {
          for (const button of buttons) if (button instanceof HTMLElement) button.click();
          return buttons.length;
        }),
      { message: path, interval: 20 },
    )
    .toBe(0);

/** Each page with what it loads, or the parts that load after that. */
const pages = (): readonly (readonly [path: string, hanging: RegExp])[] => [
  ...VIEW_PATHS.filter((path) => path !== IDLE).map((path) => [path, /^/] as const),
  [`${DEVELOPER}/api-keys/${ids.key}`, /^/],
  [`${DEVELOPER}/api-keys/${ids.key}`, /usage|requests|webhook-endpoints|audit-log|search=Waiting/],
  [`${DEVELOPER}/api-keys/${ids.key}/edit?state=revoked`, /search=/],
  [`${DEVELOPER}/api-keys?state=revoked`, /limit=1$/],
  [`${DEVELOPER}/webhooks/${ids.endpoint}`, /^/],
  [`${DEVELOPER}/webhooks/${ids.endpoint}`, /deliveries|include=/],
  [`${DEVELOPER}/webhooks/${ids.endpoint}/deliveries/${ids.delivery}`, /^/],
  [`${DEVELOPER}/requests/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11`, /^/],
  [`${DEVELOPER}/requests`, /api-keys/],
  [`${DATA}/people/${person}`, /^/],
  [`${DATA}/people/${person}`, /events|call-list-entries/],
  [`${DATA}/companies/${company}`, /^/],
  [`${DATA}/companies/${company}`, /companyId/],
  [`${DATA}/call-lists/${callList}`, /^/],
  [`${DATA}/call-lists/${callList}`, /limit=50/],
  [`${DATA}/events/at/${ids.position}`, /^/],
  [`${DATA}/events?live=true`, /^/],
  [`${DATA}/imports/${ids.prepared}`, /^/],
  [`${DATA}/imports/${ids.prepared}`, /preview/],
  [`${DATA}/imports/${ids.prepared}`, /check/],
  [`${DATA}/imports/${ids.ended}`, /files/],
  [`${DATA}/imports/${ids.ended}/repeat`, /preview/],
  [`${DATA}/imports/profiles`, /^/],
  [`organization/settings/users/${ids.user}/role?status=disabled`, /search=/],
  [`connect?${new URLSearchParams(APP_REQUEST)}`, /^/],
];

describe('while a request hangs', () => {
  test('each view says how long, and retries after ten seconds', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: IDLE });
    expect(await listedPaths(page)).toEqual(VIEW_PATHS);
    await page.clock.install();
    const { start, end, open, held } = await hold(page);
    for (const [path, hanging] of pages()) {
      const before = held.length;
      start(hanging);
      await goTo(page, path);
      await expect.poll(() => held.length, { message: path, interval: 20 }).toBeGreaterThan(before);
      await page.clock.fastForward(12_000);
      // They are in the page at once, and visible a moment later.
      const counting = { message: path, interval: 20 };
      await expect.poll(() => retries(page).count(), counting).toBeGreaterThan(0);
      expect(await page.locator('.loading > p', { hasText: LONG }).first().textContent()).toMatch(/\d\d s$/);
      end();
      await retryAll(page, path);
      expect({ path, alerts: await page.getByRole('alert').allInnerTexts() }).toEqual({ path, alerts: [] });
      await goTo(page, IDLE);
      await page.getByRole('heading', { name: 'Try it' }).waitFor();
    }
    // Retrying and leaving have aborted all that hung.
    await expect.poll(open).toEqual([]);
  });
});

/** Waits until a request is held, passes ten seconds, and lets the retry through. */
const passAndRetry = async (page: Page, holding: Awaited<ReturnType<typeof hold>>, text: string) => {
  await expect.poll(() => holding.open().length).toBeGreaterThan(0);
  await page.clock.fastForward(12_000);
  const status = page.locator('.loading > p', { hasText: LONG });
  // A page may wait for several of its parts.
  await status.filter({ hasText: text }).first().waitFor({ state: 'attached' });
  expect(await status.last().textContent()).toMatch(/\d\d s$/);
  holding.end();
  await retryAll(page, text);
  await expect.poll(() => status.count()).toBe(0);
  await expect.poll(holding.open).toEqual([]);
};

describe('while an action hangs', () => {
  test('forms, downloads, searches and followed pages say how long, and retry', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: IDLE });
    await page.clock.install();
    const holding = await hold(page);
    const main = page.getByRole('main');

    await goTo(page, `${DEVELOPER}/api-keys/create`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Created once');
    await dialog.getByRole('checkbox', { name: 'Read people' }).check();
    holding.start(/^\/api-keys$/);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await passAndRetry(page, holding, 'Creating …');
    await page.getByRole('dialog', { name: 'Copy your key now' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Close without copying' }).click();
    // No request that hung has reached the service.
    await main.getByRole('row').filter({ hasText: 'Created once' }).waitFor();
    expect(await main.getByRole('row').filter({ hasText: 'Created once' }).count()).toBe(1);

    holding.start(/limit=200/);
    await main.getByRole('button', { name: 'Download CSV' }).click();
    const saved = page.waitForEvent('download');
    await passAndRetry(page, holding, 'Downloading …');
    expect((await saved).suggestedFilename()).toMatch(/^api-keys-.*\.csv$/);

    holding.start(/^\/people\?name/);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await dialog.getByLabel('Search everything').fill('created once');
    await page.clock.runFor(200);
    await passAndRetry(page, holding, 'Searching …');
    await page.clock.runFor(200);
    await dialog.getByRole('option', { name: 'Created once API key' }).waitFor();
    await page.keyboard.press('Escape');

    await goTo(page, `${DATA}/events?live=true`);
    await main.getByText('Up to date at').waitFor();
    holding.start(/^\/events/);
    await page.clock.runFor(3_000);
    await passAndRetry(page, holding, 'Waiting for the service …');

    const as = await userOf('admin');
    const ended = bodyOf<ImportDocument>(await admin(`/imports/${ids.ended}`, { as }));
    let isRunning = true;
    await page.route(`**/imports/${ids.ended}`, (route) =>
      isRunning
        ? route.fulfill({ json: { ...ended, status: 'running', finishedAt: null } })
        : route.fallback(),
    );
    await goTo(page, `${DATA}/imports/${ids.ended}`);
    await main.getByRole('progressbar').waitFor();
    holding.start(/^\/imports\//);
    isRunning = false;
    await page.clock.runFor(2_000);
    await passAndRetry(page, holding, 'Loading …');
    await main.getByText('Completed').waitFor();

    await goTo(page, `${DEVELOPER}/webhooks/${ids.endpoint}/deliveries/${ids.delivery}`);
    holding.start(/replay$/);
    await main.getByRole('button', { name: 'Replay' }).click();
    await passAndRetry(page, holding, 'Replaying …');

    await goTo(page, `${DATA}/people`);
    holding.start(/^\/exports$/);
    await main.getByRole('button', { name: 'Download all people' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await passAndRetry(page, holding, 'Starting the export …');
  });

  test('a view whose script hangs offers to load the page again', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await page.clock.install();
    let isSlow = true;
    await page.route('**/later-views-*.js', (route) => (isSlow ? undefined : route.continue()));
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    await page.clock.fastForward(12_000);
    isSlow = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  });
});

describe('when a request fails', () => {
  test('what was loaded stays, with what to do and a retry', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${DATA}/events` });
    const table = page.getByRole('table', { name: 'Events' });
    await table.waitFor();
    const alert = page.getByRole('alert');
    const detail = 'Too many requests. Retry after the `Retry-After` delay.';
    const failures = [
      [
        { status: 429, headers: { 'Retry-After': '60' }, json: { status: 429, title: 'Busy', detail } },
        'Retry in 60 s.',
      ],
      [
        { status: 500, json: { status: 500, title: 'Failed', detail: 'Report it.', requestId: 'r-1' } },
        'r-1',
      ],
      [undefined, 'Check your connection'],
    ] as const;
    for (const [failure, text] of failures) {
      await page.route('**/events', (route) =>
        failure === undefined ? route.abort() : route.fulfill(failure),
      );
      await page.getByRole('button', { name: 'Refresh' }).click();
      await alert.getByText(text).waitFor();
      expect(await table.count()).toBe(1);
      await page.unroute('**/events');
      await alert.getByRole('button', { name: 'Retry' }).click();
      await alert.waitFor({ state: 'detached' });
      expect(await table.count()).toBe(1);
    }
    await page.route('**/events?*', (route) => route.abort());
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await alert.getByText('Check your connection').waitFor();
    await page.unroute('**/events?*');
    const saved = page.waitForEvent('download');
    await alert.getByRole('button', { name: 'Retry' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^events-.*\.csv$/);
    await alert.waitFor({ state: 'detached' });
  });
});
