import { randomUUID } from 'node:crypto';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, test as base, beforeAll, expect, inject } from 'vitest';
import {
  createOrganizationUsers,
  type OrganizationUsers,
  type SampleUser,
} from '../../support/organizations/organization-users.ts';
import { service } from '../../support/service/service.ts';

export type Role = 'admin' | 'member';

/** An open page of the console, with its errors and requests. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Script errors and violations of the content security policy. The test fails if any remain. */
  readonly pageErrors: string[];
  /** The URLs of all requests. */
  readonly requests: string[];
}

export interface VisitOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'permissions'> {
  /** The role of the user to sign in as; `null` to stay signed out. */
  readonly as: Role | null;
  /** @default the API keys view */
  readonly path?: string;
}

export const API_KEYS = 'organization/developer/api-keys';

/** The URL of the console under test. Throws if sign-in cannot be automated. */
export const consoleUrl = (): string => {
  if (service.admin === undefined)
    throw new Error('The service under test does not support automated sign-in.');
  return service.admin.redirectUri;
};

const isAbsent = inject('browserEndpoint') === undefined || service.admin === undefined;

let browser: Promise<Browser> | undefined;
interface OwnOrganization extends OrganizationUsers {
  readonly organizationId: string;
}

let own: Promise<OwnOrganization> | undefined;
/** The cookies of the sign-in page by role, which save entering the password again. */
const sessions = new Map<string, BrowserContextOptions['storageState']>();

const createOwnOrganization = async (): Promise<OwnOrganization> => {
  const organizationId = randomUUID();
  return { organizationId, ...(await createOrganizationUsers(organizationId, service)) };
};

/** Creates an empty organization for the test file. Takes some seconds. */
export const useOwnOrganization = (): void => {
  beforeAll(async () => {
    own = isAbsent ? undefined : createOwnOrganization();
    sessions.clear();
    await own;
  });
  // The next file uses the shared organization again.
  afterAll(() => {
    own = undefined;
    sessions.clear();
  });
};

/** The organization of the users. */
export const organizationIdOf = async (): Promise<string> =>
  (await own)?.organizationId ?? service.first.organizationId;

/** The user with this role. */
export const userOf = async (role: Role): Promise<SampleUser> => (await own)?.[role] ?? service.first[role];

/** Fills in the form of the sign-in page. */
export const fillSignIn = async (page: Page, role: Role): Promise<void> => {
  const { email, password } = await userOf(role);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
};

const watch = (context: BrowserContext): Pick<Visit, 'pageErrors' | 'requests'> => {
  const pageErrors: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('weberror', (error) => pageErrors.push(String(error.error())));
  context.on('console', (message) => {
    // Some tests provoke failed requests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      pageErrors.push(message.text());
    }
  });
  return { pageErrors, requests };
};

const open = async ({ as, path = API_KEYS, ...options }: VisitOptions): Promise<Visit> => {
  browser ??= chromium.connect(inject('browserEndpoint') ?? '');
  const session = as === null ? undefined : sessions.get(as);
  const context = await (await browser).newContext({
    reducedMotion: 'reduce',
    ...options,
    ...(session === undefined ? {} : { storageState: session }),
  });
  // Less than the limit of a test, so that a failure shows what was awaited.
  context.setDefaultTimeout(80_000);
  const watched = watch(context);
  const page = await context.newPage();
  await page.goto(`${consoleUrl()}#/${path}`);
  if (as !== null) {
    if (session === undefined) {
      await fillSignIn(page, as);
      sessions.set(as, await context.storageState());
    }
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }
  return { context, page, ...watched };
};

/** Where the content security policy of the console allows uploads. */
const uploadsUrl = async (): Promise<string> => {
  const { headers } = await fetch(consoleUrl());
  const found = / (\S+\/uploads\/);/.exec(headers.get('content-security-policy') ?? '')?.[1];
  if (found === undefined) throw new Error('The console allows no uploads.');
  return found;
};

const isOwn = (url: string, uploads: string): boolean =>
  url.startsWith(uploads) ||
  [consoleUrl(), service.admin?.signInUrl ?? ''].some((own) => new URL(own).origin === new URL(url).origin);

/**
 * A browser test. Afterwards it closes all pages, and fails on script errors, violations of the content
 * security policy and requests to third parties.
 */
export const test = base
  .extend<{ visit: (options: VisitOptions) => Promise<Visit> }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest requires a destructured parameter
    visit: async ({}, use) => {
      const visits: Visit[] = [];
      await use(async (options) => {
        const visit = await open(options);
        visits.push(visit);
        return visit;
      });
      await Promise.all(visits.map(({ context }) => context.close()));
      const uploads = await uploadsUrl();
      for (const { pageErrors, requests } of visits) {
        expect(pageErrors).toEqual([]);
        expect(requests.filter((url) => !isOwn(url, uploads))).toEqual([]);
      }
    },
  })
  .skipIf(isAbsent);
