import type { Page } from 'playwright-core';

export const DEVELOPER = 'organization/developer';
export const DATA = 'organization/data';

/**
 * The addresses of all listed views, as an admin sees them. Tests of every view compare it with the
 * navigation.
 */
export const VIEW_PATHS = [
  '',
  `${DEVELOPER}/api-keys`,
  `${DEVELOPER}/webhooks`,
  `${DEVELOPER}/requests`,
  `${DEVELOPER}/usage`,
  `${DEVELOPER}/try-it`,
  `${DATA}/people`,
  `${DATA}/companies`,
  `${DATA}/call-lists`,
  `${DATA}/calls`,
  `${DATA}/fields`,
  `${DATA}/events`,
  `${DATA}/imports`,
  `${DATA}/exports`,
  `${DATA}/suppressions`,
  'organization/security/audit-log',
  'organization/settings/users',
  'organization/settings/single-sign-on',
  'organization/settings/general',
] as const;

/** The addresses in the navigation. */
export const listedPaths = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('navigation', { name: 'Console' })
    .locator('a[href^="#/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2) ?? ''));

/** Opens an address without loading the page again. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${path}`);
