import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createKeyAs } from '../../support/organizations/admin.ts';
import { setMembersSeeData } from '../../support/organizations/members-see-data.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { DATA, DEVELOPER, goTo, listedPaths } from '../support/view-paths.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const AUDIT_LOG = 'organization/security/audit-log';
const USERS = 'organization/settings/users';
const CLEAR = 'Clear filters';
const DAYS = 'Search 30 days';
const LAST_WEEK = new Date(Date.now() - 7 * 86_400_000).toISOString();

/** An address with its empty list, and the next steps that it offers. */
type Empty = readonly [path: string, title: string, ...steps: readonly string[]];

const FOR_ADMINS: readonly Empty[] = [
  [`${DEVELOPER}/api-keys`, 'No keys yet', 'Create the first key'],
  [`${DEVELOPER}/webhooks`, 'No webhook endpoints yet', 'Create the first endpoint'],
  [`${DEVELOPER}/requests`, 'No requests in 24 hours', DAYS, 'Try it'],
  [`${DEVELOPER}/requests?after=${LAST_WEEK}`, 'No requests', 'Try it'],
  [`${DEVELOPER}/usage`, 'No keys yet', 'Create a key'],
  [`${DATA}/people`, 'No people yet', 'Import a file'],
  [`${DATA}/companies`, 'No companies yet', 'Import a file'],
  [`${DATA}/call-lists`, 'No call lists yet', 'Import a file'],
  [`${DATA}/events`, 'No events yet', 'Import a file'],
  [`${DATA}/imports`, 'No imports yet', 'Upload the first file'],
  [`${DATA}/imports/profiles`, 'No profiles yet', 'Create the first profile'],
  [`${DATA}/exports`, 'No exports yet', 'Start the first export'],
];

const FILTERED: readonly Empty[] = [
  [`${DEVELOPER}/api-keys?search=nothing`, 'No active key matches', 'Search all keys', 'Clear the search'],
  [`${DEVELOPER}/requests?status=failed`, 'No requests in 24 hours', DAYS, CLEAR],
  [`${DEVELOPER}/requests?status=failed&after=${LAST_WEEK}`, 'No requests', CLEAR],
  [`${DATA}/people?tag=nothing`, 'No matching people', CLEAR],
  [`${DATA}/companies?tag=nothing`, 'No matching companies', CLEAR],
  [`${DATA}/call-lists?isLocked=true`, 'No matching call lists', CLEAR],
  [`${DATA}/events?types=person.*`, 'No matching events', CLEAR],
  [`${DATA}/imports?kind=people`, 'No matching imports', CLEAR],
  [`${AUDIT_LOG}?search=nothing`, 'No matching entries', CLEAR],
  [`${USERS}?search=nothing`, 'No matching users', CLEAR],
];

const ABSENT = '00000000-0000-4000-8000-000000000000';

const MISSING: readonly Empty[] = [
  [`${DEVELOPER}/api-keys/0123456789abcdef0123456789abcdef`, 'No such key', 'Show all keys'],
  ...['cut-off', ABSENT].flatMap((id): readonly Empty[] => [
    [`${DEVELOPER}/webhooks/${id}`, 'No such webhook endpoint', 'Go to Webhooks'],
    [`${DEVELOPER}/webhooks/${ABSENT}/deliveries/${id}`, 'No such delivery', 'Go to Endpoint'],
    [`${DEVELOPER}/requests/${id}`, 'No such request', 'Go to Requests'],
    [`${DATA}/people/${id}`, 'No such person', 'Go to People'],
    [`${DATA}/companies/${id}`, 'No such company', 'Go to Companies'],
    [`${DATA}/call-lists/${id}`, 'No such call list', 'Go to Call lists'],
    [`${DATA}/events/at/${id}`, 'No such event', 'Go to Events'],
    [`${DATA}/imports/${id}`, 'No such import', 'Go to Imports'],
  ]),
];

/** What a user sees instead of a list: its title, and the names of its links. */
const emptyStates = (page: Page): Promise<readonly (readonly string[])[]> =>
  page
    .getByRole('main')
    .locator('.empty')
    .evaluateAll((states) =>
      states.map((state) => [
        state.querySelector('.empty-title')?.textContent ?? '',
        ...[...state.querySelectorAll('a')].map((link) => link.textContent),
      ]),
    );

