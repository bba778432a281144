import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { admin, bodyOf, createKeyAs, type KeyDocument } from '../../support/organizations/admin.ts';
import { type ApiResponse, call, callOnce } from '../../support/service/service.ts';
import { findings } from '../support/accessibility.ts';
import { API_KEYS, consoleUrl, test, useOwnOrganization, userOf } from '../support/visit.ts';

const REQUESTS = 'organization/developer/requests';

useOwnOrganization();

let key: KeyDocument;
let revoked: KeyDocument;
let denied: ApiResponse;
let invalid: ApiResponse;

const idOf = ({ headers }: ApiResponse): string => String(headers['x-request-id']);

beforeAll(async () => {
  const as = await userOf('admin');
  key = await createKeyAs(as, { name: 'Warehouse', permissions: ['call-list:read'] });
  revoked = await createKeyAs(as, { name: 'Old', permissions: ['call-list:read'] });
  await admin(`/api-keys/${revoked.id}`, { as, method: 'DELETE' });
  await call('/v1/call-list?limit=1', { key: key.key });
  denied = await call('/v1/person?email=nora@nowhere.example', { key: key.key });
  invalid = await call('/v1/call-list?limit=0', { key: key.key });
  await callOnce('/v1/persons?email=nora@nowhere.example', { key: key.key });
  await callOnce('/v1/call-list', { key: revoked.key });
  await eventually(
    async () => bodyOf<{ items: object[] }>(await admin('/requests', { as })).items.length === 5,
  );
});

const rows = async (page: Page): Promise<readonly string[]> => {
  const table = page.getByRole('table', { name: 'Requests' });
  await table.waitFor();
  return (await table.getByRole('row').allTextContents()).slice(1);
};

