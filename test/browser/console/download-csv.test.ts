import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createImportAs } from '../../support/imports/imports.ts';
import { admin, bodyOf, createKeyAs } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const DEVELOPER = 'organization/developer';
const DATA = 'organization/data';

let endpointId: string;

useOwnOrganization();

beforeAll(async () => {
  const as = await userOf('admin');
  await createKeyAs(as, { name: '=SUM(A1)' });
  ({ id: endpointId } = await createEndpointAs(as, { url: 'http://127.0.0.1:9/csv' }));
  await admin(`/webhook-endpoints/${endpointId}/test`, { as, method: 'POST' });
  bodyOf(await admin('/exports', { as, method: 'POST', body: { resource: 'person', format: 'csv' } }), 202);
  await createImportAs(as, 'id', { kind: 'people', fileName: 'listed.csv' });
  const { people } = sampleData('Saved');
  await importRecords(await organizationIdOf(), { people }, ['--silent']);
});

const download = async (page: Page): Promise<{ name: string; text: string }> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await text(await file.createReadStream()) };
};

describe('a table', () => {
  test.for<[string, () => string, RegExp]>([
    ['webhook-endpoints', () => `${DEVELOPER}/webhooks`, /^id,url,.*\n.*http:\/\/127\.0\.0\.1:9\/csv/],
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
  ])('saves all its pages as CSV: %s', async ([name, path, content], { visit }) => {
    const { page } = await visit({ as: 'admin', path: path() });
    const file = await download(page);
    expect(file.name).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(file.text).toMatch(content);
    expect(file.text).not.toContain('X-Amz-Signature');
  });
});
