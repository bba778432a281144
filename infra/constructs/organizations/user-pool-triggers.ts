import { Duration } from 'aws-cdk-lib';
import { CfnUserPool, type UserPool } from 'aws-cdk-lib/aws-cognito';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { TEST_ATTRIBUTE } from '../../../shared/organizations/federation/connection.ts';
import { PARTITION_KEY, SORT_KEY } from '../../../shared/table/items/schema.ts';
import type { StageConfig } from '../../config.ts';
import type { ServiceTable } from '../platform/data-table.ts';
import { ServiceFunction } from '../platform/service-function.ts';

/** Cognito waits no longer for a trigger. */
const TRIGGER_TIMEOUT = Duration.seconds(5);

/**
 * Adds the function that decides organization and role of each token: by the stored memberships, and for
 * users of identity providers by the stored rules.
 *
 * @returns the function
 */
export const addUserPoolTriggers = (
  scope: Construct,
  userPool: UserPool,
  table: ServiceTable,
  config: StageConfig,
): LambdaFunction => {
  const { identityProviders = [], selfServiceSignOn = false } = config;
  const { function: triggers } = new ServiceFunction(scope, 'Triggers', {
    functionName: 'user-pool-triggers',
    description: 'Decides organization and role of the tokens of users',
    table,
    access: [
      { actions: ['GetItem'], items: ['memberships', 'users', 'organizations', 'identityProviders'] },
      // Records test sign-ins for admins who set up a provider.
      ...(selfServiceSignOn
        ? [
            {
              actions: ['UpdateItem' as const],
              items: ['identityProviders' as const],
              attributes: [PARTITION_KEY, SORT_KEY, TEST_ATTRIBUTE],
              mayWriteDuringRestore: true,
            },
          ]
        : []),
    ],
    timeout: TRIGGER_TIMEOUT,
    config,
  });
  triggers.addPermission('UserPool', {
    principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
    sourceArn: userPool.userPoolArn,
  });
  const resource = userPool.node.defaultChild;
  if (!(resource instanceof CfnUserPool)) throw new Error('The user pool has no resource.');
  const version = { lambdaArn: triggers.functionArn, lambdaVersion: 'V1_0' };
  resource.lambdaConfig = {
    preTokenGenerationConfig: version,
    ...(identityProviders.length > 0 || selfServiceSignOn ? { inboundFederation: version } : {}),
  };
  return triggers;
};
