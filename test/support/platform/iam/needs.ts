/** Permissions for the function's log lines and traces. */
export const alwaysNeeded = (logGroup: string): readonly string[] => [
  `logs:CreateLogStream ${logGroup}`,
  `logs:PutLogEvents ${logGroup}`,
  'xray:PutTraceSegments *',
  'xray:PutTelemetryRecords *',
];

const takesFrom = (queue: string): readonly string[] =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'ChangeMessageVisibility'].map(
    (action) => `sqs:${action} ${queue}`,
  );

const READS_STREAM: readonly string[] = [
  ...['DescribeStream', 'GetShardIterator', 'GetRecords'].map((action) => `dynamodb:${action} stream`),
  ...['table', 'stream', 'another table', '*'].map((each) => `dynamodb:ListStreams ${each}`),
];

/** The user of each request, whose requests are counted. */
const NEEDED_BY_ADMIN_FUNCTIONS: readonly string[] = [
  'GetItem table users',
  'UpdateItem table adminRequests',
];

/** Changing the suppression list, and finding what it bans. */
const SUPPRESSION: readonly string[] = [
  ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
    (action) => `${action} table suppressions`,
  ),
  ...['person', 'company', 'entry'].map((kind) => `Query table ${kind}Lookups`),
];

/** Importing rows. */
const IMPORTING: readonly string[] = [
  ...['people', 'companies', 'calls'].flatMap((kind) =>
    ['GetItem', 'BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'].map(
      (action) => `${action} table ${kind}`,
    ),
  ),
  ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
    (action) => `${action} table callLists`,
  ),
  ...['GetItem', 'BatchGetItem', 'PutItem'].map((action) => `${action} table callListEntryLocators`),
  ...['person', 'company', 'callList', 'callListEntry', 'call'].map(
    (kind) => `UpdateItem table ${kind}Collections`,
  ),
  'Query gsi4 callListCollections',
  'Query gsi4 callListEntryCollections',
  ...['table', 'gsi4'].flatMap((place) =>
    ['person', 'company', 'call'].map((kind) => `Query ${place} ${kind}Collections`),
  ),
  'Query table callListLookups',
  'Query table callLookups',
  ...['GetItem', 'PutItem'].map((action) => `${action} table imports`),
  ...['GetItem', 'Query', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
    (action) => `${action} table importLocks`,
  ),
  'Query table customFields',
  'UpdateItem table customFields',
  'BatchGetItem table recordAliases',
  'PutItem table recordAliases',
  ...SUPPRESSION,
  'GetItem table importProfiles',
  'GetItem table organizations',
  'PutItem table auditLogs',
];

/** Showing imports by key, with addresses for uploads and downloads. */
const SHOWS_IMPORTS: readonly string[] = [
  'GetItem table imports',
  's3:PutObject received',
  ...['received', 'uploads', 'work'].map((prefix) => `s3:GetObject ${prefix}`),
];

/**
 * What each function's code does, and therefore all that its role may do: every other possible request is
 * denied. An item entry is action, table or index, and item kind; any other is action and resource.
 */
