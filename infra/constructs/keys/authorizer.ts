import { Duration } from 'aws-cdk-lib';
import { CfnAuthorizer, IdentitySource, RequestAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { rateLimitPolicy } from '../../../shared/contract/keys/rate-limit-policy.ts';
import { RATE_LIMIT_POLICIES_VARIABLE } from '../../../shared/runtime/environment.ts';
import { PARTITION_KEY, SORT_KEY } from '../../../shared/table/items/schema.ts';
import type { StageConfig } from '../../config.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import { createSearchedLogGroup } from '../platform/retention.ts';
import { ServiceFunction } from '../platform/service-function.ts';
import { REQUEST_INDEXES } from './request-logs.ts';

const API_KEY_HEADER = 'X-Api-Key';

/** The `RateLimit-Policy` header of each plan. */
const policiesOf = ({ usagePlans }: StageConfig): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(usagePlans).map(([name, limits]) => [name, rateLimitPolicy(limits)]));

/** Creates the authorizer of the data API, which verifies API keys, and its log group. */
export const createAuthorizer = (scope: Construct, api: RestApi, { table, config }: ServiceProps) => {
  const logGroup = createSearchedLogGroup(scope, 'AuthorizeLogs', config, REQUEST_INDEXES);
  const authorize = new ServiceFunction(scope, 'Authorize', {
    functionName: 'authorize',
    description: 'Verifies the API key of each request and what it may do',
    table,
    access: [
      { actions: ['GetItem'], items: ['apiKeys'] },
      {
        ...{ actions: ['UpdateItem'], items: ['apiKeys'], mayWriteDuringRestore: true },
        attributes: [PARTITION_KEY, SORT_KEY, 'lastUsedAt'],
      },
    ],
    environment: { [RATE_LIMIT_POLICIES_VARIABLE]: JSON.stringify(policiesOf(config)) },
    logGroup,
    config,
  });
  // No cache: revocations apply to the next request, and a cached policy would cover other methods too.
  const authorizerWith = (id: string, identitySources: string[]) =>
    new RequestAuthorizer(scope, id, {
      handler: authorize.function,
      identitySources,
      resultsCacheTtl: Duration.seconds(0),
    });
  // CDK does not redeploy the API when an authorizer changes (aws-cdk issue 33719).
  api.latestDeployment?.addToLogicalId({
    authorizer: { resultsCacheTtlSeconds: 0, header: API_KEY_HEADER },
    bearerAuthorizer: { resultsCacheTtlSeconds: 0 },
  });
  const bearerAuthorizer = authorizerWith('BearerAuthorizer', []);
  // CDK would set an empty one, which API Gateway does not document.
  const { defaultChild } = bearerAuthorizer.node;
  if (defaultChild instanceof CfnAuthorizer) defaultChild.addPropertyDeletionOverride('IdentitySource');
  return {
    // Without a cache, the identity source only makes API Gateway return 401 for an absent or empty header,
    // without invoking the function:
    // https://docs.aws.amazon.com/apigateway/latest/api/API_CreateAuthorizer.html
    authorizer: authorizerWith('Authorizer', [IdentitySource.header(API_KEY_HEADER)]),
    // Several identity sources would all be required: see
    // infra/docs/decisions/0036-bearer-keys-for-agents.md.
    bearerAuthorizer,
    logGroup,
  };
};