/** Opens each list, and waits for its explanation. */
const checkAll = async (page: Page, lists: readonly Empty[]): Promise<void> => {
  for (const [path, title, ...steps] of lists) {
    await goTo(page, path);
    const wanted = [expect.stringContaining(title), ...steps];
    await expect
      .poll(async () => ({ path, states: await emptyStates(page) }))
      .toEqual({ path, states: expect.arrayContaining([wanted]) });
    if (!steps.some((step) => step === CLEAR || step === 'Clear the search')) continue;
    const clear = page.getByRole('main').getByRole('link', { name: /^Clear (?:filters|the search)$/ });
    await clear.click();
    await expect.poll(() => page.url()).not.toContain('?');
    // The list without filters can be empty under the same title, but has none to clear.
    await clear.waitFor({ state: 'detached' });
  }
};

useOwnOrganization();

describe('an empty list', () => {
  test('offers an admin the next step, and clears filters that match nothing', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await checkAll(page, [...FOR_ADMINS, ...FILTERED]);
  });

  test('tells a member whom to ask', async ({ visit }) => {
    await setMembersSeeData(await userOf('admin'), true);
    const { page } = await visit({ as: 'member' });
    await checkAll(page, [
      [`${DEVELOPER}/api-keys`, 'No keys yet', 'Create the first key'],
      [`${DEVELOPER}/requests`, 'No requests in 24 hours', DAYS, 'Try it'],
      [`${DEVELOPER}/usage`, 'No keys yet', 'Create a key'],
      [`${DATA}/people`, 'No people yet'],
      [`${DATA}/companies`, 'No companies yet'],
      [`${DATA}/call-lists`, 'No call lists yet'],
    ]);
    await page.getByText('once an admin of your organization imports them').waitFor();
    const key = await createKeyAs(await userOf('member'), { name: 'Without permissions' });
    for (const path of [`${DEVELOPER}/api-keys`, `${DEVELOPER}/api-keys/${key.id}`]) {
      await goTo(page, path);
      await page.getByText('Send this address to an admin of your organization').waitFor();
      await page.getByText(`${key.id}/edit`).waitFor();
    }
  });

  test('leads from an address that names nothing to what there is', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    await checkAll(page, MISSING);
    for (const path of await listedPaths(page)) {
      await goTo(page, `${path}/nonsense/${ABSENT}`);
      const title = page.getByRole('heading', { name: 'Page not found' });
      await title.or(page.getByText(/^No such/)).waitFor();
    }
  });

  describe('within a page', () => {
    const { people, companies, callLists } = sampleData('Empty');
    const [person] = people.map((each) => ({ ...each, companyId: null }));
    const company = at<{ readonly id: string }>(companies, 0);
    const callList = { ...at<(typeof callLists)[number]>(callLists, 0), entries: [] };
    let keyId: string;
    let endpointId: string;

    beforeAll(async () => {
      const as = await userOf('admin');
      ({ id: keyId } = await createKeyAs(as, { name: 'Without permissions' }));
      const url = 'http://127.0.0.1:9/hooks';
      ({ id: endpointId } = await createEndpointAs(as, { url, eventTypes: ['company.deleted'] }));
      const files = { people: [person], companies: [company], 'call-lists': [callList] };
      await importRecords(await organizationIdOf(), files, ['--silent']);
    });

    test('offers the next step, too', async ({ visit }) => {
      const { page } = await visit({ as: 'admin' });
      const endpoint = `${DEVELOPER}/webhooks/${endpointId}`;
      await checkAll(page, [
        [`${DATA}/people/${person?.id}`, 'No call lists', 'Import a file'],
        [`${DATA}/companies/${company.id}`, 'No people', 'Import a file'],
        [`${DATA}/call-lists/${callList.id}`, 'No entries', 'Import a file'],
        [`${DATA}/call-lists/${callList.id}?status=pending`, 'No matching entries', CLEAR],
        [endpoint, 'No deliveries yet', 'Send the first test event'],
        [`${endpoint}?state=failed`, 'No failed deliveries', CLEAR],
      ]);
      await goTo(page, `${DEVELOPER}/api-keys/${keyId}`);
      await page.getByRole('link', { name: 'Grant permissions' }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    });
  });
});
