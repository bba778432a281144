import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { EVENT_RETENTION_DAYS_VARIABLE, USER_POOL_ID_VARIABLE } from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import type { TableAccess } from '../platform/service-function.ts';
import { identityProviderEnvironment } from './identity-providers.ts';

export interface OrganizationFunctionProps extends AdminFunctionProps {
  /** Has the users of all organizations. */
  readonly userPool: UserPool;
}

const ORGANIZATION_MANAGEMENT: readonly TableAccess[] = [
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

const AUDIT_LOG: readonly TableAccess[] = [
  { actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.auditLogs] },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.auditLogs],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
];

/** Creates the functions that manage users and settings of organizations, and that read the audit log. */
export const createOrganizationFunctions = (scope: Construct, props: OrganizationFunctionProps) => {
  const { userPool, config } = props;
  const manageOrganization = createAdminFunction(scope, 'ManageOrganization', props, {
    functionName: 'manage-organization',
    description: 'Describes the signed-in user, and manages users and settings of organizations',
    access: ORGANIZATION_MANAGEMENT,
    environment: {
      ...identityProviderEnvironment(config.identityProviders),
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
  return { 'manage-organization': manageOrganization, 'list-audit-log': listAuditLog };
};
