import type { z } from 'zod';
import type { ADMIN_RESPONSE_BODIES, AdminResponseName } from '../../../contract/admin-response-bodies.ts';
import { EXAMPLE_EXPORT } from '../../../contract/exports/examples.ts';
import { byCountedKind, DEFAULT_SETTINGS } from '../../../contract/imports/import-limits.ts';
import {
  EXAMPLE_CALL_LIST,
  EXAMPLE_CUSTOM_FIELD,
  EXAMPLE_ENTRY,
  EXAMPLE_PERSON,
} from '../../../contract/records/examples.ts';
import { byCleared, EXAMPLES } from '../../../kinds/kinds.ts';
import { byPlural, type Pascal, PLAIN_KINDS, type PlainKind, pascalOf } from '../../../kinds/names.ts';

type Bodies = { readonly [N in AdminResponseName]: z.infer<(typeof ADMIN_RESPONSE_BODIES)[N]> };

const ID = 'f3a1c9e2-7b64-4d0e-9a58-1c2d3e4f5a6b';
const ENDPOINT_ID = '7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f';
const EVENT_ID = '0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11';
const AT = '2026-01-31T09:30:00.000Z';

const COUNTS = {
  succeeded: 12,
  refused: 163,
  failed: 0,
  refusals: [
    { problemType: 'urn:sales-data:problem:forbidden', requests: 161 },
    { problemType: 'urn:sales-data:problem:rate-limit-exceeded', requests: 2 },
  ],
};

const apiKey: Bodies['ApiKey'] = {
  id: ID,
  name: 'Data warehouse',
  kind: 'key',
  client: null,
  state: 'active',
  permissions: ['person:read'],
  plan: 'standard',
  allowedAddresses: ['192.0.2.0/24', '2001:db8::7/128'],
  importSource: null,
  hint: 'sd_live_f3a1…Qx7z',
  ownerId: '2f8d7c6b-5a49-4382-9170-6f5e4d3c2b1a',
  grantedBy: '2f8d7c6b-5a49-4382-9170-6f5e4d3c2b1a',
  createdAt: AT,
  createdBy: 'ada@acme.example',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  rotatedTo: null,
};

const endpoint: Bodies['WebhookEndpoint'] = {
  id: ENDPOINT_ID,
  type: 'https',
  url: 'https://hooks.acme.example/sales',
  roleArn: null,
  rolePolicies: null,
  description: null,
  eventTypes: ['person.*', 'call_list.locked'],
  includesContactDetails: true,
  filter: { changed: ['phones'], data: { tags: ['vip'] } },
  headers: [{ name: 'Authorization' }],
  maxPerSecond: null,
  payload: 'full',
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  signature: 'hmac',
  publicKey: null,
  secretCreatedAt: AT,
  previousSecretExpiresAt: null,
  previousPublicKey: null,
  publicKeysUrl: null,
  createdAt: AT,
  createdBy: 'ada@acme.example',
  apiKeyId: null,
  updatedAt: AT,
};

const delivery: Bodies['Delivery'] = {
  id: `${ENDPOINT_ID}_${EVENT_ID}`,
  endpointId: ENDPOINT_ID,
  eventId: EVENT_ID,
  eventType: 'webhook.test',
  eventTimestamp: AT,
  sequence: 1,
  resourceId: ENDPOINT_ID,
  state: 'succeeded',
  reason: null,
  nextAttemptAt: null,
  attemptCount: 1,
  attempts: [{ at: AT, status: 204, durationMilliseconds: 41, error: null, responseBody: '' }],
};

const replay: Bodies['Replay'] = {
  id: '019bb1c4-7a00-7d3e-9c55-0f7e3c1f2a11',
  endpointId: ENDPOINT_ID,
  states: ['failed', 'missed'],
  after: '2026-01-10T00:00:00.000Z',
  before: AT,
  state: 'running',
  problem: null,
  totalCount: 1_203,
  replayed: 300,
  unavailable: 0,
  changed: 0,
  createdBy: 'ada@acme.example',
  createdAt: AT,
  startedAt: AT,
  finishedAt: null,
};

