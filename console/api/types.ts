import type { AdminResponseBody } from '../../shared/contract/admin-response-bodies.ts';
import type { AdminInput } from '../../shared/operations/admin-api/calls.ts';

export type ApiKey = AdminResponseBody<'ApiKey'>;
/** A key with its value, which only creation and rotation return. */
export type IssuedKey = AdminResponseBody<'IssuedApiKey'>;
/** A revoked key with the keys that were rotated to it and are still active. */
export type RevokedKey = AdminResponseBody<'RevokedApiKey'>;

/** What an OAuth client asks a user for. */
export type AppRequest = AdminResponseBody<'AppRequest'>;

export type LoggedRequest = AdminResponseBody<'RequestPage'>['items'][number];

export type RequestPage = AdminResponseBody<'RequestPage'>;
export type Usage = AdminResponseBody<'UsagePage'>;
export type KeyUsage = Usage['items'][number];
export type RequestCounts = NonNullable<KeyUsage['days'][number]['counts']>;

export type AuditEntry = AdminResponseBody<'AuditLogPage'>['items'][number];
/** Omitted filters match everything. Both time bounds are exclusive. */
export type AuditFilters = Omit<NonNullable<AdminInput<'GET /audit-log'>['query']>, 'cursor' | 'limit'>;

export type TriedRequest = AdminInput<'POST /try-requests'>['body'];
export type TryRequestResult = AdminResponseBody<'TryRequestResult'>;

export type Endpoint = AdminResponseBody<'WebhookEndpoint'>;
/** An endpoint with its signing secret, which only creation and rotation return. */
export type EndpointDetails = AdminResponseBody<'WebhookEndpointDetails'>;
export type IssuedEndpoint = AdminResponseBody<'IssuedWebhookEndpoint'>;
export type NewEndpoint = AdminInput<'POST /webhook-endpoints'>['body'];

export type Delivery = AdminResponseBody<'Delivery'>;
export type DeliveryWithPayload = AdminResponseBody<'DeliveryWithPayload'>;
export type Attempt = Delivery['attempts'][number];
/** A time range by event time, with exclusive bounds. */
export type ReplayedRange = AdminInput<'POST /webhook-endpoints/{id}/replay'>['body'];
export type Replay = AdminResponseBody<'Replay'>;
export type Undelivered = NonNullable<EndpointDetails['undelivered']>;

export type Field = AdminResponseBody<'FieldList'>['items'][number];
/** How many records have a value. */
export type ValueCount = AdminResponseBody<'CountPage'>['items'][number];
export type CallListWithEntries = AdminResponseBody<'CallListWithEntries'>;
export type CallListEntry = CallListWithEntries['entries'][number];
export type Suppression = AdminResponseBody<'SuppressionPage'>['items'][number];
export type DeletedRecord = AdminResponseBody<'DeletedRecord'>;
export type ErasedPerson = AdminResponseBody<'ErasedPerson'>;
export type EntryOfPerson = AdminResponseBody<'EntryOfPersonPage'>['items'][number];

export type PlacedEvent = AdminResponseBody<'EventPage'>['items'][number];
export type EventWithDeliveries = AdminResponseBody<'EventWithDeliveries'>;
/** The signed-in user and their organization. */
export type SessionInfo = AdminResponseBody<'Session'>;
export type User = AdminResponseBody<'User'>;
export type SingleSignOn = AdminResponseBody<'SingleSignOn'>;
export type NewSingleSignOn = AdminInput<'PUT /single-sign-on'>['body'];
export type Organization = AdminResponseBody<'Organization'>;
export type RetentionPreview = AdminResponseBody<'RetentionPreview'>;

/** Omitted filters match everything. */
export type EventFilters = Omit<NonNullable<AdminInput<'GET /events'>['query']>, 'cursor' | 'limit' | 'tail'>;

export type Import = AdminResponseBody<'FileImport'>;
export type ImportKind = Import['kind'];
export type ImportSettings = Import['settings'];
export type ImportCheck = AdminResponseBody<'ImportCheck'>;
export type ColumnNote = ImportCheck['notes'][number];
export type ImportFiles = AdminResponseBody<'ImportFiles'>;
export type ImportPreview = AdminResponseBody<'ImportPreview'>;
export type PreviewedColumn = ImportPreview['columns'][number];
export type ImportProfile = AdminResponseBody<'ImportProfile'>;

export type Export = AdminResponseBody<'Export'>;
