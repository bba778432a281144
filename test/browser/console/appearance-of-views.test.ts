import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import { endOf, type ImportDocument, startAs, uploadAs } from '../../support/imports/imports.ts';
import { admin as callAdmin, createKeyAs } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at, service } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { checkAppearance } from '../support/check-appearance.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';
import { openEndpointAction, sendTestEvent, WEBHOOKS } from '../support/webhooks.ts';

const close = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Opens a view without the navigation, which may be collapsed. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${path}`);

const days = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  metered: Math.round(55_000 + 50_000 * Math.sin(index / 3)),
  counts: {
    succeeded: Math.round(55_000 + 50_000 * Math.sin(index / 3)),
    refused: 4_000 + 100 * index,
    failed: index % 9 === 0 ? 700 : 0,
    refusals: [{ problemType: 'urn:sales-data:problem:forbidden', requests: 4_000 + 100 * index }],
  },
}));

/** The screens in order, by the name of their screenshot. Each continues from the previous one. */
type Screens = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

const WEBHOOK_SCREENS: Screens = {
  webhooks: (page) => page.getByRole('table').waitFor(),
  'webhook-create': async (page) => {
    await page.getByRole('link', { name: 'Create endpoint' }).click();
    await page.getByRole('radio', { name: 'Chosen events' }).check();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByRole('alert').waitFor();
  },
  'webhook-endpoint': async (page) => {
    await close(page);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('No deliveries yet').waitFor();
  },
  'webhook-test': (page) => sendTestEvent(page, 'The endpoint rejected the test event.'),
  'webhook-delivery': async (page) => {
    await page.getByRole('link', { name: 'View delivery' }).click();
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
  },
  'webhook-replay': async (page) => {
    await page.getByRole('link', { name: 'Endpoint' }).click();
    await page.getByText('No delivery has succeeded since').waitFor();
    await page.getByRole('link', { name: /^Replay failed since/ }).click();
  },
  'webhook-replays': async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('region', { name: 'Latest replay' }).getByText('completed').waitFor();
    await page.getByRole('radio', { name: 'Failed' }).check();
  },
  'webhook-delete': async (page) => {
    await openEndpointAction(page, 'Delete');
  },
};

const OTHER_SCREENS: Screens = {
  usage: async (page) => {
    const item = {
      keyId: '1',
      name: 'Data warehouse',
      hint: 'sd_live_…Ab3x',
      plan: 'standard',
      rotatedTo: null,
      days,
    };
    const body = { countedFrom: '2026-01-01', total: days, items: [item] };
    await page.route('**/usage?*', (route) => route.fulfill({ json: body }));
    await goTo(page, 'organization/developer/usage');
    await page.locator('.chart').waitFor();
  },
  requests: async (page) => {
    const request = {
      id: '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11',
      time: '2026-01-30T09:30:00.000Z',
      method: 'GET',
      route: '/v1/person',
      path: '/v1/person?email=*&fields=id,firstName,lastName,emails,phones,company',
      status: 403,
      problemType: 'urn:sales-data:problem:forbidden',
      reason: null,
      missingPermissions: ['person:list'],
      invalidParameters: null,
      milliseconds: 12,
      keyId: '1',
      keyName: 'Data warehouse',
      address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
    };
    const items = [
      request,
      { ...request, id: '2', status: 200, problemType: null, missingPermissions: null },
      { ...request, id: '3', status: 503, problemType: 'urn:sales-data:problem:service-unavailable' },
    ];
    const json = { from: '2026-01-29T09:30:00.000Z', to: '2026-01-30T09:30:00.000Z', items };
    await page.route('**/requests?*', (route) => route.fulfill({ json }));
    await goTo(page, 'organization/developer/requests');
    await page.getByRole('table', { name: 'Requests' }).waitFor();
  },
  request: async (page) => {
    await page.getByRole('table', { name: 'Requests' }).getByRole('link').first().click();
    await page.getByText('What to do').waitFor();
  },
  'try-it': async (page) => {
    await goTo(page, 'organization/developer/try-it');
    await page.getByLabel('API key').fill(service.first.key);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('200 OK').waitFor();
    await page.getByText('Headers').click();
  },
  'audit-log': async (page) => {
    await goTo(page, 'organization/security/audit-log');
    await page.locator('summary').first().click();
  },
};

const DATA = 'organization/data';
const { people, companies, callLists } = sampleData('Acme');

const RECORD_SCREENS: Screens = {
  'records-people': async (page) => {
    await goTo(page, `${DATA}/people`);
    await page.getByRole('table', { name: 'People' }).getByText('Acme Company').first().waitFor();
  },
  'records-lookup': async (page) => {
    await page.getByLabel('Look up by').selectOption('Id');
    await page.getByLabel('Id', { exact: true }).fill('nonsense');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.field-error').waitFor();
  },
  'records-companies': async (page) => {
    await goTo(page, `${DATA}/companies`);
    await page.getByRole('table', { name: 'Companies' }).waitFor();
  },
  'records-call-lists': async (page) => {
    await goTo(page, `${DATA}/call-lists`);
    await page.getByRole('table', { name: 'Call lists' }).waitFor();
  },
  'record-company': async (page) => {
    await goTo(page, `${DATA}/companies/${at<{ id: string }>(companies, 0).id}`);
    await page.getByRole('table', { name: 'People' }).waitFor();
  },
  'record-person': async (page) => {
    await goTo(page, `${DATA}/people/${at<{ id: string }>(people, 0).id}`);
    await page.getByText('JSON, as the data API returns it').click();
  },
  'record-history': async (page) => {
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('heading', { name: 'History' }).waitFor();
        await page
          .getByText(/^\d+ loaded\.$/)
          .last()
          .waitFor({ state: 'attached' });
        return page.getByRole('table', { name: 'History' }).count();
      })
      .toBe(1);
  },
  'events-live': async (page) => {
    await goTo(page, 'organization/data/events?live=true');
    await page.getByText('Up to date at').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
  },
  events: async (page) => {
    await goTo(page, 'organization/data/events?types=person.*');
    await page.getByRole('table', { name: 'Events' }).waitFor();
  },
  event: async (page) => {
    await page.getByRole('table', { name: 'Events' }).getByRole('link').first().click();
    await page.getByText('No deliveries').waitFor();
  },
  'record-menu': async (page) => {
    await goTo(page, `${DATA}/people/${at<{ id: string }>(people, 0).id}`);
    await page.getByText('Delete or erase').click();
  },
  'record-erase': async (page) => {
    await page.getByRole('link', { name: 'Erase' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'record-erased': async (page) => {
    const end = at<{ id: string }>(people, 0).id.slice(-8);
    await page.getByLabel(`Type ${end} to confirm`).fill(end);
    await page.getByRole('button', { name: 'Erase person' }).click();
    await page.getByRole('heading', { name: 'The person is erased' }).waitFor();
  },
  'record-call-list': async (page) => {
    await goTo(page, `${DATA}/call-lists/${at<{ id: string }>(callLists, 0).id}`);
    await page.getByRole('table', { name: 'Call list entries' }).waitFor();
  },
  'record-delete': async (page) => {
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
  'record-deleted': async (page) => {
    const end = at<{ id: string }>(callLists, 0).id.slice(-8);
    await page.getByLabel(`Type ${end} to confirm`).fill(end);
    await page.getByRole('button', { name: 'Delete call list' }).click();
    await page.getByRole('heading', { name: 'The call list is deleted' }).waitFor();
  },
};

const USERS = 'organization/settings/users';

const SETTINGS_SCREENS: Screens = {
  users: async (page) => {
    await goTo(page, USERS);
    await page.getByRole('table', { name: 'Users' }).waitFor();
  },
  'user-invite': async (page) => {
    await page.getByRole('link', { name: 'Invite user' }).click();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.locator('.field-error').waitFor();
  },
  'user-remove': async (page) => {
    await close(page);
    await page.getByRole('link', { name: 'Remove' }).first().click();
    await page.getByRole('dialog').waitFor();
  },
  organization: async (page) => {
    await close(page);
    await goTo(page, 'organization/settings/general');
    await page.getByLabel('Time zone').waitFor();
  },
};

const IMPORTS = 'organization/data/imports';
const ROWS = 'Id,First Name,Last Name,Hotline\n1,Nora,Nowhere,+12025550143\n2,Ned\n';

let ended: ImportDocument;

/** Shows the import that ended as if it had another state. */
const showImportAs = async (page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> => {
  await page.unroute('**/imports/*');
  await page.route('**/imports/*', (route) => route.fulfill({ json: { ...ended, ...changes } }));
  await page.reload();
};

const IMPORT_SCREENS: Screens = {
  imports: async (page) => {
    await goTo(page, IMPORTS);
    await page.getByRole('table', { name: 'Imports' }).waitFor();
  },
  'import-upload': async (page) => {
    await page.getByRole('link', { name: 'Upload file' }).click();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.locator('.field-error').waitFor();
  },
  'import-prepare': async (page) => {
    await close(page);
    await page.getByRole('link', { name: 'prepared.csv' }).click();
    await page.getByRole('button', { name: 'Use Work phone' }).waitFor();
  },
  'import-ended': async (page) => {
    await goTo(page, IMPORTS);
    await page.getByRole('link', { name: 'ended.csv' }).click();
    await page.getByRole('link', { name: 'Download rejected rows' }).waitFor();
  },
  'import-correct': async (page) => {
    await page.getByRole('link', { name: 'Upload corrected rows' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'import-undo': async (page) => {
    await close(page);
    await page.getByRole('link', { name: 'Undo' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'import-undoing': async (page) => {
    await close(page);
    const undo = { startedBy: ended.startedBy, startedAt: ended.createdAt, finishedAt: null, deleted: 0 };
    await showImportAs(page, { status: 'undoing', undo: { ...undo, problem: null } });
    await page.getByRole('progressbar', { name: 'Undoing: 0 of 1 record deleted' }).waitFor();
  },
  'import-running': async (page) => {
    await showImportAs(page, { status: 'running', bytesRead: 30, finishedAt: null });
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor();
  },
  'import-failed': async (page) => {
    await showImportAs(page, { status: 'failed', problem: 'ended.csv is an Excel workbook (.xlsx).' });
    await page.getByText('The import failed').waitFor();
  },
  'import-confirm': async (page) => {
    const deletions = { missing: 1_200, deleted: 0, stopped: null };
    await showImportAs(page, { status: 'awaiting_confirmation', deletions });
    await page.getByRole('link', { name: 'Confirm the deletions' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'import-profiles': async (page) => {
    await goTo(page, `${IMPORTS}/profiles`);
    await page.getByRole('table', { name: 'Import profiles' }).waitFor();
  },
  'import-profile': async (page) => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Mapped columns').fill('Hotline = nickname');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('alert').waitFor();
  },
};

const EXPORTS = 'organization/data/exports';

/** An export in its first state. */
const queuedExport = (index: number): AdminResponseBody<'Export'> => ({
  id: `019e0000-0000-7000-8000-00000000000${index}`,
  resource: 'person',
  format: 'csv',
  fields: [],
  createdBy: { id: 'c7a1d5ee', name: 'nora@sales.example', from: null },
  changedSince: null,
  callListId: null,
  state: 'queued',
  problem: null,
  recordCount: 0,
  totalCount: null,
  files: [],
  eventCursor: null,
  createdAt: `2026-01-31T09:0${index}:00.000Z`,
  completedAt: null,
  expiresAt: null,
});

const exportFile = (number: number) => ({
  url: `https://bucket.example/${number}`,
  name: `call-list-entries-2026-01-31-${number}.csv`,
  bytes: 61_345_678,
  sha256: 'a'.repeat(64),
  recordCount: 100_000,
});

