import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createImportAs } from '../../support/imports/imports.ts';
import { createKeyAs } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { DATA, DEVELOPER, VIEW_PATHS } from '../support/view-paths.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

/** Without a place to break. */
const LONG = `Long${'x'.repeat(396)}`;

const { people, companies, callLists } = sampleData('Wide');
const [person, company, callList] = [people, companies, callLists].map(
  (lines) => at<{ readonly id: string }>(lines, 0).id,
);

let endpointId: string;

useOwnOrganization();

beforeAll(async () => {
  const as = await userOf('admin');
  await createKeyAs(as, { name: LONG.slice(0, 100) });
  const url = `http://127.0.0.1:9/${LONG}`;
  ({ id: endpointId } = await createEndpointAs(as, { url, description: LONG.slice(0, 200) }));
  await createImportAs(as, 'id', { kind: 'people', fileName: `${LONG.slice(0, 196)}.csv` });
  await importRecords(await organizationIdOf(), {
    people: people.map((each) => ({ ...each, title: LONG, firstName: LONG })),
    companies: companies.map((each) => ({ ...each, name: LONG })),
    'call-lists': callLists.map((each) => ({ ...each, name: LONG })),
  });
});

const PATHS = (): readonly string[] => [
  ...VIEW_PATHS,
  `${DEVELOPER}/webhooks/${endpointId}`,
  `${DEVELOPER}/webhooks/${endpointId}/delete`,
  `${DATA}/people/${person}`,
  `${DATA}/companies/${company}`,
  `${DATA}/call-lists/${callList}`,
];

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('a text of 400 characters', () => {
  test('never makes a view wider than the window', async ({ visit }) => {
    const { page } = await visit({ as: 'admin' });
    for (const path of PATHS()) {
      await page.goto(`${page.url().split('#')[0]}#/${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [390, 900, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect({ path, width, overflow: await overflowOf(page) }).toEqual({ path, width, overflow: 0 });
      }
    }
  });
});
