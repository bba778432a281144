import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { createImportAs } from '../../support/imports/imports.ts';
import { admin, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { createEndpointAs, failTestEventAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const DEVELOPER = 'organization/developer';
const DATA = 'organization/data';

const sample = sampleData('Saved');
const [person] = sample.people;
const [company] = sample.companies;

/** What the admin API returns of an event. */
interface EventDocument {
  readonly position: string;
  readonly deliveries: readonly object[];
}

let endpointId: string;
let deliveryId: string;
let position: string;

useOwnOrganization();

beforeAll(async () => {
  const as = await userOf('admin');
  await createKeyAs(as, { name: '=SUM(A1)' });
  ({ id: endpointId } = await createEndpointAs(as, { url: 'http://127.0.0.1:9/csv' }));
  deliveryId = await failTestEventAs(as, endpointId);
  const profile = '/import-profiles?kind=people&source=nightly';
  bodyOf(await admin(profile, { as, method: 'PUT', body: { settings: { region: 'US' } } }));
  bodyOf(await admin('/exports', { as, method: 'POST', body: { resource: 'person', format: 'csv' } }), 202);
  await createImportAs(as, 'id', { kind: 'people', fileName: 'listed.csv' });
  const { people, companies, callLists } = sample;
  await importRecords(await organizationIdOf(), { people, companies, 'call-lists': callLists });
  await eventually(async () => {
    const { items } = bodyOf<{ items: EventDocument[] }>(
      await admin(`/events?types=person.created&kind=person&id=${person?.id}`, { as }),
    );
    const [created] = items;
    if (created === undefined) return false;
    position = created.position;
    return bodyOf<EventDocument>(await admin(`/events/${position}`, { as })).deliveries.length > 0;
  });
});

const download = async (page: Page, button: string): Promise<{ name: string; text: string }> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await text(await file.createReadStream()) };
};

describe('a table', () => {
  test.for<[name: string, path: () => string, content: RegExp, of?: string]>([
    [
      'webhook-endpoints',
      () => `${DEVELOPER}/webhooks`,
      /^id,(?:.*,)?url,.*\n.*http:\/\/127\.0\.0\.1:9\/csv/,
    ],
    [
      'deliveries',
      () => `${DEVELOPER}/webhooks/${endpointId}`,
      /^id,endpointId,.*\n(?:.*\n)*.*webhook\.test/,
    ],
    ['requests', () => `${DEVELOPER}/requests`, /^/],
    ['usage', () => `${DEVELOPER}/usage`, /^keyId,name,.*date,.*\n.*'=SUM\(A1\),/],
    ['fields-person', () => `${DATA}/fields`, /^path,.*\nid,/],
    ['events', () => `${DATA}/events`, /^position,event\.id,.*\n(?:.*\n)*.*person\.created/],
    ['imports', () => `${DATA}/imports`, /listed\.csv/],
    ['exports', () => `${DATA}/exports`, /^id,resource,.*\n.*,person,csv/],
    ['import-profiles', () => `${DATA}/imports/profiles`, /\n.*nightly/],
    ['people-of-company', () => `${DATA}/companies/${company?.id}`, /^id,.*\n.*Sample-Müller/, 'people'],
    ['call-lists-of-person', () => `${DATA}/people/${person?.id}`, /callList\.name.*\n.*Saved/, 'call lists'],
    [
      'history',
      () => `${DATA}/people/${person?.id}`,
      /^position,event\.id,.*\n(?:.*\n)*.*person\.created/,
      'history',
    ],
    ['deliveries-of-event', () => `${DATA}/events/at/${position}`, /^id,endpointId,.*\n.*person\.created/],
    ['attempts', () => `${DEVELOPER}/webhooks/${endpointId}/deliveries/${deliveryId}`, /^at,.*\n.*refused/],
    [
      'response-times',
      () => `${DEVELOPER}/webhooks/${endpointId}`,
      /^start,.*p95Milliseconds\n/,
      'response times',
    ],
    ['requests-per-day', () => `${DEVELOPER}/usage`, /^date,.*counts\.succeeded/, 'requests per day'],
  ])('saves all its pages as CSV: %s', async ([name, path, content, of], { visit }) => {
    const { page } = await visit({ as: 'admin', path: path() });
    // Tables behind charts are folded.
    const folded = page.getByText(/^(?:As a table|By day)$/);
    if (name === 'response-times' || name === 'requests-per-day') await folded.click();
    const file = await download(page, of === undefined ? 'Download CSV' : `Download CSV of ${of}`);
    expect(file.name).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(file.text).toMatch(content);
    expect(file.text).not.toContain('X-Amz-Signature');
  });
});
