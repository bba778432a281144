import { Duration, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  ApiKeySourceType,
  AuthorizationType,
  CfnAuthorizer,
  LambdaIntegration,
  Period,
  RequestAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { rateLimitPolicy } from '../../shared/contract/rate-limit-policy.ts';
import { ROUTE_METHODS, ROUTES, type Route } from '../../shared/contract/routes.ts';
import { RATE_LIMIT_POLICIES_VARIABLE } from '../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../shared/table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX, PARTITION_KEY, SORT_KEY } from '../../shared/table/items/schema.ts';
import type { StageConfig } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { ServiceProps } from './data-table.ts';
import { addProblemResponses, type GatewayProblems, methodNotAllowed } from './gateway-responses.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { addOpenApi, OPENAPI_THROTTLING } from './openapi.ts';
import { createServiceApi, type ServiceApi } from './rest-api.ts';
import { ServiceFunction, type TableAccess } from './service-function.ts';

const STAGE_NAME = 'api';
const ALLOWED_METHODS = ROUTE_METHODS.join(', ');

/** Table access of each route's function. The type requires an entry for every route. */
const ROUTE_ACCESS: Readonly<Record<keyof typeof ROUTES, readonly TableAccess[]>> = {
  getPerson: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.people] }],
  getCompany: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.companies] }],
  listCallLists: [
    { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callListCollections] },
    {
      actions: ['dynamodb:Query'],
      leadingKeys: [LEADING_KEYS.callListCollections],
      indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
    },
  ],
  getCallList: [
    { actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.callLists] },
    { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies] },
  ],
};

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const createApi = (scope: Construct, config: StageConfig): ServiceApi => {
  const service = createServiceApi(scope, {
    description: `Sales Data Retrieval Service, data API (${config.stage})`,
    stageName: STAGE_NAME,
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    // API Gateway writes logs with one role per account and Region.
    cloudWatchRole: true,
    loggedCaller: {
      organizationId: AccessLogField.contextAuthorizer('organizationId'),
      keyId: AccessLogField.contextAuthorizer('keyId'),
    },
    domain: config.domains?.dataApi,
    methodOptions: OPENAPI_THROTTLING,
    config,
  });
  acknowledge(service.api, {
    'AwsSolutions-COG4':
      'Clients of the data API are programs with API keys, which the Lambda authorizer verifies.',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
      'The policy that API Gateway documents for its account-wide logging role.',
  });
  return service;
};

const GATEWAY_PROBLEMS: GatewayProblems = {
  unknownPath: 'Unknown path. Paths start with /v1/; see the documentation for all operations.',
  unauthorized: {
    problem: 'unauthorized',
    detail:
      'Missing or invalid API key. Send one key in the `X-Api-Key` header, with no surrounding characters.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="sales-data", header="X-Api-Key"' },
  },
  accessDenied:
    'This API key lacks the permission $context.authorizer.missingPermission, which this operation requires. Ask an admin of your organization to grant it.',
  // Only the mock behind 405 checks the media type, so the method is never GET or HEAD.
  unsupportedMediaType: methodNotAllowed(ALLOWED_METHODS),
  throttled: 'Too many requests per second. Retry after the `Retry-After` delay.',
  hasUsagePlans: true,
};

/** The `RateLimit-Policy` header of each plan. */
const policiesOf = ({ usagePlans }: StageConfig): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(usagePlans).map(([name, limits]) => [name, rateLimitPolicy(limits)]));

const createAuthorizer = (
  scope: Construct,
  api: RestApi,
  { table, config }: ServiceProps,
): RequestAuthorizer => {
  const authorize = new ServiceFunction(scope, 'Authorize', {
    functionName: 'authorize',
    description: 'Verifies the API key of each request and what it may do',
    table,
    access: [
      { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.apiKeys] },
      {
        actions: ['dynamodb:UpdateItem'],
        leadingKeys: [LEADING_KEYS.apiKeys],
        attributes: [PARTITION_KEY, SORT_KEY, 'lastUsedAt'],
      },
    ],
    environment: { [RATE_LIMIT_POLICIES_VARIABLE]: JSON.stringify(policiesOf(config)) },
    config,
  });
  // No cache: revocations apply to the next request, and a cached policy would cover other methods too.
  // Without a cache, no identity sources are needed as its key.
  const authorizer = new RequestAuthorizer(scope, 'Authorizer', {
    handler: authorize.function,
    identitySources: [],
    resultsCacheTtl: Duration.seconds(0),
  });
  // Without identity sources, CDK writes an empty string; API Gateway documents omitting the property.
  const resource = authorizer.node.defaultChild;
  if (resource instanceof CfnAuthorizer) resource.addPropertyDeletionOverride('IdentitySource');
  // CDK does not redeploy the API when an authorizer changes (aws-cdk issue 33719).
  api.latestDeployment?.addToLogicalId({ authorizer: { resultsCacheTtlSeconds: 0, identitySources: [] } });
  return authorizer;
};

const createUsagePlans = (api: RestApi, config: StageConfig): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config.usagePlans).map(([name, { rate, burst, dailyQuota }]) => {
      const plan = api.addUsagePlan(`UsagePlan-${name}`, {
        name: `${Stack.of(api).stackName}-${name}`,
        throttle: { rateLimit: rate, burstLimit: burst },
        quota: { limit: dailyQuota, period: Period.DAY },
        apiStages: [{ stage: api.deploymentStage }],
      });
      return [name, plan.usagePlanId];
    }),
  );

/** The data API: one resource and one function per route, behind the authorizer and the usage plans. */
export class SalesApi extends Construct {
  readonly api: RestApi;
  readonly accessLog: LogGroup;
  /** The base address, without a trailing slash. */
  readonly url: string;
  /** Usage plan ids by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: ServiceProps) {
    super(scope, id);
    const { table, config } = props;
    const { api, accessLog, url } = createApi(this, config);
    const authorizer = createAuthorizer(this, api, props);
    addProblemResponses(api, GATEWAY_PROBLEMS);

    const addRoute = (name: string, route: Route, access: readonly TableAccess[]): void => {
      const { function: handler } = new ServiceFunction(this, pascalCase(name), {
        functionName: route.functionName,
        description: `GET ${route.path}`,
        table,
        access,
        config,
      });
      const resource = api.root.resourceForPath(route.path);
      const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
      for (const method of ROUTE_METHODS) {
        resource.addMethod(method, integration, {
          authorizer,
          authorizationType: AuthorizationType.CUSTOM,
          apiKeyRequired: true,
        });
      }
      addMethodNotAllowed(resource, ALLOWED_METHODS);
    };
    for (const name of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
      addRoute(name, ROUTES[name], ROUTE_ACCESS[name]);
    }

    addOpenApi(this, { api, config });

    this.usagePlanIds = createUsagePlans(api, config);
    this.url = url;
    this.api = api;
    this.accessLog = accessLog;
  }
}
