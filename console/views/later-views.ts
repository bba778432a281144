/** The views whose code is loaded with the first of them, because most visits open none. */
export { ConnectView } from './agents/connect-view.tsx';
export { AuditLogView } from './audit-log/audit-log-view.tsx';
export { EventsView } from './events/events-view.tsx';
export { ExportsView } from './exports/exports-view.tsx';
export { ImportsView } from './imports/imports-view.tsx';
export { TryItView } from './keys/try-it/try-it-view.tsx';
export { OrganizationView } from './organizations/organization-view.tsx';
export { SingleSignOnView } from './organizations/single-sign-on/single-sign-on-view.tsx';
export { UsersView } from './organizations/users/users-view.tsx';
export { FieldsView } from './records/fields-view.tsx';
export { SuppressionsView } from './records/suppressions-view.tsx';
export { WebhooksView } from './webhooks/webhooks-view.tsx';
