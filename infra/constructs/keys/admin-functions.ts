import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EXPORT_FILES_PREFIX } from '../../../shared/exports/object-keys.ts';
import { DATA_API_URL_VARIABLE, USAGE_PLAN_IDS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import type { TableAccess } from '../platform/service-function.ts';
import { ENDPOINT_DISABLING } from '../webhooks/endpoint-disabling.ts';
import { controlPlaneStatement, grantGatewayKeys } from './gateway-keys.ts';
import { registrationEnvironment } from './registration.ts';
import { grantSearch, type RequestLogs, requestLogsEnvironment } from './request-logs.ts';

export interface KeyFunctionProps extends AdminFunctionProps {
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** Usage plan ids of the data API, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  readonly requestLogs: RequestLogs;
  readonly files: FileBucket;
}

const KEY_MANAGEMENT: readonly TableAccess[] = [
  { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['apiKeys'] },
  { actions: ['GetItem', 'PutItem'], items: ['memberKeys'] },
  // Whether the owner of a new key still has access.
  { actions: ['ConditionCheckItem'], items: ['users'] },
  // The audit log is append-only: no statement of any function allows updating or deleting its items.
  { actions: ['PutItem'], items: ['auditLogs'] },
  { actions: ['Query'], items: ['apiKeyCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
  ...ENDPOINT_DISABLING,
  // Its exports can be deleted with a key.
  { actions: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], items: ['exports'] },
];

const KEY_READING: readonly TableAccess[] = [
  { actions: ['GetItem', 'BatchGetItem'], items: ['apiKeys'] },
  { actions: ['Query'], items: ['apiKeyCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
];

/** Creates the functions that manage API keys, show their requests, and try requests with one. */
export const createKeyFunctions = (scope: Construct, props: KeyFunctionProps) => {
  const { usagePlanIds, dataApiUrl, requestLogs, files } = props;
  const plans = { [USAGE_PLAN_IDS_VARIABLE]: Stack.of(scope).toJsonString(usagePlanIds) };
  const manageKeys = createAdminFunction(scope, 'ManageKeys', props, {
    functionName: 'manage-keys',
    description: 'Manages API keys',
    access: KEY_MANAGEMENT,
    environment: {
      ...plans,
      ...files.environment,
      [DATA_API_URL_VARIABLE]: dataApiUrl,
      ...registrationEnvironment(props.config),
    },
  });
  files.grantObjects(manageKeys, ['s3:DeleteObject'], [EXPORT_FILES_PREFIX]);
  grantGatewayKeys(manageKeys, Object.values(usagePlanIds));
  const readRequests = createAdminFunction(scope, 'ReadRequests', props, {
    functionName: 'read-requests',
    description: 'Reads the requests of API keys, and how many there were',
    access: KEY_READING,
    environment: { ...plans, ...requestLogsEnvironment(scope, requestLogs) },
  });
  grantSearch(readRequests, requestLogs);
  const usages = Object.values(usagePlanIds).map((id) => `/usageplans/${id}/usage`);
  readRequests.addToRolePolicy(controlPlaneStatement('apigateway:GET', usages));
  // The API key in the request decides what it can read. Of the key it needs the secret to sign addresses
  // with.
  const tryRequest = createAdminFunction(scope, 'TryRequest', props, {
    functionName: 'try-request',
    description: 'Sends requests to the data API for those who try it out',
    access: [{ actions: ['GetItem'], items: ['apiKeys'] }],
    environment: { [DATA_API_URL_VARIABLE]: dataApiUrl },
  });
  return { 'manage-keys': manageKeys, 'read-requests': readRequests, 'try-request': tryRequest };
};
