import { EVENTS_PATH } from '../routing/event-paths.ts';
import { KINDS, kindPath } from '../routing/record-paths.ts';
import { AUDIT_LOG_PATH } from './audit-log/audit-log-paths.ts';
import { AuditLogView } from './audit-log/audit-log-view.tsx';
import { EventsView } from './events/events-view.tsx';
import { EXPORTS_PATH } from './exports/export-paths.ts';
import { ExportsView } from './exports/exports-view.tsx';
import { IMPORTS_PATH } from './imports/import-paths.ts';
import { ImportsView } from './imports/imports-view.tsx';
import { ApiKeysView } from './keys/api-keys-view.tsx';
import { API_KEYS_PATH } from './keys/key-actions.tsx';
import { REQUESTS_PATH } from './keys/requests/request-paths.ts';
import { RequestsView } from './keys/requests/requests-view.tsx';
import { TryItView } from './keys/try-it/try-it-view.tsx';
import { USAGE_PATH, UsageView } from './keys/usage/usage-view.tsx';
import { OrganizationView } from './organizations/organization-view.tsx';
import { USERS_PATH } from './organizations/users/user-paths.ts';
import { UsersView } from './organizations/users/users-view.tsx';
import { FIELDS_PATH, FieldsView } from './records/fields-view.tsx';
import { CallListsView, CompaniesView, PeopleView } from './records/records-view.tsx';
import type { View } from './view.ts';
import { WEBHOOKS_PATH } from './webhooks/webhook-paths.ts';
import { WebhooksView } from './webhooks/webhooks-view.tsx';

const DEVELOPER = 'Organization › Developer';
const DATA = 'Organization › Data';
const SECURITY = 'Organization › Security';
const SETTINGS = 'Organization › Settings';

/** All views, in the order of the navigation. Users start at the first one they may see. */
export const VIEWS: readonly View[] = [
  {
    title: 'API keys',
    section: DEVELOPER,
    path: API_KEYS_PATH,
    component: ApiKeysView,
  },
  {
    title: 'Webhooks',
    section: DEVELOPER,
    path: WEBHOOKS_PATH,
    isForAdmins: true,
    component: WebhooksView,
  },
  {
    title: 'Requests',
    section: DEVELOPER,
    path: REQUESTS_PATH,
    component: RequestsView,
  },
  {
    title: 'Usage',
    section: DEVELOPER,
    path: USAGE_PATH,
    component: UsageView,
  },
  {
    title: 'Try it',
    section: DEVELOPER,
    path: 'organization/developer/try-it',
    component: TryItView,
  },
  {
    title: KINDS.people.title,
    section: DATA,
    path: kindPath('people'),
    showsRecords: true,
    component: PeopleView,
  },
  {
    title: KINDS.companies.title,
    section: DATA,
    path: kindPath('companies'),
    showsRecords: true,
    component: CompaniesView,
  },
  {
    title: KINDS['call-lists'].title,
    section: DATA,
    path: kindPath('call-lists'),
    showsRecords: true,
    component: CallListsView,
  },
  {
    title: 'Fields',
    section: DATA,
    path: FIELDS_PATH,
    showsRecords: true,
    component: FieldsView,
  },
  {
    title: 'Events',
    section: DATA,
    path: EVENTS_PATH,
    isForAdmins: true,
    component: EventsView,
  },
  {
    title: 'Imports',
    section: DATA,
    path: IMPORTS_PATH,
    isForAdmins: true,
    component: ImportsView,
  },
  {
    title: 'Exports',
    section: DATA,
    path: EXPORTS_PATH,
    isForAdmins: true,
    component: ExportsView,
  },
  {
    title: 'Audit log',
    section: SECURITY,
    path: AUDIT_LOG_PATH,
    isForAdmins: true,
    component: AuditLogView,
  },
  {
    title: 'Users',
    section: SETTINGS,
    path: USERS_PATH,
    isForAdmins: true,
    component: UsersView,
  },
  {
    title: 'Organization',
    section: SETTINGS,
    path: 'organization/settings/general',
    isForAdmins: true,
    component: OrganizationView,
  },
];
