import { JOB_KIND_NAMES } from '../../../../shared/jobs/job.ts';
import { FILTERS, type FilterName } from '../../../../shared/kinds/filters.ts';
import { camelOf, PLAIN_KINDS, pluralOf } from '../../../../shared/kinds/names.ts';
import { lookupPartitions } from '../../../../shared/records/lookups/lookup-keys.ts';
import { changePartitions } from '../../../../shared/table/items/change-keys.ts';
import { customFieldPartition } from '../../../../shared/table/items/custom-field-keys.ts';
import { exportPartition } from '../../../../shared/table/items/export-keys.ts';
import { feedPartition } from '../../../../shared/table/items/feed-keys.ts';
import {
  importBatchKey,
  importBatchPartition,
  importKey,
  importLockPartition,
  importPartition,
  importProfilePartition,
  recordAliasKey,
} from '../../../../shared/table/items/import-keys.ts';
import { queuedJobsPartition } from '../../../../shared/table/items/job-keys.ts';
import {
  adminRequestsKey,
  apiKeyKey,
  apiKeyPartition,
  auditActorPartition,
  auditLogPartition,
  auditTargetPartition,
  callListCountsKey,
  callListEntryKey,
  callListEntryLocatorKey,
  callListPartition,
  EXPIRY_PARTITION,
  IDENTITY_PROVIDER_PARTITION,
  memberKeysKey,
  membershipsKey,
  ORGANIZATION_PARTITION,
  organizationKey,
  organizationKeysKey,
  recordKeyOf,
  userPartition,
} from '../../../../shared/table/items/keys.ts';
import {
  LEADING_KEYS,
  type PLAIN_COLLECTIONS,
  type PLAIN_ITEMS,
  type PLAIN_LOOKUPS,
} from '../../../../shared/table/items/leading-keys.ts';
import { hashedPartition } from '../../../../shared/table/items/lookup.ts';
import {
  suppressionListKey,
  suppressionPartitions,
} from '../../../../shared/table/items/suppression-keys.ts';
import {
  dueDeliveryPartition,
  webhookDeliveryKey,
  webhookDeliveryPartition,
  webhookDomainPartition,
  webhookEndpointPartition,
  webhookReplayPartition,
  webhookSlotsKey,
} from '../../../../shared/table/items/webhook-keys.ts';
import type { DeployedPolicies } from './deployed-policies.ts';
import type { AccessRequest } from './policy.ts';

const O = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const ID = 'c7a1d5ee-0a52-4f0c-8a5a-6a1a5d1f1b22';

const FILTER_NAMES = Object.values(FILTERS).flatMap((each) => Object.keys(each)) as FilterName[];

const lookupsOf = (items: `${string}Lookups` & keyof typeof LEADING_KEYS): readonly string[] => {
  const start = LEADING_KEYS[items].slice('LOOKUP#*#'.length, -1);
  const names = FILTER_NAMES.filter((name) => name.startsWith(start));
  return names.flatMap((name) => lookupPartitions(O, name, ID));
};

/**
 * A kind of items: `lookups` combines the kinds of lookups, and no statement names the list of organizations.
 */
type PartitionKind = Exclude<keyof typeof LEADING_KEYS, 'lookups'> | 'organizationCollections';

type OfPlainKind = (typeof PLAIN_ITEMS | typeof PLAIN_LOOKUPS | typeof PLAIN_COLLECTIONS)[number];