const placedEvent: Bodies['EventPage']['items'][number] = {
  position: '1024.3',
  event: {
    id: EVENT_ID,
    type: 'person.created',
    organizationId: '5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e',
    timestamp: AT,
    sequence: 1,
    isSilent: false,
    data: EXAMPLE_PERSON,
    previous: {},
  },
  import: null,
};

const organization: Bodies['Organization'] = {
  id: '5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e',
  name: 'Acme',
  timeZone: 'Europe/Berlin',
  membersSeeData: false,
  recordRetentionDays: null,
  eventRetentionDays: null,
  maxEventRetentionDays: 90,
};

const user: Bodies['User'] = {
  id: '2f8d7c6b-5a49-4382-9170-6f5e4d3c2b1a',
  email: 'ada@acme.example',
  role: 'admin',
  status: 'active',
  identityProvider: null,
  invitedAt: AT,
  invitedBy: 'cli:ops',
  lastSignInAt: AT,
};

const settings: Bodies['FileImport']['settings'] = {
  ...DEFAULT_SETTINGS,
  mappings: [{ column: 'Hotline', path: 'phones.work' }],
  region: 'US',
};

const NO_ROWS = { read: 0, created: 0, changed: 0, unchanged: 0, merged: 0, rejected: 0, warnings: 0 };

const ACTOR = { id: '2f8d7c6b-5a49-4382-9170-6f5e4d3c2b1a', name: 'ada@acme.example', from: '192.0.2.7' };

const OBJECT_KEY = `uploads/5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e/${ID}/people.csv`;

const BUCKET_URL = 'https://example-imports.s3.eu-central-1.amazonaws.com';

const counts: Bodies['ImportCheck']['counts'] = {
  ...byCountedKind(() => NO_ROWS),
  people: { ...NO_ROWS, read: 400, created: 12, changed: 30, unchanged: 357, rejected: 1, warnings: 2 },
  companiesCreatedForPeople: 0,
  bansAdded: 0,
  bansLifted: 0,
  valuesEmptied: 0,
};

const exported: Bodies['Export'] = {
  ...EXAMPLE_EXPORT,
  createdBy: { id: user.id, name: user.email, from: '192.0.2.1' },
};

const imported: Bodies['FileImport'] = {
  id: ID,
  kind: 'people',
  source: 'hubspot',
  fileName: 'people.csv',
  objectKey: OBJECT_KEY,
  size: 52_300,
  settings,
  status: 'completed',
  isRepeat: false,
  startedBy: ACTOR,
  createdAt: AT,
  startedAt: AT,
  finishedAt: AT,
  counts,
  bytesRead: 52_300,
  problem: null,
  deletions: null,
  sameAs: null,
  undo: null,
};

const profile: Bodies['ImportProfile'] = {
  kind: 'people',
  source: 'hubspot',
  settings,
  dropAddress: 's3://example-imports/imports/5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e/people/hubspot/',
  updatedAt: AT,
  updatedBy: ACTOR,
};

const PLAIN_EXAMPLES = Object.fromEntries(
  PLAIN_KINDS.flatMap((kind): (readonly [string, object])[] => {
    const [example] = EXAMPLES[kind];
    return [
      [`${pascalOf(kind)}Page`, { totalCount: 1, items: [example] }],
      [pascalOf(kind), example],
    ];
  }),
) as { readonly [N in `${Pascal<PlainKind>}${'' | 'Page'}`]: Bodies[N] };

