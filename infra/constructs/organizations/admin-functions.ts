import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import {
  CONSOLE_URL_VARIABLE,
  EVENT_RETENTION_DAYS_VARIABLE,
  SELF_SERVICE_SIGN_ON_VARIABLE,
  SIGN_IN_URL_VARIABLE,
  USER_POOL_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { PLAIN_COLLECTIONS } from '../../../shared/table/items/leading-keys.ts';
import {
  CHANGE_INDEX,
  COLLECTION_INDEX,
  PART_INDEX,
  PARTITION_KEY,
  SORT_KEY,
  VERSION_ATTRIBUTE,
} from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { TableAccess } from '../platform/service-function.ts';
import { ENDPOINT_DISABLING } from '../webhooks/endpoint-disabling.ts';

export interface OrganizationFunctionProps extends AdminFunctionProps {
  /** Has the users of all organizations. */
  readonly userPool: UserPool;
  /** The base address of the sign-in page. */
  readonly signInUrl: string;
  readonly consoleUrl: string;
}

const ORGANIZATION_MANAGEMENT: readonly TableAccess[] = [
  { actions: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], items: ['users'] },
  { actions: ['GetItem', 'PutItem'], items: ['organizations', 'memberships'] },
  { actions: ['Query'], items: ['identityProviders'] },
  { actions: ['UpdateItem'], items: ['expiries'] },
  // How long the feed keeps events.
  { actions: ['GetItem', 'UpdateItem'], items: ['feeds'] },
  // How many records have not changed for some time.
  { actions: ['Query'], items: PLAIN_COLLECTIONS, indexes: [CHANGE_INDEX] },
  { actions: ['PutItem'], items: ['auditLogs'] },
  // Ends or transfers what a user granted, and changes nothing else of it.
  { actions: ['GetItem', 'BatchGetItem'], items: ['apiKeys'] },
  { actions: ['Query'], items: ['apiKeyCollections'], indexes: [PART_INDEX] },
  {
    actions: ['UpdateItem'],
    items: ['apiKeys'],
    attributes: [
      ...[PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE, 'revokedAt', 'pendingSince', 'isDiscarded'],
      ...['ownerId', PART_INDEX.partitionKey, 'grantedBy'],
    ],
  },
  ...ENDPOINT_DISABLING,
];

/** The attributes and passwords of users are never set. */
const USER_POOL_ACTIONS = [
  'AdminGetUser',
  'AdminCreateUser',
  'AdminDeleteUser',
  'AdminAddUserToGroup',
  'AdminRemoveUserFromGroup',
  'AdminDisableUser',
  'AdminEnableUser',
  'AdminUserGlobalSignOut',
].map((name) => `cognito-idp:${name}`);

const SINGLE_SIGN_ON: readonly TableAccess[] = [
  { actions: ['GetItem', 'Query', 'PutItem', 'DeleteItem'], items: ['identityProviders'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/**
 * Existing app clients are never changed: they decide where tokens go. Cognito has no permission for a single
 * provider or app client.
 */
const PROVIDER_ACTIONS = [
  'CreateIdentityProvider',
  'UpdateIdentityProvider',
  'DeleteIdentityProvider',
  'DescribeUserPoolClient',
  'CreateUserPoolClient',
  'DeleteUserPoolClient',
].map((name) => `cognito-idp:${name}`);

const AUDIT_LOG: readonly TableAccess[] = [
  { actions: ['BatchGetItem', 'Query'], items: ['auditLogs'] },
  { actions: ['Query'], items: ['auditLogs'], indexes: [COLLECTION_INDEX, PART_INDEX] },
  // The names of what entries tell of.
  { actions: ['Query'], items: ['users', 'webhookEndpoints'] },
  { actions: ['Query'], items: ['apiKeyCollections'], indexes: [COLLECTION_INDEX] },
];

/** Creates the functions that manage users and settings of organizations, and that read the audit log. */
export const createOrganizationFunctions = (scope: Construct, props: OrganizationFunctionProps) => {
  const { userPool, signInUrl, consoleUrl, config } = props;
  const manageOrganization = createAdminFunction(scope, 'ManageOrganization', props, {
    functionName: 'manage-organization',
    description: 'Describes the signed-in user, and manages users and settings of organizations',
    access: ORGANIZATION_MANAGEMENT,
    environment: {
      [EVENT_RETENTION_DAYS_VARIABLE]: String(config.eventRetentionDays),
      [USER_POOL_ID_VARIABLE]: userPool.userPoolId,
    },
  });
  userPool.grant(manageOrganization, ...USER_POOL_ACTIONS);
  const listAuditLog = createAdminFunction(scope, 'ListAuditLog', props, {
    functionName: 'list-audit-log',
    description: 'Reads the audit log',
    access: AUDIT_LOG,
  });
  const isSelfService = config.selfServiceSignOn === true;
  const manageSingleSignOn = createAdminFunction(scope, 'ManageSingleSignOn', props, {
    functionName: 'manage-single-sign-on',
    description: 'Sets up the identity provider of an organization',
    access: SINGLE_SIGN_ON,
    environment: {
      [USER_POOL_ID_VARIABLE]: userPool.userPoolId,
      [SIGN_IN_URL_VARIABLE]: signInUrl,
      [CONSOLE_URL_VARIABLE]: consoleUrl,
      [SELF_SERVICE_SIGN_ON_VARIABLE]: isSelfService ? '1' : '0',
    },
  });
  if (isSelfService) userPool.grant(manageSingleSignOn, ...PROVIDER_ACTIONS);
  return {
    'manage-single-sign-on': manageSingleSignOn,
    'manage-organization': manageOrganization,
    'list-audit-log': listAuditLog,
  };
};
