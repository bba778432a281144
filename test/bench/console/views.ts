/** What is measured of the console: a path, and a selector of its first data. */
interface ConsoleView {
  readonly path: string;
  /** Something that is on the page only once data is. */
  readonly data: string;
}

const ROWS = 'main tbody tr';
const FACTS = 'main dl dd';

/** The views of the navigation that load data. */
export const VIEWS: Readonly<Record<string, ConsoleView>> = {
  Home: { path: '', data: '.home-part .figures' },
  'API keys': { path: 'organization/developer/api-keys', data: ROWS },
  Webhooks: { path: 'organization/developer/webhooks', data: ROWS },
  Requests: { path: 'organization/developer/requests', data: ROWS },
  Usage: { path: 'organization/developer/usage', data: ROWS },
  People: { path: 'organization/data/people', data: ROWS },
  Companies: { path: 'organization/data/companies', data: ROWS },
  'Call lists': { path: 'organization/data/call-lists', data: ROWS },
  Fields: { path: 'organization/data/fields', data: ROWS },
  Events: { path: 'organization/data/events', data: ROWS },
  Imports: { path: 'organization/data/imports', data: ROWS },
  Exports: { path: 'organization/data/exports', data: ROWS },
  'Audit log': { path: 'organization/security/audit-log', data: ROWS },
  Users: { path: 'organization/settings/users', data: ROWS },
  Organization: { path: 'organization/settings/general', data: '#retention' },
};

/** Pages of one thing, each reached by the first link in the table of a view. */
export const PAGES: Readonly<Record<string, { readonly of: keyof typeof VIEWS; readonly data: string }>> = {
  'API key': { of: 'API keys', data: FACTS },
  Webhook: { of: 'Webhooks', data: FACTS },
  Request: { of: 'Requests', data: FACTS },
  Person: { of: 'People', data: FACTS },
  Company: { of: 'Companies', data: FACTS },
  'Call list': { of: 'Call lists', data: FACTS },
  Event: { of: 'Events', data: FACTS },
  Import: { of: 'Imports', data: FACTS },
};