describe('requests', () => {
  test('lists what happened to each request, newest first', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: REQUESTS });
    const [first, unknown, second, third, last] = await rows(page);
    expect(first).toMatch(/GET \/v1\/call-listOld401revoked key/);
    expect(unknown).toMatch(/GET \/v1\/persons\?\*=\*Warehouse404unknown path/);
    expect(second).toMatch(/GET \/v1\/call-list\?limit=0Warehouse400invalid-request/);
    expect(third).toMatch(/GET \/v1\/person\?email=\*Warehouse403lacks person:list/);
    expect(last).toMatch(/limit=1Warehouse200/);
    expect(await findings(page)).toEqual([]);
  });

  test('filters by what is in the address', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: REQUESTS });
    await rows(page);
    await page.getByLabel('Key', { exact: true }).selectOption(key.id);
    await page.getByLabel('Status').selectOption('refused');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(3);
    await page.getByLabel('Operation').selectOption('GET /v1/person');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    await page.reload();
    expect(await rows(page)).toHaveLength(1);
    expect(await page.getByLabel('Status').inputValue()).toBe('refused');
    await page.getByRole('link', { name: 'Clear' }).click();
    await page.getByLabel('Reason').selectOption('unauthorized: revoked key');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    await page.getByLabel('Reason').selectOption('All');
    await page.getByLabel('Part of the path').fill('limit=');
    await page.getByLabel('Client address').fill('127.0.0.1');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(2);
    await page.getByLabel('Request id').fill('nonsense');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Enter a UUID').waitFor();
    await page.getByRole('link', { name: 'Clear' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(5);
  });

  test('shows the searched range with others to choose, and errors by reason and operation', async ({
    visit,
  }) => {
    const { page } = await visit({ as: 'admin', path: REQUESTS });
    await rows(page);
    await page.getByText(/^Searched .* to .*\(.+\)$/).waitFor();
    await page.getByRole('link', { name: '7 days' }).click();
    await expect.poll(() => page.url()).toContain('after=');
    await page.getByRole('radio', { name: 'Errors' }).check();
    const table = page.getByRole('table', { name: 'Errors by reason and operation' });
    await table.waitFor();
    expect((await table.getByRole('rowheader').allTextContents()).toSorted()).toEqual([
      'forbidden in GET /v1/person',
      'invalid-request in GET /v1/call-list',
      'not-found in GET /{proxy+}',
      'revoked key in GET /v1/call-list',
    ]);
    await table
      .getByRole('img', { name: /^most in the day of .*: 1$/ })
      .first()
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await table.getByRole('link', { name: 'invalid-request' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    expect(await page.getByLabel('Reason').inputValue()).toBe('invalid-request');
    expect(await page.getByLabel('Operation').inputValue()).toBe('GET /v1/call-list');
  });

  test('folds the filters on phones, and opens them for an error', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: REQUESTS, viewport: { width: 390, height: 800 } });
    await rows(page);
    const filters = page.getByRole('button', { name: /^Filters/ });
    expect(await page.getByLabel('Status').isVisible()).toBe(false);
    await filters.click();
    await page.getByLabel('Status').selectOption('refused');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(4);
    expect(await page.getByLabel('Status').isVisible()).toBe(false);
    expect(await filters.textContent()).toBe('Filters (1)');
    expect(await filters.evaluate((button) => button === document.activeElement)).toBe(true);
    await filters.click();
    await page.getByLabel('Request id').fill('nonsense');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Enter a UUID').waitFor();
    await page.getByRole('link', { name: 'Clear' }).click();
    await expect.poll(async () => (await rows(page)).length).toBe(5);
  });

  test('offers all keys to filter by, also those of later pages', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    // Pages of one key instead of 200.
    await page.route('**/api-keys?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }),
    );
    await page.goto(`${consoleUrl()}#/${REQUESTS}`);
    const names = page.getByLabel('Key', { exact: true }).locator('option');
    await expect
      .poll(() => names.allTextContents())
      .toEqual(['All', /^Old/, /^Warehouse/].map((name) => expect.stringMatching(name)));
  });

  test('explains a denied request, and leads to the key that lacks the permission', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${REQUESTS}/${idOf(denied)}` });
    await page.getByText('The key lacks the permission “person:list”.').waitFor();
    await page.getByText('/v1/person?email=*').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the key Warehouse' }).click();
    await page.getByRole('heading', { name: 'Warehouse' }).waitFor();
  });

  test('explains an invalid request and a revoked key', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: `${REQUESTS}/${idOf(invalid)}` });
    await page.getByText('Invalid: “limit”.').waitFor();
    await page.getByRole('link', { name: 'Requests', exact: true }).first().click();
    await page.getByRole('link', { name: 'GET /v1/call-list', exact: true }).click();
    await page.getByText('The key was revoked.').waitFor();
  });

  test('says when a request is not there, and shows members nothing of others', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: REQUESTS });
    await page.getByText('No requests in 24 hours').waitFor();
    await page.getByRole('link', { name: 'Search 30 days' }).click();
    await page.getByText('No key was used since then.').waitFor();
    const other = await visit({ as: 'member', path: `${REQUESTS}/${idOf(denied)}` });
    await other.page.getByText('No request with this id').waitFor();
  });
});

describe('the page of a key', () => {
  test('shows permissions in words, usage, last requests, rotations and audit entries', async ({ visit }) => {
    const as = await userOf('admin');
    const body = { graceSeconds: 3_600 };
    const rotation = await admin(`/api-keys/${key.id}/rotate`, { as, method: 'POST', body });
    const successor = bodyOf<KeyDocument>(rotation, 201);
    const { page } = await visit({ as: 'admin', path: API_KEYS });
    await page
      .getByRole('row', { name: key.hint })
      .getByRole('link', { name: 'Warehouse', exact: true })
      .click();
    await page.getByText('Read call lists and call list entries').waitFor();
    await page.getByText('1 forbidden').first().waitFor();
    expect(await rows(page)).toHaveLength(4);
    const rotations = page.getByRole('region', { name: 'Rotations' });
    await rotations.getByText('This key').waitFor();
    await page.getByRole('region', { name: 'Audit log' }).getByRole('table').waitFor();
    expect(await findings(page)).toEqual([]);
    await rotations.getByRole('link', { name: 'Warehouse' }).click();
    await page.getByText(successor.hint).first().waitFor();
    await page.getByText('No requests in the last 24 hours.').waitFor();
  });

  test('does not exist for a member without the key', async ({ visit }) => {
    const { page } = await visit({ as: 'member', path: `${API_KEYS}/${key.id}` });
    await page.getByText('This key does not exist, or it is not yours.').waitFor();
  });
});