/** Sample partition keys of every kind of item in the table and its indexes. */
const PARTITIONS: Readonly<Record<PartitionKind, readonly string[]>> = {
  ...(Object.fromEntries(
    PLAIN_KINDS.flatMap((kind) => [
      [camelOf(pluralOf(kind)), [recordKeyOf(kind)(O, ID).pk]],
      [`${camelOf(kind)}Collections`, changePartitions(O, kind)],
      [`${camelOf(kind)}Lookups`, lookupsOf(`${camelOf(kind)}Lookups`)],
    ]),
  ) as Record<OfPlainKind, readonly string[]>),
  callLists: [callListEntryKey(O, ID, 1, ID).pk],
  callListCollections: [callListCountsKey(O).pk, callListPartition(O), callListPartition(O, true)],
  callListEntryCollections: changePartitions(O, 'call-list-entry'),
  callListEntryLocators: [callListEntryLocatorKey(O, ID).pk],
  callListLookups: lookupsOf('callListLookups'),
  entryLookups: lookupsOf('entryLookups'),
  customFields: [customFieldPartition(O)],
  suppressions: [suppressionListKey(O).pk, ...suppressionPartitions(O)],
  recordAliases: [recordAliasKey(O, ID).pk],
  eventLookups: [hashedPartition(O, 'EVENT_RECORD', ID)],
  apiKeys: [apiKeyKey('3fA9').pk],
  apiKeyCollections: [apiKeyPartition(O), apiKeyPartition(O, ID)],
  memberKeys: [memberKeysKey(O, ID).pk, organizationKeysKey(O).pk],
  auditLogs: [auditLogPartition(O), auditTargetPartition(O, ID), auditActorPartition(O, ID)],
  feeds: [feedPartition(O)],
  imports: [importKey(O, ID).pk],
  importCollections: [importPartition(O), importPartition(O, 'people')],
  importBatches: [importBatchKey(O, ID).pk],
  importBatchCollections: [importBatchPartition(O), importBatchPartition(O, 'crm')],
  importLocks: [importLockPartition(O)],
  importProfiles: [importProfilePartition(O)],
  exports: [exportPartition(O)],
  idempotentRequests: [`IDEMPOTENT_REQUEST#${O}#key#operation#hash`],
  organizations: [organizationKey(O).pk],
  expiries: [EXPIRY_PARTITION],
  users: [userPartition(O)],
  memberships: [membershipsKey(ID).pk],
  adminRequests: [adminRequestsKey(O, '').pk],
  identityProviders: [IDENTITY_PROVIDER_PARTITION],
  organizationCollections: [ORGANIZATION_PARTITION],
  webhookEndpoints: [webhookEndpointPartition(O)],
  webhookSlots: [webhookSlotsKey(O, ID).pk],
  webhookDomains: [webhookDomainPartition(O)],
  webhookDeliveries: [webhookDeliveryKey(O, ID).pk],
  webhookDeliveryCollections: [
    webhookDeliveryPartition(O, ID),
    webhookDeliveryPartition(O, ID, 'retrying'),
    webhookDeliveryPartition(O, ID, 'failed'),
    webhookDeliveryPartition(O, ID, 'missed'),
  ],
  webhookReplays: [webhookReplayPartition(O, ID)],
  dueWebhookDeliveries: [dueDeliveryPartition(0), dueDeliveryPartition(15)],
  queuedJobs: JOB_KIND_NAMES.map(queuedJobsPartition),
};

/** Item actions; `TransactWriteItems` and `TransactGetItems` need those of their parts. */
const ITEM_ACTIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'ConditionCheckItem',
  'PartiQLSelect',
  'PartiQLInsert',
  'PartiQLUpdate',
  'PartiQLDelete',
].map((name) => `dynamodb:${name}`);

