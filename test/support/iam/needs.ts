/** Permissions for the function's log lines and traces. */
export const alwaysNeeded = (name: string): readonly string[] => [
  `logs:CreateLogStream ${name} log`,
  `logs:PutLogEvents ${name} log`,
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
    'GetItem table personCollections',
  ],
  GetPerson: ['GetItem table people'],
  ListCompanies: [
    'Query table companyCollections',
    'Query gsi4 companyCollections',
    'BatchGetItem table companies',
    'Query table companyLookups',
    'GetItem table companyCollections',
  ],
  GetCompany: ['GetItem table companies'],
  ListCallLists: [
    'GetItem table callListCollections',
    'Query gsi1 callListCollections',
    'Query gsi2 callListCollections',
    'Query table callListCollections',
    'Query gsi4 callListCollections',
    'BatchGetItem table callLists',
  ],
  ListCallListEntries: [
    'Query table entryCollections',
    'Query gsi4 entryCollections',
    'Query gsi1 callLists',
    'GetItem table callLists',
    'BatchGetItem table callLists',
  ],
  GetCallList: [
    'Query table callLists',
    'GetItem table callLists',
    'BatchGetItem table people',
    'BatchGetItem table companies',
  ],
  ListEvents: ['GetItem table feeds', 'Query table feeds'],
  // It reads through the data API, with the caller's key.
  ServeMcp: [],
  GetKey: ['GetItem table organizations'],
  ListEventTypes: [],
  ListWebhookEndpoints: ['Query table webhookEndpoints'],
  CreateWebhookEndpoint: [
    'Query table webhookEndpoints',
    'PutItem table webhookEndpoints',
    'ConditionCheckItem table apiKeys',
    'PutItem table auditLogs',
    'kms:Encrypt WebhooksKey',
  ],
  DeleteWebhookEndpoint: [
    'GetItem table webhookEndpoints',
    'DeleteItem table webhookEndpoints',
    'PutItem table auditLogs',
  ],
  // Also UpdateItem of what disables a webhook endpoint, which has its own test.
  ManageKeys: [
    'GetItem table users',
    'GetItem table webhookEndpoints',
    'Query table webhookEndpoints',
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table apiKeys`),
    'Query gsi1 apiKeyCollections',
    'Query gsi2 apiKeyCollections',
    ...['PutItem table', 'Query table', 'BatchGetItem table', 'Query gsi1', 'Query gsi2'].map(
      (each) => `${each} auditLogs`,
    ),
    'apigateway:POST keys',
    'apigateway:GET keys',
    'apigateway:DELETE one key',
    ...['standard', 'highvolume'].flatMap((plan) => [
      `apigateway:POST SalesApiUsagePlan${plan}/keys`,
      `apigateway:GET SalesApiUsagePlan${plan}/usage`,
    ]),
  ],
  ManageWebhooks: [
    'GetItem table users',
    ...['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table webhookEndpoints`),
    'GetItem table feeds',
    'Query table feeds',
    'Query table webhookEvents',
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((a) => `${a} table webhookDeliveries`),
    'Query gsi1 webhookDeliveryCollections',
    'Query gsi2 webhookDeliveryCollections',
    'PutItem table auditLogs',
    'sqs:SendMessage WebhooksFirstAttempts',
    'sqs:SendMessage WebhooksRetries',
    'kms:Encrypt WebhooksKey',
  ],
  BrowseRecords: [
    'GetItem table organizations',
    'GetItem table users',
    ...['people', 'companies'].flatMap((kind) => [`GetItem table ${kind}`, `BatchGetItem table ${kind}`]),
    ...['GetItem', 'BatchGetItem', 'Query'].map((action) => `${action} table callLists`),
    'BatchGetItem table entryLocators',
    ...['person', 'company', 'callList'].flatMap((kind) => [
      `Query table ${kind}Collections`,
      `Query gsi4 ${kind}Collections`,
    ]),
    'Query gsi1 callListCollections',
    'Query gsi2 callListCollections',
    'GetItem table callListCollections',
    ...['person', 'company', 'entry', 'event'].map((kind) => `Query table ${kind}Lookups`),
    'GetItem table feeds',
    'Query table feeds',
    'Query table webhookEndpoints',
    'BatchGetItem table webhookDeliveries',
  ],
  ManageRecords: [
    'GetItem table users',
    ...['people', 'companies'].flatMap((kind) =>
      ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table ${kind}`),
    ),
    'GetItem table organizations',
    ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
      (a) => `${a} table callLists`,
    ),
    ...['GetItem', 'BatchGetItem', 'PutItem'].map((a) => `${a} table entryLocators`),
    ...['person', 'company', 'callList', 'entry'].map((kind) => `UpdateItem table ${kind}Collections`),
    'Query table entryCollections',
    'Query table entryLookups',
    'Query table webhookEndpoints',
    'Query table eventLookups',
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table feeds`),
    ...['GetItem', 'BatchGetItem', 'UpdateItem'].map((a) => `${a} table webhookDeliveries`),
    'PutItem table auditLogs',
  ],
  ManageUsers: [
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table users`),
    ...['GetItem', 'PutItem'].map((a) => `${a} table organizations`),
    ...['GetItem', 'PutItem'].map((a) => `${a} table memberships`),
    'UpdateItem table expiries',
    'GetItem table feeds',
    'UpdateItem table feeds',
    'Query gsi4 personCollections',
    'Query gsi4 companyCollections',
    'PutItem table auditLogs',
    ...['AdminGetUser', 'AdminCreateUser', 'AdminAddUserToGroup', 'AdminRemoveUserFromGroup'].map(
      (a) => `cognito-idp:${a} AdminApiUsersUserPool`,
    ),
    ...['AdminDisableUser', 'AdminEnableUser', 'AdminUserGlobalSignOut'].map(
      (a) => `cognito-idp:${a} AdminApiUsersUserPool`,
    ),
  ],
  UsersTriggers: ['GetItem table memberships', 'GetItem table users'],
  ManageImports: [
    'GetItem table users',
    ...['GetItem', 'BatchGetItem', 'PutItem'].map((a) => `${a} table imports`),
    'Query gsi1 importCollections',
    'Query gsi2 importCollections',
    ...['GetItem', 'PutItem'].map((a) => `${a} table importLocks`),
    ...['GetItem', 'Query', 'PutItem', 'DeleteItem'].map((a) => `${a} table importProfiles`),
    'PutItem table auditLogs',
    's3:PutObject uploads',
    's3:GetObject uploads',
    's3:GetObject imports',
    'sqs:SendMessage ImportsQueue',
  ],
  TryRequest: [],
  ServeConsole: [],
  ServeOpenApi: [],
  Publish: [
    'BatchGetItem table entryLocators',
    'BatchGetItem table callLists',
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table feeds`),
    'GetItem table organizations',
    ...READS_STREAM,
    'events:PutEvents ChangeEventsBus',
    'sqs:SendMessage ChangeEventsUnpublishedChanges',
  ],
  LookupsIndex: [
    ...['personLookups', 'companyLookups', 'entryLookups', 'eventLookups'].flatMap((kind) => [
      `BatchWriteItem table ${kind}`,
      `DeleteItem table ${kind}`,
    ]),
    'Query table feeds',
    ...READS_STREAM,
    'sqs:SendMessage LookupsUnindexedChanges',
  ],
  FanOut: [
    'Query table webhookEndpoints',
    'PutItem table webhookDeliveries',
    'sqs:SendMessage WebhooksFirstAttempts',
    'sqs:SendMessage WebhooksRetries',
    ...takesFrom('WebhooksEvents'),
  ],
  Deliver: [
    'BatchGetItem table webhookEndpoints',
    'UpdateItem table webhookEndpoints',
    'BatchGetItem table webhookDeliveries',
    'PutItem table webhookDeliveries',
    'UpdateItem table webhookDeliveries',
    'Query table feeds',
    'Query table webhookEvents',
    'PutItem table auditLogs',
    'kms:Decrypt WebhooksKey',
    'sqs:SendMessage WebhooksRetries',
    ...takesFrom('WebhooksFirstAttempts'),
    ...takesFrom('WebhooksRetries'),
  ],
  ImportsImportFiles: [
    ...['people', 'companies'].flatMap((kind) =>
      ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table ${kind}`),
    ),
    ...['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map((action) => `${action} table callLists`),
    ...['BatchGetItem', 'PutItem'].map((action) => `${action} table entryLocators`),
    ...['person', 'company', 'callList', 'entry'].map((kind) => `UpdateItem table ${kind}Collections`),
    ...['table', 'gsi4'].flatMap((place) => [
      `Query ${place} personCollections`,
      `Query ${place} companyCollections`,
    ]),
    ...['GetItem', 'PutItem'].map((action) => `${action} table imports`),
    ...['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'].map((a) => `${a} table importLocks`),
    'GetItem table importProfiles',
    'GetItem table organizations',
    'PutItem table auditLogs',
    ...['imports', 'uploads', 'work'].flatMap((prefix) =>
      ['GetObject', 'PutObject', 'AbortMultipartUpload'].map((action) => `s3:${action} ${prefix}`),
    ),
    's3:ListBucket ImportsBucket',
    'sqs:SendMessage ImportsQueue',
    ...takesFrom('ImportsQueue'),
  ],
  RecordExpiryExpire: [
    ...['GetItem', 'Query', 'UpdateItem', 'DeleteItem'].map((action) => `${action} table expiries`),
    'GetItem table organizations',
    ...['person', 'company', 'entry'].flatMap((kind) => [
      `Query gsi4 ${kind}Collections`,
      `GetItem table ${kind}Collections`,
    ]),
    'UpdateItem table personCollections',
    'UpdateItem table companyCollections',
    ...['people', 'companies'].flatMap((kind) =>
      ['BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `${action} table ${kind}`),
    ),
    'BatchGetItem table callLists',
    'Query table personLookups',
    'PutItem table auditLogs',
  ],
  Requeue: [
    'Query gsi3 dueDeliveries',
    'UpdateItem table webhookDeliveries',
    'sqs:SendMessage WebhooksRetries',
  ],
};
