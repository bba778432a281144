import { iconOf } from '../parts/icon.tsx';
import { CONNECT_PATH } from '../routing/app-request.ts';
import { AUDIT_LOG_PATH } from '../routing/audit-log-paths.ts';
import { EVENTS_PATH } from '../routing/event-paths.ts';
import { EXPORTS_PATH } from '../routing/export-paths.ts';
import { IMPORTS_PATH } from '../routing/import-paths.ts';
import { API_KEYS_PATH } from '../routing/key-paths.ts';
import { KIND_SEGMENTS, KINDS, type KindSegment, kindPath } from '../routing/record-paths.ts';
import { HomeView } from './home/home-view.tsx';
import { ApiKeysView } from './keys/api-keys-view.tsx';
import { REQUESTS_PATH } from './keys/requests/request-paths.ts';
import { RequestsView } from './keys/requests/requests-view.tsx';
import { TRY_IT_PATH } from './keys/try-it/try-it-path.ts';
import { USAGE_PATH, UsageView } from './keys/usage/usage-view.tsx';
import { laterView } from './later-view.tsx';
import { SINGLE_SIGN_ON_PATH } from './organizations/single-sign-on/single-sign-on-path.ts';
import { USER_DIALOGS, USERS_PATH } from './organizations/users/user-paths.ts';
import { FIELDS_PATH } from './records/fields-path.ts';
import { recordsView } from './records/records-view.tsx';
import { SUPPRESSIONS_PATH } from './records/suppressions-path.ts';
import type { View } from './view.ts';
import { WEBHOOKS_PATH } from './webhooks/webhook-paths.ts';

/** The address of the view: the start of the console. */
const HOME_PATH = '';

const DEVELOPER = 'Developer';
const DATA = 'Data';
const SECURITY = 'Security';
const SETTINGS = 'Settings';

/** Pages and dialogs by id, which say themselves what does not exist. */
const BY_ID = /./;

const recordsViewOf = (kind: KindSegment): View => ({
  title: KINDS[kind].title,
  section: DATA,
  path: kindPath(kind),
  pages: BY_ID,
  icon: iconOf(kind),
  showsRecords: true,
  component: recordsView(kind),
});

/** All views, in the order of the navigation. Users start at the first one. */
export const VIEWS: readonly View[] = [
  {
    title: 'Home',
    path: HOME_PATH,
    icon: 'home',
    component: HomeView,
  },
  {
    title: 'API keys',
    section: DEVELOPER,
    path: API_KEYS_PATH,
    pages: BY_ID,
    icon: 'apiKeys',
    component: ApiKeysView,
  },
  {
    title: 'Webhooks',
    section: DEVELOPER,
    path: WEBHOOKS_PATH,
    pages: BY_ID,
    icon: 'webhooks',
    isForAdmins: true,
    component: laterView(({ WebhooksView }) => WebhooksView),
  },
  {
    title: 'Requests',
    section: DEVELOPER,
    path: REQUESTS_PATH,
    pages: BY_ID,
    icon: 'requests',
    component: RequestsView,
  },
  {
    title: 'Usage',
    section: DEVELOPER,
    path: USAGE_PATH,
    icon: 'usage',
    component: UsageView,
  },
  {
    title: 'Try it',
    section: DEVELOPER,
    path: TRY_IT_PATH,
    icon: 'tryIt',
    component: laterView(({ TryItView }) => TryItView),
  },
  ...KIND_SEGMENTS.map(recordsViewOf),
  {
    title: 'Fields',
    section: DATA,
    path: FIELDS_PATH,
    icon: 'fields',
    showsRecords: true,
    component: laterView(({ FieldsView }) => FieldsView),
  },
  {
    title: 'Events',
    section: DATA,
    path: EVENTS_PATH,
    pages: /^at\/./,
    icon: 'events',
    isForAdmins: true,
    component: laterView(({ EventsView }) => EventsView),
  },
  {
    title: 'Imports',
    section: DATA,
    path: IMPORTS_PATH,
    pages: BY_ID,
    icon: 'imports',
    isForAdmins: true,
    component: laterView(({ ImportsView }) => ImportsView),
  },
  {
    title: 'Exports',
    section: DATA,
    path: EXPORTS_PATH,
    pages: /^start$/,
    icon: 'exports',
    isForAdmins: true,
    component: laterView(({ ExportsView }) => ExportsView),
  },
  {
    title: 'Suppression list',
    section: DATA,
    path: SUPPRESSIONS_PATH,
    icon: 'suppressions',
    isForAdmins: true,
    component: laterView(({ SuppressionsView }) => SuppressionsView),
  },
  {
    title: 'Audit log',
    section: SECURITY,
    path: AUDIT_LOG_PATH,
    icon: 'auditLog',
    isForAdmins: true,
    component: laterView(({ AuditLogView }) => AuditLogView),
  },
  {
    title: 'Users',
    section: SETTINGS,
    path: USERS_PATH,
    pages: USER_DIALOGS,
    icon: 'users',
    isForAdmins: true,
    component: laterView(({ UsersView }) => UsersView),
  },
  {
    title: 'Single sign-on',
    section: SETTINGS,
    path: SINGLE_SIGN_ON_PATH,
    pages: /^remove$/,
    icon: 'signOn',
    isForAdmins: true,
    component: laterView(({ SingleSignOnView }) => SingleSignOnView),
  },
  {
    title: 'Organization',
    section: SETTINGS,
    path: 'organization/settings/general',
    icon: 'organization',
    isForAdmins: true,
    component: laterView(({ OrganizationView }) => OrganizationView),
  },
  {
    title: 'Connect an app',
    section: DEVELOPER,
    path: CONNECT_PATH,
    icon: 'apiKeys',
    isUnlisted: true,
    component: laterView(({ ConnectView }) => ConnectView),
  },
];