/** Actions on the other resources, by service: everything that reads, changes or removes. */
const OTHER_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  dynamodb: [
    ...['DescribeTable', 'UpdateTable', 'DeleteTable', 'UpdateTimeToLive', 'UpdateContinuousBackups'],
    ...['CreateBackup', 'DeleteBackup', 'ExportTableToPointInTime', 'RestoreTableToPointInTime'],
    ...['PutResourcePolicy', 'DeleteResourcePolicy', 'EnableKinesisStreamingDestination', 'ListTables'],
    ...['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'],
  ],
  sqs: [
    ...['SendMessage', 'ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility', 'PurgeQueue'],
    ...['GetQueueAttributes', 'GetQueueUrl', 'SetQueueAttributes', 'DeleteQueue', 'AddPermission'],
    ...['StartMessageMoveTask', 'ListQueues'],
  ],
  kms: [
    ...['Encrypt', 'Decrypt', 'ReEncryptFrom', 'ReEncryptTo', 'GenerateDataKey', 'CreateGrant'],
    ...['DescribeKey', 'DisableKey', 'ScheduleKeyDeletion', 'PutKeyPolicy'],
  ],
  events: [
    'PutEvents',
    'PutRule',
    'PutTargets',
    'DeleteRule',
    'DeleteEventBus',
    'StartReplay',
    'PutPermission',
  ],
  apigateway: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  logs: [
    ...['CreateLogGroup', 'CreateLogStream', 'PutLogEvents', 'DeleteLogGroup', 'DeleteLogStream'],
    ...['GetLogEvents', 'FilterLogEvents', 'PutRetentionPolicy', 'PutSubscriptionFilter'],
    ...['StartQuery', 'GetQueryResults', 'StopQuery', 'StartLiveTail', 'GetLogRecord'],
  ],
  xray: ['PutTraceSegments', 'PutTelemetryRecords', 'GetTraceSummaries', 'BatchGetTraces'],
  lambda: ['InvokeFunction', 'GetFunction', 'UpdateFunctionCode', 'UpdateFunctionConfiguration'],
  'cognito-idp': [
    ...['AdminCreateUser', 'AdminGetUser', 'AdminDeleteUser', 'AdminDisableUser', 'AdminEnableUser'],
    ...['AdminAddUserToGroup', 'AdminRemoveUserFromGroup', 'AdminUserGlobalSignOut'],
    ...[
      'AdminUpdateUserAttributes',
      'AdminSetUserPassword',
      'AdminInitiateAuth',
      'AdminSetUserMFAPreference',
    ],
    ...['ListUsers', 'ListUsersInGroup', 'UpdateUserPool', 'DeleteUserPool'],
  ],
  iam: ['PassRole', 'PutRolePolicy', 'CreateAccessKey'],
  sts: ['AssumeRole'],
  cloudformation: ['UpdateStack', 'DeleteStack'],
  cloudwatch: ['PutMetricData', 'DeleteAlarms', 'DisableAlarmActions'],
  s3: [
    ...['GetObject', 'PutObject', 'DeleteObject', 'AbortMultipartUpload', 'GetObjectVersion'],
    ...['ListBucket', 'PutBucketPolicy', 'PutLifecycleConfiguration', 'DeleteBucket'],
  ],
  secretsmanager: ['GetSecretValue'],
  ssm: ['GetParameter'],
};

/** Every action that the tests try, to detect grants outside of them. */
export const ALL_ACTIONS: ReadonlySet<string> = new Set([
  ...ITEM_ACTIONS,
  ...Object.entries(OTHER_ACTIONS).flatMap(([service, names]) => names.map((name) => `${service}:${name}`)),
]);

/** Actions on results of log queries, which IAM knows no resources for. */
const WITHOUT_RESOURCE: ReadonlySet<string> = new Set(['GetQueryResults', 'StopQuery']);

/** A request, labeled as in the table of permissions. */
export interface PossibleRequest {
  readonly words: string;
  readonly request: Omit<AccessRequest, 'principal'>;
}

const DATA_TABLE = 'DataTable';

/** Requests for items of each kind, in the table and each index. Each names a non-key attribute. */
export const itemRequests = (deployed: DeployedPolicies): readonly PossibleRequest[] => {
  const table = deployed.arnsOf('AWS::DynamoDB::Table')[DATA_TABLE] ?? '';
  const places = {
    table,
    gsi1: `${table}/index/gsi1`,
    gsi2: `${table}/index/gsi2`,
    gsi3: `${table}/index/gsi3`,
    gsi4: `${table}/index/gsi4`,
  };
  const foreign = { 'another table': `${table}-of-others` };
  return Object.entries({ ...places, ...foreign }).flatMap(([place, resource]) =>
    Object.entries(PARTITIONS).flatMap(([kind, keys]) =>
      ITEM_ACTIONS.flatMap((action) =>
        keys.map((key) => ({
          words: `${action.replace('dynamodb:', '')} ${place} ${kind}`,
          request: {
            action,
            resource,
            context: {
              'dynamodb:LeadingKeys': [key],
              'dynamodb:Attributes': ['pk', 'sk', 'permissions'],
              'aws:SecureTransport': 'true',
            },
          },
        })),
      ),
    ),
  );
};