const END = { completedAt: '2026-01-31T10:00:00.000Z', expiresAt: '2026-02-07T10:00:00.000Z' };

/** One in each state, and one of each length. */
const exportsInAllStates: readonly AdminResponseBody<'Export'>[] = [
  { ...queuedExport(7), resource: 'company', format: 'jsonl' },
  { ...queuedExport(6), state: 'running', recordCount: 412_000, totalCount: 1_250_000 },
  { ...queuedExport(5), ...END, state: 'completed', resource: 'call-list-entry', files: [exportFile(1)] },
  {
    ...queuedExport(4),
    ...END,
    state: 'completed',
    resource: 'call-list-entry',
    callListId: '019e0000-0000-7000-8000-0000000000aa',
    fields: ['id'],
    changedSince: '2026-01-01T00:00:00.000Z',
    files: [1, 2, 3, 4].map(exportFile),
  },
  { ...queuedExport(3), state: 'failed', problem: 'The call list was deleted. Start another export.' },
  {
    ...queuedExport(2),
    ...END,
    state: 'expired',
    problem: 'Its files were deleted because a person was erased. Start another export.',
  },
  { ...queuedExport(1), ...END, state: 'expired' },
];

const EXPORT_SCREENS: Screens = {
  'exports-empty': async (page) => {
    await goTo(page, EXPORTS);
    await page.getByText('No exports yet').waitFor();
  },
  'export-start': async (page) => {
    await page.getByRole('link', { name: 'Start export' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'export-refused': async (page) => {
    await close(page);
    await goTo(page, `${DATA}/people`);
    await page.getByRole('table').waitFor();
    const detail =
      '10 exports of your organization wait or run, and one runs at a time. Wait for one to end.';
    await page.route('**/exports', (route) =>
      route.fulfill({ status: 409, json: { title: 'Conflict', status: 409, detail } }),
    );
    await page.getByRole('button', { name: 'Download all people' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    await page.getByRole('alert').waitFor();
  },
  exports: async (page) => {
    await page.unroute('**/exports');
    await page.route('**/exports', (route) => route.fulfill({ json: { items: exportsInAllStates } }));
    await goTo(page, EXPORTS);
    await page.getByRole('progressbar', { name: '412,000 of 1,250,000 records' }).waitFor();
    await page.getByText('4 files: 400,000 records, 245.4 MB').click();
    await page.getByText('The call list was deleted.').waitFor();
  },
};

useOwnOrganization();

beforeAll(async () => {
  const admin = await userOf('admin');
  await createKeyAs(admin, { name: 'Data warehouse' });
  // Nothing listens on this port.
  const url = 'http://127.0.0.1:9/a/path/that/is/rather/long/for/a/telephone/and/goes/on/for/a/while';
  // Of its events, none happens here: it has no deliveries yet.
  await createEndpointAs(admin, { url, description: 'CRM synchronisation', eventTypes: ['company.deleted'] });
  await uploadAs(admin, ROWS, { fileName: 'prepared.csv' });
  const { id } = await uploadAs(admin, ROWS, { fileName: 'ended.csv' });
  await startAs(admin, id);
  ended = await endOf(admin, id);
  const body = { settings: { mappings: [{ column: 'Hotline', path: 'phones.work' }], region: 'US' } };
  await callAdmin('/import-profiles?kind=people&source=nightly', { as: admin, method: 'PUT', body });
  await importRecords(await organizationIdOf(), { people, companies, 'call-lists': callLists }, ['--silent']);
});

describe('the console’s views', () => {
  test.for([
    ['webhooks', WEBHOOK_SCREENS],
    ['other views', OTHER_SCREENS],
    ['records', RECORD_SCREENS],
    ['settings', SETTINGS_SCREENS],
    ['imports', IMPORT_SCREENS],
    ['exports', EXPORT_SCREENS],
  ] as const)(
    'passes accessibility checks and fits in light and dark, at 360 and 1440 pixels: %s',
    async ([, screens], { visit }) => {
      const { page } = await visit({ as: 'admin', path: WEBHOOKS });
      for (const [screen, show] of Object.entries(screens)) {
        await show(page);
        const problems = await checkAppearance(page, screen);
        expect({ screen, problems }).toEqual({ screen, problems: [] });
      }
    },
  );
});
