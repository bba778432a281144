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
} from '../../support/organization-users.ts';
import { service } from '../../support/service.ts';

export type Role = 'admin' | 'member';

/** A page of the console, and what went on in it. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the content security policy and errors of scripts: there must be none. */
  readonly complaints: string[];
  /** Addresses of everything that was requested. */
  readonly requests: string[];
}

export interface VisitOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'permissions'> {
  /** Signs in as one of the organization's users; `null` stays outside. */
  readonly as: Role | null;
  /** @default that of the API keys */
  readonly path?: string;
}

export const API_KEYS = 'organization/developer/api-keys';

/** The console of the service under test. Throws where nobody can sign in without a person. */
export const consoleUrl = (): string => {
  if (service.admin === undefined) throw new Error('The service under test lets nobody sign in by itself.');
  return service.admin.redirectUri;
};

const isAbsent = inject('browserEndpoint') === undefined || service.admin === undefined;

let browser: Promise<Browser> | undefined;
let own: Promise<OrganizationUsers> | undefined;
/** The cookies of the sign-in page, by role: whoever has them does not have to type the password again. */
const sessions = new Map<string, BrowserContextOptions['storageState']>();

/** Gives the test file an organization for itself, in which nothing is but what its tests make. Takes some seconds. */
export const useOwnOrganization = (): void => {
  beforeAll(async () => {
    own = isAbsent ? undefined : createOrganizationUsers(randomUUID(), service);
    sessions.clear();
    await own;
  });
  // The next file is for the users of all again, unless it says so itself.
  afterAll(() => {
    own = undefined;
    sessions.clear();
  });
};

/** Who visits in this role. */
export const userOf = async (role: Role): Promise<SampleUser> => (await own)?.[role] ?? service.first[role];

/** Fills in the form of the sign-in page. */
export const fillSignIn = async (page: Page, role: Role): Promise<void> => {
  const { email, password } = await userOf(role);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
};

const watch = (context: BrowserContext): Pick<Visit, 'complaints' | 'requests'> => {
  const complaints: string[] = [];
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    // Failed requests are what some tests are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { complaints, requests };
};

const open = async ({ as, path = API_KEYS, ...options }: VisitOptions): Promise<Visit> => {
  browser ??= chromium.connect(inject('browserEndpoint') ?? '');
  const session = as === null ? undefined : sessions.get(as);
  const context = await (await browser).newContext({
    reducedMotion: 'reduce',
    ...options,
    ...(session === undefined ? {} : { storageState: session }),
  });
  context.setDefaultTimeout(20_000);
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

const isOwn = (url: string): boolean =>
  [consoleUrl(), service.admin?.signInUrl ?? ''].some((own) => new URL(own).origin === new URL(url).origin);

/**
 * A test in the browser. What it opens is closed at its end, and then nothing may have violated the content security policy,
 * failed in a script or gone to a third party.
 */
export const test = base
  .extend<{ visit: (options: VisitOptions) => Promise<Visit> }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest wants to see what a fixture takes
    visit: async ({}, use) => {
      const visits: Visit[] = [];
      await use(async (options) => {
        const visit = await open(options);
        visits.push(visit);
        return visit;
      });
      await Promise.all(visits.map(({ context }) => context.close()));
      for (const { complaints, requests } of visits) {
        expect(complaints).toEqual([]);
        expect(requests.filter((url) => !isOwn(url))).toEqual([]);
      }
    },
  })
  .skipIf(isAbsent);
