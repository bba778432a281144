import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { APP_REQUEST } from '../../support/agents/app-request.ts';
import { uploadAs } from '../../support/imports/imports.ts';
import { adminApi, createKeyAs } from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { at } from '../../support/service/service.ts';
import { createEndpointAs, importRecords } from '../../support/webhooks/webhooks.ts';
import { DATA, DEVELOPER, goTo } from '../support/view-paths.ts';
import { organizationIdOf, test, useOwnOrganization, userOf } from '../support/visit.ts';

const { people, companies, callLists } = sampleData('Forms');
const callList = at<{ readonly id: string }>(callLists, 0).id;

/** A view that loads nothing. */
const IDLE = `${DEVELOPER}/try-it`;

let ids: Readonly<Record<'key' | 'endpoint' | 'prepared', string>>;

useOwnOrganization();

beforeAll(async () => {
  const as = await userOf('admin');
  const key = await createKeyAs(as, { name: 'Forms' });
  const endpoint = await createEndpointAs(as, {
    url: 'http://127.0.0.1:9/hooks',
    eventTypes: ['company.deleted'],
  });
  const file = 'Id,First Name\n1,Nora\n2\n';
  const prepared = await uploadAs(as, file);
  await importRecords(await organizationIdOf(), { people, companies, 'call-lists': callLists }, ['--silent']);
  ids = { key: key.id, endpoint: endpoint.id, prepared: prepared.id };
});

/** Opens a form, enters wrong values and submits it. */
interface Wrong {
  readonly path: string;
  /** @default the address has the wrong values */
  readonly button?: string;
  readonly fill?: (form: Locator) => Promise<unknown>;
  /** Errors for values that no control lets through, as the response to requests to this path. */
  readonly response?: readonly [
    path: RegExp,
    ...errors: readonly (readonly [parameter: string, detail: string])[],
  ];
  /** The labels of the fields with an error, and what it says. */
  readonly expected: readonly (readonly [label: string, text: string])[];
}

/** Enters a range that ends before it starts. */
const reverse =
  (start: string) =>
  async (form: Locator): Promise<void> => {
    await form.getByLabel(start).fill('2026-01-02T00:00');
    await form.getByLabel('Until').fill('2026-01-01T00:00');
  };

const enter =
  (values: Readonly<Record<string, string>>) =>
  async (form: Locator): Promise<void> => {
    for (const [label, value] of Object.entries(values))
      await form.getByLabel(label, { exact: true }).fill(value);
  };

/** With a permission, without which the form asks again. */
const enterKey =
  (values: Readonly<Record<string, string>>) =>
  async (form: Locator): Promise<void> => {
    await enter(values)(form);
    await form.getByRole('checkbox', { name: 'Read people by id' }).check();
  };

const lookUp = (by: string, label: string, value: string) => async (form: Locator) => {
  await form.getByLabel('Look up by').selectOption(by);
  await form.getByLabel(label, { exact: true }).fill(value);
};

const chooseFile = (content: string) => (form: Locator) =>
  form
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

const BEFORE_FROM = [['Until', 'Until must not be before “From”.']] as const;
const NO_ADDRESS = 'is no IPv4 or IPv6 address or CIDR, such as 192.0.2.0/24 or 2001:db8::/32.';