const responses: Bodies = {
  ApiKey: apiKey,
  IssuedApiKey: { ...apiKey, key: 'sd_live_…' },
  RevokedApiKey: { ...apiKey, state: 'revoked', revokedAt: AT, activePredecessors: [] },
  AppRequest: {
    client: {
      id: 'https://agent.example/oauth/client.json',
      name: 'Agent',
      host: 'agent.example',
    },
    redirectTarget: 'agent.example',
    permissions: ['person:read', 'person:list'],
    denialUrl:
      'https://agent.example/callback?error=access_denied&state=8f2c&iss=https%3A%2F%2Fapi.example.com%2Foauth',
  },
  ConnectedApp: {
    redirectUrl:
      'https://agent.example/callback?code=sd_code_…&state=8f2c&iss=https%3A%2F%2Fapi.example.com%2Foauth',
  },
  ApiKeyPage: { totalCount: 1, items: [apiKey] },
  RequestPage: {
    from: '2026-01-30T09:30:00.000Z',
    to: AT,
    delaySeconds: 120,
    counts: {
      ...COUNTS,
      keys: [{ keyId: ID, name: 'Data warehouse', plan: 'standard', rotatedTo: null, requests: 175 }],
    },
    errors: {
      from: '2026-01-31T08:00:00.000Z',
      period: 'hour',
      kinds: [
        {
          problemType: 'urn:sales-data:problem:forbidden',
          reason: null,
          operation: 'GET /v1/person',
          requests: 3,
          trend: [1, 2],
        },
      ],
    },
    items: [
      {
        id: EVENT_ID,
        time: '2026-01-31T09:29:58.120Z',
        method: 'GET',
        route: '/v1/person',
        path: '/v1/person?email=*&limit=10',
        status: 403,
        problemType: 'urn:sales-data:problem:forbidden',
        reason: null,
        missingPermissions: ['person:list'],
        invalidParameters: null,
        milliseconds: 12,
        keyId: ID,
        keyName: 'Data warehouse',
        address: '203.0.113.7',
        userAgent: 'sales-data-python/1.0',
      },
    ],
  },
  UsagePage: {
    from: '2026-01-31',
    to: '2026-01-31',
    countedFrom: '2026-01-31',
    delaySeconds: 120,
    total: [{ date: '2026-01-31', counts: COUNTS }],
    totalCount: 1,
    items: [
      {
        keyId: ID,
        name: 'Data warehouse',
        hint: 'sd_live_…Ab3x',
        plan: 'standard',
        rotatedTo: null,
        days: [{ date: '2026-01-31', metered: 14, counts: COUNTS }],
      },
    ],
  },
  AuditLogPage: {
    items: [
      {
        id: EVENT_ID,
        at: AT,
        actor: { id: 'cli:ada', name: 'cli:ada', from: 'workstation' },
        action: 'api_key.revoked',
        targetId: ID,
        details: {},
      },
    ],
  },
  TryRequestResult: {
    status: 401,
    statusText: 'Unauthorized',
    headers: { 'content-type': 'application/problem+json' },
    body: '{"type":"urn:sales-data:problem:unauthorized"}',
    isTruncated: false,
    milliseconds: 23,
  },
  WebhookDestinations: {
    items: [{ type: 'https', name: 'an https URL', example: endpoint.url }],
    trustPolicy: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::444455556666:root' },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'sts:ExternalId': '9b2f6c1d-4e8a-4f3b-8c7d-5a6e9f0b1c2d' } },
        },
      ],
    },
  },
  WebhookEndpoint: endpoint,
  WebhookEndpointDetails: {
    ...endpoint,
    latestReplay: replay,
    lastDay: null,
    lastWeek: null,
    undelivered: null,
  },
  IssuedWebhookEndpoint: { ...endpoint, secret: 'whsec_…' },
  WebhookEndpointPage: { items: [endpoint] },
  Delivery: delivery,
  DeliveryPage: { items: [delivery] },
  DeliveryWithPayload: {
    ...delivery,
    payload: {
      id: EVENT_ID,
      type: 'webhook.test',
      timestamp: AT,
      sequence: 1,
      data: { id: ENDPOINT_ID, message: 'A test event: nothing has changed.' },
      previous: {},
    },
    eventPosition: null,
    request: {
      url: 'https://hooks.acme.example/sales',
      headers: [{ name: 'webhook-id', value: EVENT_ID }],
      body: '{"type":"webhook.test","…":"…"}',
    },
  },
  Replay: replay,
  EventPage: {
    items: [placedEvent],
    hasMore: false,
    delays: { feedSeconds: 0, lookupSeconds: 1 },
  },
  EventWithDeliveries: {
    ...placedEvent,
    deliveries: [{ ...delivery, eventType: 'person.created', resourceId: EXAMPLE_PERSON.id }],
  },
  ...PLAIN_EXAMPLES,
  CountPage: {
    totalCount: 2,
    items: [
      { value: 'Nora', count: 120 },
      { value: 'Otto', count: 80 },
    ],
  },
  FieldList: { items: [EXAMPLE_CUSTOM_FIELD] },
  CallListPage: { totalCount: 1, items: [{ ...EXAMPLE_CALL_LIST, entryCount: 1 }], entryTotal: 1 },
  CallListWithEntries: { ...EXAMPLE_CALL_LIST, entryCount: 1, entries: [EXAMPLE_ENTRY] },
  EntryOfPersonPage: { items: [{ ...EXAMPLE_ENTRY, callList: EXAMPLE_CALL_LIST }] },
  SuppressionPage: {
    items: [
      {
        id: 'b1c9a5f0-7d43-2e16-8f0a-5c2b94d7e301',
        kind: 'number',
        sources: ['crm'],
        isManual: false,
        addedAt: '2026-01-31T09:30:00.000Z',
        addedBy: 'nora@nowhere.example',
      },
    ],
  },
  SuppressionOutcome: { changed: 2, records: 1, entries: 1, unmatched: ['+12025550199'] },
  DeletedRecord: { kind: 'person', id: EXAMPLE_PERSON.id, sequence: 7, deletedEntries: 0 },
  ErasedPerson: {
    id: EXAMPLE_PERSON.id,
    was: 'stored',
    sequence: 7,
    entries: 2,
    ...byCleared(() => 4),
    events: 5,
    cancelledDeliveries: 1,
    responses: 3,
    exports: 1,
    remaining: [
      { place: 'point-in-time backups of the table', days: 35 },
      { place: 'logs', days: null },
    ],
  },
  Session: { userId: user.id, email: user.email, role: user.role, organization, canSeeData: true },
  OrganizationOfUser: { id: organization.id, name: organization.name },
  User: user,
  UserPage: { totalCount: 1, items: [user] },
  Organization: organization,
  SingleSignOn: {
    isAllowed: true,
    allowedDomains: ['acme.example'],
    redirectUrl: 'https://sales-data.auth.eu-central-1.amazoncognito.com/oauth2/idpresponse',
    replyUrl: 'https://sales-data.auth.eu-central-1.amazoncognito.com/saml2/idpresponse',
    entityId: 'urn:amazon:cognito:sp:eu-central-1_a1B2c3D4e',
    connection: {
      type: 'oidc',
      issuer: 'https://acme.okta.com',
      clientId: '0oa1b2c3d4',
      scopes: ['openid', 'email', 'groups'],
      metadataUrl: null,
      emailDomains: ['acme.example'],
      emailClaim: 'email',
      groupsClaim: 'groups',
      adminGroups: ['Sales Data admins'],
      memberGroups: ['Sales Data users'],
      isOn: false,
      signInUrl:
        'https://admin.example.com/admin/console?client=4k2j&provider=sso-019e0000000070008000000000aa',
      changedAt: AT,
      lastTest: {
        at: AT,
        email: 'ada@acme.example',
        groups: ['Sales Data admins', 'Everyone'],
        role: 'admin',
        refusal: null,
      },
    },
  },
  RetentionPreview: { ...byPlural(() => 412), firstDeletionAt: '2027-02-03T09:30:00.000Z' },
  FileImport: imported,
  ImportPage: { items: [imported] },
  Export: exported,
  ExportPage: { items: [exported] },
  CreatedImport: {
    ...imported,
    status: 'awaiting_upload',
    startedAt: null,
    finishedAt: null,
    counts: null,
    bytesRead: 0,
    uploadUrl: `${BUCKET_URL}/${OBJECT_KEY}?X-Amz-Signature=example`,
    uploadExpiresAt: AT,
  },
  ImportPreview: {
    format: 'csv',
    problem: null,
    columns: [
      {
        name: 'Hotline',
        field: null,
        as: 'customField',
        note: null,
        samples: ['202-555-0111'],
        suggestedField: 'phones.work',
      },
    ],
    columnCount: 1,
    rows: [{ line: 2, cells: ['202-555-0111'], problem: null }],
    fields: [
      { path: 'firstName', label: 'First name', group: 'Identity' },
      { path: 'phones.work', label: 'Work phone', group: 'Contact' },
    ],
    settings,
  },
  ImportCheck: {
    problem: null,
    isWholeFile: true,
    counts,
    plan: {
      file: 'people.csv',
      format: 'csv',
      encoding: 'utf-8',
      separator: ',',
      region: null,
      identifiedBy: ['Record ID'],
      bannedBy: ['Do Not Call'],
      deletedBy: [],
      isDeletingMissing: false,
      isKeepingBlank: false,
      dateOrders: [{ column: 'Created', order: 'dmy' }],
    },
    notes: [
      {
        column: 'Phone',
        note: '12 numbers without a country: set the default country',
        suggestedField: null,
      },
    ],
    rejected: [{ line: 7, reason: 'id: is missing' }],
    warnings: [{ field: 'phones', reason: 'is not a phone number', count: 2, line: 9, value: '202-555' }],
  },
  ImportFiles: {
    expiresAt: AT,
    report: {
      fileName: 'people.csv.report.json',
      url: `${BUCKET_URL}/${OBJECT_KEY}.report.json?X-Amz-Signature=example`,
    },
    rejects: {
      fileName: 'people.csv.rejects.csv',
      url: `${BUCKET_URL}/${OBJECT_KEY}.rejects.csv?X-Amz-Signature=example`,
    },
    firstRejects: [{ line: 7, reason: 'the row has 2 cells, the header 4' }],
  },
  ImportProfile: profile,
  ImportProfileList: {
    items: [profile],
    dropAddress: 's3://example-imports/imports/5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e/',
    policy: '{"Version":"2012-10-17","Statement":[{"Sid":"DropFiles","Effect":"Allow"}]}',
    bucketStatement: '{"Sid":"DropFiles","Effect":"Allow"}',
  },
};

