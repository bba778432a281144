import { Aws, Duration, Stack } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { DROP_PREFIX, UPLOAD_PREFIX } from '../../../shared/imports/object-keys.ts';
import {
  DATA_API_URL_VARIABLE,
  EVENT_RETENTION_DAYS_VARIABLE,
  RETENTION_VARIABLE,
  USAGE_PLAN_IDS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
  USER_POOL_ID_VARIABLE,
  WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE,
  WEBHOOK_KEY_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import {
  CHANGE_INDEX,
  COLLECTION_INDEX,
  PART_INDEX,
  PARTITION_KEY,
  SORT_KEY,
  VERSION_ATTRIBUTE,
} from '../../../shared/table/items/schema.ts';
import type { Imports } from '../imports/imports.ts';
import { identityProviderEnvironment } from '../organizations/identity-provider-rules.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { grantSendMessages } from '../platform/queues.ts';
import { retentionOf } from '../platform/retention.ts';
import { ServiceFunction, type TableAccess } from '../platform/service-function.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

export interface AdminApiProps extends ServiceProps {
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** Usage plan ids of the data API, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  readonly webhooks: Webhooks;
  readonly imports: Imports;
}

/** With each request: the stored user restricts what the token allows. */
const CALLER: TableAccess = { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.users] };

/** The audit log is append-only: no statement allows updating or deleting its items. */
const KEY_MANAGEMENT: readonly TableAccess[] = [
  CALLER,
  {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    leadingKeys: [LEADING_KEYS.apiKeys],
  },
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.memberKeys] },
  {
    actions: ['dynamodb:PutItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.auditLogs],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.apiKeyCollections, LEADING_KEYS.auditLogs],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
  // Disables the endpoints of a key that was revoked, and changes nothing else of them.
  { actions: ['dynamodb:Query', 'dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.webhookEndpoints] },
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.webhookEndpoints],
    attributes: [PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE, 'disabledReason', 'disabledAt', 'updatedAt'],
  },
];

const WEBHOOK_MANAGEMENT: readonly TableAccess[] = [
  CALLER,
  {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    leadingKeys: [LEADING_KEYS.webhookEndpoints],
  },
  { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.webhookHosts] },
  { actions: ['dynamodb:Query'], leadingKeys: [LEADING_KEYS.feeds, LEADING_KEYS.webhookEvents] },
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.feeds] },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.webhookDeliveries],
  },
  { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.webhookDeliveryCollections],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
];

/** Reads alone: a member's request must not reach a function that can delete. */
const RECORD_BROWSING: readonly TableAccess[] = [
  CALLER,
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
    leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.callLists],
  },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.callListEntryLocators] },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.callListCollections,
    ],
    indexes: [CHANGE_INDEX.name],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.callListCollections],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.callListCollections,
      LEADING_KEYS.personLookups,
      LEADING_KEYS.companyLookups,
      LEADING_KEYS.entryLookups,
      LEADING_KEYS.eventLookups,
      LEADING_KEYS.webhookEndpoints,
    ],
  },
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callListCollections] },
  { actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.feeds] },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.webhookDeliveries] },
];

/** Besides what deletions need. */
const ERASURE: readonly TableAccess[] = [
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [
      LEADING_KEYS.entryLookups,
      LEADING_KEYS.eventLookups,
      LEADING_KEYS.callListEntryCollections,
      LEADING_KEYS.webhookEndpoints,
    ],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    leadingKeys: [LEADING_KEYS.feeds],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.webhookDeliveries],
  },
];

/** A deletion replaces the record by a tombstone. Only entries of call lists are removed. */
const RECORD_MANAGEMENT: readonly TableAccess[] = [
  CALLER,
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies],
  },
  // Whether what an entry refers to is marked as touched.
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] },
  {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    leadingKeys: [LEADING_KEYS.callLists],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
    leadingKeys: [LEADING_KEYS.callListEntryLocators],
  },
  {
    actions: ['dynamodb:UpdateItem'],
    leadingKeys: [
      LEADING_KEYS.personCollections,
      LEADING_KEYS.companyCollections,
      LEADING_KEYS.callListCollections,
      LEADING_KEYS.callListEntryCollections,
    ],
  },
  { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
  ...ERASURE,
];

const USER_MANAGEMENT: readonly TableAccess[] = [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    leadingKeys: [LEADING_KEYS.users],
  },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    leadingKeys: [LEADING_KEYS.organizations, LEADING_KEYS.memberships],
  },
  { actions: ['dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.expiries] },
  // How long the feed keeps events.
  { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.feeds] },
  // How many records have not changed for some time.
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.personCollections, LEADING_KEYS.companyCollections],
    indexes: [CHANGE_INDEX.name],
  },
  { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
];

/** Users are never deleted from the pool, and their attributes and passwords never set. */
const USER_POOL_ACTIONS = [
  'AdminGetUser',
  'AdminCreateUser',
  'AdminAddUserToGroup',
  'AdminRemoveUserFromGroup',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminUserGlobalSignOut',
].map((name) => `cognito-idp:${name}`);

/** Imports run elsewhere: here they only join their queue. */
const IMPORT_MANAGEMENT: readonly TableAccess[] = [
  CALLER,
  {
    actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
    leadingKeys: [LEADING_KEYS.imports],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.importCollections],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
  { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.importLocks] },
  { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.importLocks, LEADING_KEYS.auditLogs] },
  {
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    leadingKeys: [LEADING_KEYS.importProfiles],
  },
];