const forms = (): Readonly<Record<string, Wrong>> => {
  const key = `${DEVELOPER}/api-keys/${ids.key}`;
  const createKey = { path: `${DEVELOPER}/api-keys/create`, button: 'Create key' };
  const endpoint = `${DEVELOPER}/webhooks/${ids.endpoint}`;
  const createEndpoint = { path: `${DEVELOPER}/webhooks/create`, button: 'Create endpoint' };
  const upload = { path: `${DATA}/imports/upload`, button: 'Upload' };
  const profile = { path: `${DATA}/imports/profiles/create`, button: 'Save profile' };
  const settings = 'organization/settings/general';
  const invite = { path: 'organization/settings/users/invite', button: 'Send invitation' };
  const requests = { path: `${DEVELOPER}/requests`, button: 'Search' };
  const events = { path: `${DATA}/events`, button: 'Search' };
  const auditLog = { path: 'organization/security/audit-log', button: 'Search' };
  const people = { path: `${DATA}/people`, button: 'Search' };
  return {
    'a key without a name': { ...createKey, expected: [['Name', 'Enter a name.']] },
    'a key with a wrong address': {
      ...createKey,
      fill: enterKey({ Name: 'x', 'Allowed addresses': '192.0.2.1\nnowhere' }),
      expected: [['Allowed addresses', `"nowhere" ${NO_ADDRESS}`]],
    },
    'a key whose choices are refused': {
      ...createKey,
      fill: enterKey({ Name: 'x' }),
      response: [
        /^\/api-keys$/,
        ['permissions.0', 'must be one of: person:read'],
        ['plan', 'must be one of: standard'],
        ['expiresAt', 'must be in the future'],
      ],
      expected: [
        ['Permissions', 'Choose one of: person:read.'],
        ['Usage plan', 'Choose one of: standard.'],
        ['Expires', 'Enter a time in the future.'],
      ],
    },
    'an edited key': {
      path: `${key}/edit`,
      button: 'Save',
      fill: enter({ Name: '', 'Allowed addresses': '300.1.1.1' }),
      expected: [
        ['Name', 'Enter a name.'],
        ['Allowed addresses', `"300.1.1.1" ${NO_ADDRESS}`],
      ],
    },
    'a rotation': {
      path: `${key}/rotate`,
      button: 'Rotate key',
      response: [/rotate$/, ['graceSeconds', 'must be an integer from 0 to 9']],
      expected: [['How long does the old key stay active?', 'Enter a whole number from 0 to 9.']],
    },
    'an endpoint without a URL': { ...createEndpoint, expected: [['URL or ARN', 'Enter a URL or ARN.']] },
    'an endpoint without events': {
      ...createEndpoint,
      fill: async (form) => {
        await form.getByLabel('URL').fill('https://hooks.example.com/x');
        await form.getByRole('radio', { name: 'Chosen events' }).check();
      },
      expected: [['Events', 'Choose at least one.']],
    },
    'an endpoint with a long description': {
      ...createEndpoint,
      response: [/^\/webhook-endpoints$/, ['description', 'may not contain a line break']],
      expected: [['Description (optional)', 'Description may not contain a line break.']],
    },
    'an edited endpoint': {
      path: `${endpoint}/edit`,
      button: 'Save',
      fill: enter({ 'URL or ARN': 'nonsense' }),
      expected: [['URL or ARN', 'Enter a complete and valid URL, such as https://hooks.example.com/sales.']],
    },
    'a replay of a reversed range': {
      path: `${endpoint}/replay`,
      button: 'Replay',
      fill: reverse('Since'),
      expected: [['Until', 'Until must not be before “Since”.']],
    },
    'a replay of nothing': {
      path: `${endpoint}/replay`,
      button: 'Replay',
      fill: async (form) => {
        await form.getByRole('checkbox', { name: 'are retrying' }).uncheck();
        await form.getByRole('checkbox', { name: 'failed', exact: true }).uncheck();
        await form.getByRole('checkbox', { name: 'were missed' }).uncheck();
      },
      expected: [['Deliveries that', 'Choose at least one.']],
    },
    'an upload without a file': { ...upload, expected: [['File', 'Choose a file.']] },
    'an upload of an empty file': {
      ...upload,
      fill: chooseFile(''),
      expected: [['File', 'This file is empty: choose another one.']],
    },
    'an upload without a source': {
      ...upload,
      fill: chooseFile('Id'),
      expected: [['Source', 'Enter a source.']],
    },
    'a profile': {
      ...profile,
      fill: enter({
        Source: 'nightly',
        'Mapped columns (optional)': 'Notes = skip\nHotline',
        'Default country': 'X1',
      }),
      expected: [
        ['Mapped columns (optional)', 'Line 2: Enter the path of a field, at most 150 characters long.'],
        ['Default country', 'Enter an ISO 3166 code of two capital letters, such as US.'],
      ],
    },
    'a profile without a source': { ...profile, expected: [['Source', 'Enter a source.']] },
    'settings of an import': {
      path: `${DATA}/imports/${ids.prepared}`,
      button: 'Start import',
      response: [
        /start$/,
        ['settings.region', 'must be an ISO 3166 code such as US'],
        ['settings.dateOrder', 'must be one of: dmy, mdy'],
      ],
      expected: [
        ['Default country', 'Enter an ISO 3166 code such as US.'],
        ['Numeric dates', 'Choose one of: dmy, mdy.'],
      ],
    },
    'an export': {
      path: `${DATA}/exports/start`,
      button: 'Start export',
      response: [/^\/exports$/, ['resource', 'must be one of: person'], ['format', 'must be one of: csv']],
      expected: [
        ['Records', 'Choose one of: person.'],
        ['Format', 'Choose one of: csv.'],
      ],
    },
    'an invitation': {
      ...invite,
      fill: enter({ Email: 'nobody' }),
      expected: [['Email', 'Enter an email address of at most 128 characters, such as ada@acme.example.']],
    },
    'an invitation to no role': {
      ...invite,
      fill: enter({ Email: 'ada@acme.example' }),
      response: [/^\/users$/, ['role', 'must be one of: admin, member']],
      expected: [['Role', 'Choose one of: admin, member.']],
    },
    'an organization without a name': {
      path: settings,
      button: 'Save',
      fill: enter({ Name: '' }),
      expected: [['Name', 'Enter a name.']],
    },
    'a retention that is no number': {
      path: settings,
      button: 'Save retention',
      fill: enter({ 'Delete unused people and companies after (days)': 'abc' }),
      expected: [
        ['Delete unused people and companies after (days)', 'Enter a whole number from 30 to 3650.'],
      ],
    },
    'a request id': {
      ...requests,
      fill: enter({ 'Request id': 'nonsense' }),
      expected: [['Request id', 'Enter a UUID.']],
    },
    'a reversed range of requests': { ...requests, fill: reverse('From'), expected: BEFORE_FROM },
    'a reversed range of events': { ...events, fill: reverse('From'), expected: BEFORE_FROM },
    'events of a kind without an id': {
      ...events,
      fill: (form) => form.getByLabel('About').selectOption('person'),
      expected: [['Record id', 'Enter the id of the record.']],
    },
    'events of an id without a kind': {
      ...events,
      fill: enter({ 'Record id': callList }),
      expected: [['About', 'Choose what the record id is the id of.']],
    },
    'a reversed range of audit entries': { ...auditLog, fill: reverse('From'), expected: BEFORE_FROM },
    'a long search of the audit log': {
      ...auditLog,
      fill: enter({ 'Name, detail or id': 'x'.repeat(300) }),
      expected: [['Name, detail or id', 'Enter 1 to 100 characters.']],
    },
    'a lookup by email': {
      ...people,
      fill: lookUp('email', 'Email', 'nonsense'),
      expected: [['Email', 'Enter an email address such as nora@nowhere.example, not "nonsense".']],
    },
    'a lookup by id': {
      ...people,
      fill: lookUp('id', 'Id', '12'),
      expected: [['Id', 'Enter a UUID such as 6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11.']],
    },
    'a request to try': {
      path: `${DEVELOPER}/try-it`,
      button: 'Send',
      expected: [['API key', 'Enter an API key: 1 to 200 visible ASCII characters without spaces.']],
    },
    'an app': {
      path: `connect?${new URLSearchParams(APP_REQUEST)}`,
      fill: (form) => form.getByRole('checkbox', { name: /I just started/ }).check(),
      button: 'Allow',
      response: [/^\/app-requests$/, ['permissions.0', 'must be one of: person:read']],
      expected: [['Permissions', 'Choose one of: person:read.']],
    },
  };
};