/** All other requests: each action of a service on each of its resources, including foreign ones. */
export const otherRequests = (deployed: DeployedPolicies): readonly PossibleRequest[] => {
  const { arnsOf, referencesTo } = deployed;
  const table = arnsOf('AWS::DynamoDB::Table')[DATA_TABLE] ?? '';
  const bucket = arnsOf('AWS::S3::Bucket')['FilesBucket'] ?? '';
  const gateway = (path: string): string => `arn:aws:apigateway:eu-central-1::${path}`;
  const plans = Object.entries(referencesTo('AWS::ApiGateway::UsagePlan')).flatMap(([name, id]) =>
    ['', '/keys', '/usage'].map((rest) => [`${name}${rest}`, gateway(`/usageplans/${id}${rest}`)] as const),
  );
  const objects = Object.fromEntries(
    ['imports', 'received', 'uploads', 'work', 'exports', 'elsewhere'].map((prefix) => [
      prefix,
      `${bucket}/${prefix}/a/b.csv`,
    ]),
  );
  /** A listing is a request to the bucket, with the prefix in its context. */
  const requestFor = (action: string, words: string, resource: string): PossibleRequest['request'] => {
    const context = { 'aws:SecureTransport': 'true' };
    return action === 's3:ListBucket' && words in objects
      ? { action, resource: bucket, context: { ...context, 's3:prefix': `${words}/a/` } }
      : { action, resource, context };
  };
  const resources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    dynamodb: { table, stream: `${table}/stream/local`, 'another table': `${table}-of-others` },
    sqs: { ...arnsOf('AWS::SQS::Queue'), 'another queue': 'arn:aws:sqs:eu-central-1:000000000000:others' },
    kms: { ...arnsOf('AWS::KMS::Key'), 'another key': 'arn:aws:kms:eu-central-1:000000000000:key/others' },
    events: {
      ...arnsOf('AWS::Events::EventBus'),
      ...arnsOf('AWS::Events::Rule'),
      'another bus': 'arn:aws:events:eu-central-1:000000000000:event-bus/default',
    },
    apigateway: {
      ...Object.fromEntries(plans),
      keys: gateway('/apikeys'),
      'one key': gateway('/apikeys/a1b2c3'),
      plans: gateway('/usageplans'),
      'another plan': gateway('/usageplans/others/keys'),
      apis: gateway('/restapis'),
      account: gateway('/account'),
      tags: gateway('/tags/a1b2c3'),
    },
    s3: {
      FilesBucket: bucket,
      ...objects,
      'another bucket': 'arn:aws:s3:::others/imports/a.csv',
    },
    logs: {
      ...Object.fromEntries(
        [...deployed.functions.values()].map(({ logGroup }) => [logGroup, `${logGroup}:log-stream:today`]),
      ),
      ...Object.fromEntries(
        ['SalesApi', 'AdminApi'].map((api) => [
          `access log of ${api}`,
          arnsOf('AWS::Logs::LogGroup')[`${api}AccessLogs`]?.replace(/\*$/, 'log-stream:today') ?? '',
        ]),
      ),
    },
    lambda: arnsOf('AWS::Lambda::Function'),
    'cognito-idp': arnsOf('AWS::Cognito::UserPool'),
  };
  return Object.entries(OTHER_ACTIONS).flatMap(([service, names]) =>
    names.flatMap((name) =>
      Object.entries({ ...(!WITHOUT_RESOURCE.has(name) && resources[service]), '*': '*' }).map(
        ([words, resource]) => ({
          words: `${service}:${name} ${words}`,
          request: requestFor(`${service}:${name}`, words, resource),
        }),
      ),
    ),
  );
};
