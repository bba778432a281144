import { Aws, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { DATA_API_URL_VARIABLE, USAGE_PLAN_IDS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import {
  COLLECTION_INDEX,
  PART_INDEX,
  PARTITION_KEY,
  SORT_KEY,
  VERSION_ATTRIBUTE,
} from '../../../shared/table/items/schema.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { TableAccess } from '../platform/service-function.ts';

export interface KeyFunctionProps extends AdminFunctionProps {
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** Usage plan ids of the data API, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
}

/** The audit log is append-only: no statement allows updating or deleting its items. */
const KEY_MANAGEMENT: readonly TableAccess[] = [
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

/** Creates the functions that manage API keys and try requests with one. */
export const createKeyFunctions = (scope: Construct, props: KeyFunctionProps) => {
  const { usagePlanIds, dataApiUrl } = props;
  const manageKeys = createAdminFunction(scope, 'ManageKeys', props, {
    functionName: 'manage-keys',
    description: 'Manages API keys, and reads usage and the audit log',
    access: KEY_MANAGEMENT,
    environment: { [USAGE_PLAN_IDS_VARIABLE]: Stack.of(scope).toJsonString(usagePlanIds) },
  });
  grantGatewayKeys(manageKeys, Object.values(usagePlanIds));
  // Of the table it reads the caller alone: the API key in the request decides what it can read.
  const tryRequest = createAdminFunction(scope, 'TryRequest', props, {
    functionName: 'try-request',
    description: 'Sends requests to the data API for those who try it out',
    environment: { [DATA_API_URL_VARIABLE]: dataApiUrl },
  });
  return { 'manage-keys': manageKeys, 'try-request': tryRequest };
};