/** Answers requests that change something with errors, as the service words them. */
const respond = async (page: Page, [path, ...errors]: NonNullable<Wrong['response']>): Promise<void> => {
  const { url } = adminApi();
  const detail = 'Invalid request: see `errors`.';
  const json = {
    status: 400,
    title: 'Bad Request',
    detail,
    errors: errors.map(([parameter, text]) => ({ parameter, detail: text })),
  };
  await page.route(`${url}/**`, (route, request) =>
    request.method() !== 'GET' && path.test(request.url().slice(url.length))
      ? route.fulfill({ status: 400, json })
      : route.fallback(),
  );
};

/** The errors at fields: the label of the control that each describes, and its text. */
const shownErrors = (page: Page): Promise<readonly (readonly [label: string, text: string])[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.field-error')].map((error) => {
      const described = document.querySelector(`[aria-describedby~="${error.id}"]`);
      const label =
        described?.querySelector(':scope > legend') ??
        document.querySelector(`label[for="${described?.id}"]`);
      return [label?.textContent ?? '', error.textContent] as const;
    }),
  );

/** The label of the field that contains the focus. */
const focusedLabel = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    // Not a group within the field.
    const field = document.activeElement?.closest('.field');
    return field?.querySelector(':scope > label, :scope > legend')?.textContent;
  });

/** Addresses that an old link may have, and the way out of each. */
const STALE = [
  [`${DATA}/people?cursor=nonsense`, 'First page'],
  [`${DATA}/people?sort=nonsense`, 'Clear filters'],
  [`${DEVELOPER}/api-keys?search=${'x'.repeat(300)}`, 'Clear filters'],
] as const;

describe('an address with wrong values', () => {
  test('leads back to the list', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: IDLE });
    const alert = page.getByRole('alert');
    for (const [path, link] of STALE) {
      await goTo(page, path);
      await alert.waitFor();
      expect(await alert.innerText()).not.toMatch(/`|errors|Retry/);
      await page.getByRole('link', { name: link }).click();
      await alert.waitFor({ state: 'detached' });
      expect(page.url()).not.toContain('?');
    }
  });
});

describe('a form with wrong values', () => {
  test('says at each field what to enter, and focuses the first one', async ({ visit }) => {
    const { page } = await visit({ as: 'admin', path: IDLE });
    for (const [name, { path, button, fill, response, expected }] of Object.entries(forms())) {
      if (response !== undefined) await respond(page, response);
      await goTo(page, path);
      const form = page.getByRole(
        /create|edit|rotate|replay|upload|start|invite/.test(path) ? 'dialog' : 'main',
      );
      await fill?.(form);
      if (button !== undefined) await form.getByRole('button', { name: button, exact: true }).click();
      const focused = expected[0]?.[0];
      await expect
        .poll(async () => ({ name, errors: await shownErrors(page), focused: await focusedLabel(page) }))
        .toEqual({ name, errors: expected, focused });
      for (const text of await page.getByRole('alert').allInnerTexts()) {
        expect({ name, text }).toEqual({ name, text: 'Check your input\n\nCorrect the marked fields.' });
      }
      if (response !== undefined) await page.unrouteAll();
      if ((await page.getByRole('dialog').count()) > 0) {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await goTo(page, IDLE);
      await page.getByRole('heading', { name: 'Try it' }).waitFor();
    }
  });
});