const requests = {
  AddSuppressionsBody: { values: ['+12025550143', 'nora@nowhere.example'] },
  LiftSuppressionsBody: { values: ['+12025550143'] },
  CreateApiKeyBody: { name: 'Data warehouse', permissions: ['person:read'] },
  UpdateApiKeyBody: { permissions: ['person:read', 'company:read'] },
  RotateApiKeyBody: { graceSeconds: 86_400 },
  ConnectAppBody: {
    response_type: 'code',
    client_id: 'https://agent.example/oauth/client.json',
    redirect_uri: 'https://agent.example/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: 'https://api.example.com/v1/mcp',
    state: '8f2c',
    permissions: ['person:read', 'person:list'],
  },
  TryRequestBody: { operation: 'listCallLists', query: { limit: '5' }, apiKey: 'sd_live_example' },
  CreateWebhookEndpointBody: { url: endpoint.url, eventTypes: endpoint.eventTypes },
  UpdateWebhookEndpointBody: { isEnabled: true },
  InviteUserBody: { email: 'grace@acme.example', role: 'member' },
  UpdateUserBody: { isDisabled: true },
  ChooseOrganizationBody: { id: '5b0f3c1e-8f52-4c1f-9d0a-3f6b7a1c2d4e' },
  UpdateOrganizationBody: { timeZone: 'Europe/Berlin' },
  PutSingleSignOnBody: {
    type: 'oidc',
    issuer: 'https://acme.okta.com',
    clientId: '0oa1b2c3d4',
    clientSecret: 'from-the-provider',
    scopes: ['openid', 'email', 'groups'],
    emailDomains: ['acme.example'],
    adminGroups: ['Sales Data admins'],
    memberGroups: ['Sales Data users'],
  },
  UpdateSingleSignOnBody: { isOn: true },
  CreateImportBody: {
    kind: 'people',
    source: 'hubspot',
    fileName: 'people.csv',
    size: 52_300,
    contentType: 'text/csv',
  },
  CheckImportBody: { settings: { region: 'US' } },
  CreateExportBody: { resource: 'person', format: 'csv' },
  StartImportBody: { settings: { region: 'US' } },
  RepeatImportBody: {},
  ConfirmImportDeletionsBody: { count: 120 },
  PutImportProfileBody: { settings: { region: 'US', isDeletingMissing: true } },
  ReplayWebhooksBody: { after: '2026-01-30T00:00:00Z', before: '2026-01-31T00:00:00Z' },
};

/** Examples of the admin API's bodies, by schema name. */
export const ADMIN_EXAMPLES: Readonly<Record<string, object>> = { ...responses, ...requests };