/** Grants creating and deleting the gateway keys that meter clients, and reading their usage. */
const grantGatewayKeys = (handler: LambdaFunction, usagePlanIds: readonly string[]): void => {
  const arn = (path: string): string => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`;
  const allow = (action: string, paths: readonly string[]): void =>
    handler.addToRolePolicy(new PolicyStatement({ actions: [action], resources: paths.map(arn) }));
  allow('apigateway:POST', ['/apikeys', ...usagePlanIds.map((id) => `/usageplans/${id}/keys`)]);
  allow('apigateway:GET', ['/apikeys', ...usagePlanIds.map((id) => `/usageplans/${id}/usage`)]);
  allow('apigateway:DELETE', ['/apikeys/*']);
  if (handler.role !== undefined) {
    acknowledge(handler.role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]':
        'API Gateway names its keys itself, so that those of this service cannot be told by their ARN.',
    });
  }
};

/**
 * Creates the functions of the admin API, keyed by the function names in its routes.
 *
 * @param props.userPool has the users of all organizations
 * @param props.clientId the app client whose tokens are accepted
 */
export const createAdminFunctions = (
  scope: Construct,
  {
    table,
    dataApiUrl,
    usagePlanIds,
    webhooks,
    userPool,
    imports,
    clientId,
    config,
  }: AdminApiProps & { readonly userPool: UserPool; readonly clientId: string },
) => {
  const { function: manageKeys } = new ServiceFunction(scope, 'ManageKeys', {
    functionName: 'manage-keys',
    description: 'Manages API keys, and reads usage and the audit log',
    table,
    access: KEY_MANAGEMENT,
    environment: {
      [USAGE_PLAN_IDS_VARIABLE]: Stack.of(scope).toJsonString(usagePlanIds),
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
    },
    // API Gateway's control plane allows only a few calls per second, so calls may have to be retried.
    timeout: Duration.seconds(25),
    config,
  });
  grantGatewayKeys(manageKeys, Object.values(usagePlanIds));

  const { function: manageWebhooks } = new ServiceFunction(scope, 'ManageWebhooks', {
    functionName: 'manage-webhooks',
    description: 'Manages webhook endpoints and their deliveries',
    table,
    access: WEBHOOK_MANAGEMENT,
    environment: {
      ...webhooks.queueEnvironment,
      [WEBHOOK_KEY_ID_VARIABLE]: webhooks.key.keyArn,
      [WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE]: String(config.webhookEndpointsPerHost),
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
    },
    // Replaying a time range handles hundreds of deliveries.
    timeout: Duration.seconds(25),
    config,
  });
  grantSendMessages(manageWebhooks, [webhooks.firstQueue, webhooks.retryQueue]);
  // Only new secrets are encrypted here; existing ones are never decrypted.
  webhooks.key.grant(manageWebhooks, 'kms:Encrypt');

  const { function: browseRecords } = new ServiceFunction(scope, 'BrowseRecords', {
    functionName: 'browse-records',
    description: 'Shows records and events in the console',
    table,
    access: RECORD_BROWSING,
    environment: { [USER_POOL_CLIENT_ID_VARIABLE]: clientId },
    // The events of a record may be spread over hundreds of chunks of the feed.
    timeout: Duration.seconds(25),
    config,
  });

  const { function: manageRecords } = new ServiceFunction(scope, 'ManageRecords', {
    functionName: 'manage-records',
    description: 'Deletes and erases single records',
    table,
    access: RECORD_MANAGEMENT,
    environment: {
      [RETENTION_VARIABLE]: JSON.stringify(retentionOf(config)),
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
    },
    // Deleting a call list or erasing a person handles many items.
    timeout: Duration.seconds(25),
    config,
  });

  const { function: manageUsers } = new ServiceFunction(scope, 'ManageUsers', {
    functionName: 'manage-users',
    description: 'Describes the signed-in user, and manages users and settings of organizations',
    table,
    access: USER_MANAGEMENT,
    environment: {
      ...identityProviderEnvironment(config.identityProviders),
      [EVENT_RETENTION_DAYS_VARIABLE]: String(config.eventRetentionDays),
      [USER_POOL_ID_VARIABLE]: userPool.userPoolId,
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
    },
    // Changing a user makes several calls to Cognito, which may have to be retried.
    timeout: Duration.seconds(25),
    config,
  });
  userPool.grant(manageUsers, ...USER_POOL_ACTIONS);

  const { function: manageImports } = new ServiceFunction(scope, 'ManageImports', {
    functionName: 'manage-imports',
    description: 'Manages imports of files and the profiles of dropped files',
    table,
    access: IMPORT_MANAGEMENT,
    environment: {
      ...imports.environment,
      [USER_POOL_CLIENT_ID_VARIABLE]: clientId,
    },
    // A preview loads the importer.
    timeout: Duration.seconds(25),
    config,
  });
  // Presigned URLs allow what the function that signs them may do.
  imports.grantObjects(manageImports, ['s3:PutObject'], [UPLOAD_PREFIX]);
  imports.grantObjects(manageImports, ['s3:GetObject'], [UPLOAD_PREFIX, DROP_PREFIX]);
  grantSendMessages(manageImports, [imports.queue]);

  // Of the table it reads the caller alone: the API key in the request decides what it can read.
  const { function: tryRequest } = new ServiceFunction(scope, 'TryRequest', {
    functionName: 'try-request',
    description: 'Sends requests to the data API for those who try it out',
    table,
    access: [CALLER],
    environment: { [DATA_API_URL_VARIABLE]: dataApiUrl, [USER_POOL_CLIENT_ID_VARIABLE]: clientId },
    // Must outlast a slow response of the data API.
    timeout: Duration.seconds(25),
    config,
  });

  return {
    'manage-keys': manageKeys,
    'manage-webhooks': manageWebhooks,
    'browse-records': browseRecords,
    'manage-records': manageRecords,
    'manage-users': manageUsers,
    'manage-imports': manageImports,
    'try-request': tryRequest,
  };
};
