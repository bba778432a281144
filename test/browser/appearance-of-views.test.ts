import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { createKeyAs } from '../support/admin.ts';
import { service } from '../support/service.ts';
import { createEndpointAs } from '../support/webhooks.ts';
import { lookAt } from './support/look-at.ts';
import { test, useOwnOrganization, userOf } from './support/visit.ts';
import { openEndpointAction, sendTestEvent, WEBHOOKS } from './support/webhooks.ts';

const close = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Leads to another view, at whatever width: the navigation may be behind a button. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${path}`);

const days = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  requests: Math.round(55_000 + 50_000 * Math.sin(index / 3)),
}));

/** What there is to see, by the name of its screenshot, in the order in which it is looked at. */
type Sights = Readonly<Record<string, (page: Page) => Promise<unknown>>>;

const OF_WEBHOOKS: Sights = {
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
    await page.getByRole('heading', { name: 'Payload' }).waitFor();
  },
  'webhook-replay': async (page) => {
    await page.getByRole('link', { name: 'Endpoint' }).click();
    await page.getByText('No delivery has succeeded since').waitFor();
    await openEndpointAction(page, 'Replay a time range');
  },
  'webhook-delete': async (page) => {
    await close(page);
    await openEndpointAction(page, 'Delete');
  },
};

const OF_OTHER_VIEWS: Sights = {
  usage: async (page) => {
    const item = { keyId: '1', name: 'Data warehouse', plan: 'standard', days };
    await page.route('**/usage?*', (route) => route.fulfill({ json: { items: [item] } }));
    await goTo(page, 'organization/developer/usage');
    await page.getByText('Daily numbers').click();
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

useOwnOrganization();

beforeAll(async () => {
  const boss = await userOf('admin');
  await createKeyAs(boss, { name: 'Data warehouse' });
  // Nobody listens there.
  const url = 'http://127.0.0.1:9/a/path/that/is/rather/long/for/a/telephone/and/goes/on/for/a/while';
  await createEndpointAs(boss, { url, description: 'CRM synchronisation' });
});

describe('the views of the console', () => {
  test.for([
    ['webhooks', OF_WEBHOOKS],
    ['the others', OF_OTHER_VIEWS],
  ] as const)(
    'can be used by everybody, light and dark, at 360 and at 1440 pixels: %s',
    async ([, sights], { visit }) => {
      const { page } = await visit({ as: 'admin', path: WEBHOOKS });
      for (const [sight, show] of Object.entries(sights)) {
        await show(page);
        const wrong = await lookAt(page, sight);
        expect({ sight, wrong }).toEqual({ sight, wrong: [] });
      }
    },
  );
});