export const NEEDS: Readonly<Record<string, readonly string[]>> = {
  // Also UpdateItem of `lastUsedAt` alone, which has its own test.
  Authorize: ['GetItem table apiKeys'],
  ListPeople: [
    'Query table personCollections',
    'Query gsi4 personCollections',
    'BatchGetItem table people',
    'Query table personLookups',
    // Of the entries whose people it lists.
    'BatchGetItem table callLists',
  ],
  GetPerson: ['GetItem table people'],
  ListCompanies: [
    'Query table companyCollections',
    'Query gsi4 companyCollections',
    'BatchGetItem table companies',
    'Query table companyLookups',
  ],
  GetCompany: ['GetItem table companies'],
  ListCalls: [
    'Query table callCollections',
    'Query gsi4 callCollections',
    'BatchGetItem table calls',
    'Query table callLookups',
  ],
  GetCall: ['GetItem table calls'],
  CountRecords: ['person', 'company', 'entry', 'call'].map((kind) => `Query table ${kind}Lookups`),
  ListCallLists: [
    'GetItem table callListCollections',
    'Query gsi1 callListCollections',
    'Query gsi2 callListCollections',
    'Query gsi4 callListCollections',
    'BatchGetItem table callLists',
    'Query table callListLookups',
  ],
  ListCallListEntries: [
    'Query table callListEntryCollections',
    'Query gsi4 callListEntryCollections',
    'Query gsi1 callLists',
    'GetItem table callLists',
    'BatchGetItem table callLists',
    'Query table entryLookups',
  ],
  GetCallList: [
    'Query table callLists',
    'GetItem table callLists',
    'BatchGetItem table people',
    'BatchGetItem table companies',
  ],
  ListFields: ['Query table customFields'],
  ListEvents: ['GetItem table feeds', 'Query table feeds'],
  // It reads through the data API, with the caller's key.
  ServeMcp: [],
  // Also UpdateItem of some attributes of connected apps, which has its own test.
  ServeOauth: [
    'GetItem table apiKeys',
    'GetItem table users',
    'ConditionCheckItem table users',
    'GetItem table identityProviders',
    'GetItem table webhookEndpoints',
    'PutItem table auditLogs',
    // Of an app whose code is exchanged. Apps start in this plan.
    ...['POST', 'GET'].flatMap((method) =>
      ['keys', 'SalesApiUsagePlanstandard/keys'].map((path) => `apigateway:${method} ${path}`),
    ),
  ],
  GetKey: ['GetItem table organizations'],
  ListEventTypes: [],
  CreateExport: [
    'Query table exports',
    'PutItem table exports',
    'GetItem table idempotentRequests',
    'PutItem table idempotentRequests',
    'GetItem table callLists',
    'ConditionCheckItem table apiKeys',
    'PutItem table auditLogs',
    'sqs:SendMessage ExportsQueue',
  ],
  ListExports: ['Query table exports', 's3:GetObject exports'],
  GetExport: ['GetItem table exports', 's3:GetObject exports'],
  CreateImport: [
    ...IMPORTING,
    ...SHOWS_IMPORTS,
    'GetItem table importBatches',
    'PutItem table importBatches',
    'GetItem table idempotentRequests',
    'PutItem table idempotentRequests',
    'ConditionCheckItem table apiKeys',
    's3:PutObject uploads',
    's3:PutObject work',
    'sqs:SendMessage ImportsQueue',
  ],
  ListImports: [
    ...SHOWS_IMPORTS,
    'Query gsi1 importBatchCollections',
    'Query gsi2 importBatchCollections',
    'BatchGetItem table importBatches',
  ],
  GetImport: [...SHOWS_IMPORTS, 'GetItem table importBatches'],
  ManageExports: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    'Query table exports',
    'PutItem table exports',
    'GetItem table callLists',
    'PutItem table auditLogs',
    's3:GetObject exports',
    'sqs:SendMessage ExportsQueue',
  ],
  ExportsWriteExports: [
    ...['person', 'company', 'callList', 'callListEntry', 'call'].flatMap((kind) => [
      `Query table ${kind}Collections`,
      `Query gsi4 ${kind}Collections`,
    ]),
    'GetItem table callListCollections',
    'Query gsi1 callLists',
    ...['people', 'companies', 'callLists', 'calls'].map((kind) => `BatchGetItem table ${kind}`),
    'GetItem table callLists',
    'GetItem table callListEntryLocators',
    'GetItem table feeds',
    'Query table feeds',
    'Query table customFields',
    ...['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table exports`),
    'PutItem table auditLogs',
    ...['GetObject', 'PutObject', 'DeleteObject'].map((action) => `s3:${action} exports`),
    's3:ListBucket exports',
    'sqs:SendMessage ExportsQueue',
    ...takesFrom('ExportsQueue'),
  ],
  ListWebhookEndpoints: ['Query table webhookEndpoints'],
  CreateWebhookEndpoint: [
    'Query table webhookEndpoints',
    'GetItem table webhookEndpoints',
    'PutItem table webhookEndpoints',
    'GetItem table idempotentRequests',
    'PutItem table idempotentRequests',
    'GetItem table webhookDomains',
    'UpdateItem table webhookDomains',
    'ConditionCheckItem table apiKeys',
    'BatchGetItem table apiKeys',
    'PutItem table auditLogs',
    'kms:Encrypt WebhooksKey',
    'kms:Decrypt WebhooksKey',
  ],
  DeleteWebhookEndpoint: [
    'GetItem table webhookEndpoints',
    'DeleteItem table webhookEndpoints',
    'GetItem table webhookDomains',
    'UpdateItem table webhookDomains',
    'PutItem table auditLogs',
  ],
  // Also UpdateItem of what disables a webhook endpoint, which has its own test.
  ManageKeys: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    'GetItem table webhookEndpoints',
    'Query table webhookEndpoints',
    ...['GetItem', 'UpdateItem'].map((a) => `${a} table webhookDomains`),
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table apiKeys`),
    'GetItem table memberKeys',
    'PutItem table memberKeys',
    'ConditionCheckItem table users',
    'Query gsi1 apiKeyCollections',
    'Query gsi2 apiKeyCollections',
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table exports`),
    's3:DeleteObject exports',
    'PutItem table auditLogs',
    'apigateway:POST keys',
    'apigateway:GET keys',
    'apigateway:DELETE one key',
    ...['standard', 'highvolume'].flatMap((plan) =>
      ['POST', 'GET'].map((method) => `apigateway:${method} SalesApiUsagePlan${plan}/keys`),
    ),
  ],
  ReadRequests: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    'GetItem table apiKeys',
    'BatchGetItem table apiKeys',
    'Query gsi1 apiKeyCollections',
    'Query gsi2 apiKeyCollections',
    ...['standard', 'highvolume'].map((plan) => `apigateway:GET SalesApiUsagePlan${plan}/usage`),
    'logs:StartQuery access log of SalesApi',
    'logs:StartQuery {log group of Authorize}',
    // The functions of the data API share a log group.
    'logs:StartQuery {log group of GetKey}',
    'logs:GetQueryResults *',
    'logs:StopQuery *',
  ],
  ListAuditLog: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['Query table', 'BatchGetItem table', 'Query gsi1', 'Query gsi2'].map((each) => `${each} auditLogs`),
    // The names that a search looks for.
    'Query table users',
    'Query table webhookEndpoints',
    'Query gsi1 apiKeyCollections',
  ],
  ManageWebhooks: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table webhookEndpoints`),
    ...['GetItem', 'UpdateItem'].map((a) => `${a} table webhookDomains`),
    'GetItem table feeds',
    'Query table feeds',
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((a) => `${a} table webhookDeliveries`),
    'Query gsi1 webhookDeliveryCollections',
    'Query gsi2 webhookDeliveryCollections',
    'PutItem table auditLogs',
    'sqs:SendMessage WebhooksFirstAttempts',
    'sqs:SendMessage WebhooksRetries',
    'Query table webhookReplays',
    'PutItem table webhookReplays',
    'sqs:SendMessage WebhooksEvents',
    'kms:Encrypt WebhooksKey',
  ],
  BrowseRecords: [
    'GetItem table organizations',
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['people', 'companies', 'calls'].flatMap((kind) => [
      `GetItem table ${kind}`,
      `BatchGetItem table ${kind}`,
    ]),
    ...['GetItem', 'BatchGetItem', 'Query'].map((action) => `${action} table callLists`),
    'BatchGetItem table callListEntryLocators',
    ...['person', 'company', 'callListEntry', 'call'].map((kind) => `Query table ${kind}Collections`),
    ...['person', 'company', 'callList', 'call'].map((kind) => `Query gsi4 ${kind}Collections`),
    'Query gsi1 callListCollections',
    'Query gsi2 callListCollections',
    'GetItem table callListCollections',
    ...['person', 'company', 'callList', 'entry', 'call'].map((kind) => `Query table ${kind}Lookups`),
    'Query table customFields',
  ],
  BrowseEvents: [
    'GetItem table organizations',
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    'GetItem table feeds',
    'Query table feeds',
    'Query table eventLookups',
    'Query table webhookEndpoints',
    'BatchGetItem table webhookDeliveries',
    'GetItem table imports',
    'Query gsi1 importCollections',
    ...['person', 'company', 'callListEntry'].map((kind) => `Query gsi4 ${kind}Collections`),
  ],
  ManageRecords: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['people', 'companies', 'calls'].flatMap((kind) =>
      ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table ${kind}`),
    ),
    'GetItem table organizations',
    ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
      (a) => `${a} table callLists`,
    ),
    ...['GetItem', 'BatchGetItem', 'PutItem'].map((a) => `${a} table callListEntryLocators`),
    ...['person', 'company', 'callList', 'callListEntry', 'call'].map(
      (kind) => `UpdateItem table ${kind}Collections`,
    ),
    ...SUPPRESSION,
    'Query table suppressions',
    ...['person', 'company', 'callListEntry', 'call'].map((kind) => `Query gsi4 ${kind}Collections`),
    'Query table callLookups',
    'Query table webhookEndpoints',
    'Query table eventLookups',
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table feeds`),
    ...['GetItem', 'BatchGetItem', 'UpdateItem'].map((a) => `${a} table webhookDeliveries`),
    ...['GetItem', 'Query', 'PutItem'].map((a) => `${a} table exports`),
    's3:DeleteObject exports',
    'PutItem table auditLogs',
  ],
  // Also UpdateItem of what ends or transfers a key, which has its own test.
  ManageOrganization: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table users`),
    ...['GetItem', 'PutItem'].map((a) => `${a} table organizations`),
    ...['GetItem', 'PutItem'].map((a) => `${a} table memberships`),
    'Query table identityProviders',
    'UpdateItem table expiries',
    'GetItem table feeds',
    'UpdateItem table feeds',
    ...['person', 'company', 'call'].map((kind) => `Query gsi4 ${kind}Collections`),
    'PutItem table auditLogs',
    ...['GetItem', 'BatchGetItem'].map((a) => `${a} table apiKeys`),
    'Query gsi2 apiKeyCollections',
    ...['GetItem', 'Query'].map((a) => `${a} table webhookEndpoints`),
    ...['GetItem', 'UpdateItem'].map((a) => `${a} table webhookDomains`),
    'cognito-idp:AdminDeleteUser AdminApiUsersUserPool',
    ...['AdminGetUser', 'AdminCreateUser', 'AdminAddUserToGroup', 'AdminRemoveUserFromGroup'].map(
      (a) => `cognito-idp:${a} AdminApiUsersUserPool`,
    ),
    ...['AdminDisableUser', 'AdminEnableUser', 'AdminUserGlobalSignOut'].map(
      (a) => `cognito-idp:${a} AdminApiUsersUserPool`,
    ),
  ],
  // Without the user pool's providers, which are for stages that enable them.
  ManageSingleSignOn: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table identityProviders`),
    'PutItem table auditLogs',
  ],
  UsersTriggers: ['memberships', 'users', 'organizations', 'identityProviders'].map(
    (kind) => `GetItem table ${kind}`,
  ),
  ManageImports: [
    ...NEEDED_BY_ADMIN_FUNCTIONS,
    ...['GetItem', 'BatchGetItem', 'PutItem'].map((a) => `${a} table imports`),
    'Query gsi1 importCollections',
    'Query gsi2 importCollections',
    ...['people', 'companies', 'calls'].flatMap((name) => [
      `GetItem table ${name}`,
      `BatchGetItem table ${name}`,
    ]),
    ...['callLists', 'callListEntryLocators', 'recordAliases', 'suppressions'].map(
      (name) => `BatchGetItem table ${name}`,
    ),
    'GetItem table suppressions',
    'Query table callLists',
    ...['person', 'company', 'callList', 'entry'].map((kind) => `Query table ${kind}Lookups`),
    ...['personCollections', 'companyCollections'].flatMap((name) => [
      `Query table ${name}`,
      `Query gsi4 ${name}`,
    ]),
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table importLocks`),
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table importProfiles`),
    'PutItem table auditLogs',
    's3:PutObject uploads',
    's3:GetObject uploads',
    's3:GetObject received',
    's3:GetObject imports',
    's3:GetObject work',
    'sqs:SendMessage ImportsQueue',
  ],
  TryRequest: [...NEEDED_BY_ADMIN_FUNCTIONS, 'GetItem table apiKeys'],
  ServeConsole: [],
  ServeOpenApi: [],
  RefuseRequest: [],
  Publish: [
    'GetItem table callListEntryLocators',
    'GetItem table callLists',
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table feeds`),
    ...READS_STREAM,
    'events:PutEvents ChangeEventsBus',
    'sqs:SendMessage ChangeEventsUnpublishedChanges',
  ],
  LookupsIndex: [
    ...['person', 'company', 'callList', 'entry', 'call', 'event'].flatMap((kind) =>
      ['BatchWriteItem', 'UpdateItem', 'DeleteItem', 'Query'].map(
        (action) => `${action} table ${kind}Lookups`,
      ),
    ),
    'BatchGetItem table people',
    'GetItem table feeds',
    'Query table feeds',
    ...READS_STREAM,
    'sqs:SendMessage LookupsUnindexedChanges',
  ],
  FanOut: [
    'Query table webhookEndpoints',
    'PutItem table webhookDeliveries',
    'GetItem table webhookSlots',
    'UpdateItem table webhookSlots',
    'sqs:GetQueueAttributes WebhooksFirstAttempts',
    'sqs:SendMessage WebhooksFirstAttempts',
    'sqs:SendMessage WebhooksRetries',
    ...takesFrom('WebhooksEvents'),
    // Replays.
    'GetItem table webhookEndpoints',
    ...['GetItem', 'BatchGetItem', 'UpdateItem'].map((a) => `${a} table webhookDeliveries`),
    'Query gsi1 webhookDeliveryCollections',
    'Query gsi2 webhookDeliveryCollections',
    'GetItem table feeds',
    'Query table feeds',
    ...['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table webhookReplays`),
    'PutItem table auditLogs',
    'sqs:SendMessage WebhooksEvents',
  ],
  Deliver: [
    'BatchGetItem table webhookEndpoints',
    'UpdateItem table webhookEndpoints',
    'BatchGetItem table webhookDeliveries',
    'PutItem table webhookDeliveries',
    'UpdateItem table webhookDeliveries',
    'BatchGetItem table webhookSlots',
    'UpdateItem table webhookSlots',
    'GetItem table feeds',
    'Query table feeds',
    'PutItem table auditLogs',
    'kms:Decrypt WebhooksKey',
    'sqs:SendMessage WebhooksRetries',
    ...takesFrom('WebhooksFirstAttempts'),
    ...takesFrom('WebhooksRetries'),
  ],
  ImportsImportFiles: [
    ...IMPORTING,
    'GetItem table importBatches',
    'PutItem table importBatches',
    ...['imports', 'received', 'uploads', 'work'].flatMap((prefix) =>
      ['GetObject', 'PutObject', 'AbortMultipartUpload', 'ListBucket'].map(
        (action) => `s3:${action} ${prefix}`,
      ),
    ),
    'sqs:SendMessage ImportsQueue',
    ...takesFrom('ImportsQueue'),
  ],
  RecordExpiryExpire: [
    ...['GetItem', 'Query', 'UpdateItem', 'DeleteItem'].map((action) => `${action} table expiries`),
    'GetItem table organizations',
    ...['person', 'company', 'call', 'callListEntry'].map((kind) => `Query gsi4 ${kind}Collections`),
    ...['person', 'company', 'call'].map((kind) => `UpdateItem table ${kind}Collections`),
    ...['people', 'companies', 'calls'].flatMap((kind) =>
      ['BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table ${kind}`),
    ),
    'BatchGetItem table callLists',
    'Query table personLookups',
    'Query table callLookups',
    'PutItem table auditLogs',
  ],
  Requeue: [
    'Query gsi3 dueWebhookDeliveries',
    'UpdateItem table webhookDeliveries',
    'sqs:SendMessage WebhooksRetries',
    // Jobs that no message starts.
    'Query gsi3 queuedJobs',
    'Query table exports',
    'Query table importLocks',
    'Query table webhookReplays',
    'sqs:SendMessage WebhooksEvents',
    'sqs:SendMessage ExportsQueue',
    'sqs:SendMessage ImportsQueue',
  ],
};
