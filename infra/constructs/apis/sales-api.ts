import { Duration, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  ApiKeySourceType,
  AuthorizationType,
  IdentitySource,
  Period,
  RequestAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { MCP_ROUTE } from '../../../shared/contract/mcp-route.ts';
import { OPENAPI_PATH } from '../../../shared/contract/openapi-route.ts';
import { missingPermissionsDetail } from '../../../shared/contract/problems.ts';
import { rateLimitPolicy } from '../../../shared/contract/rate-limit-policy.ts';
import {
  httpMethodsOf,
  READ_METHODS,
  ROUTES,
  type Route,
  type RouteName,
} from '../../../shared/contract/routes.ts';
import {
  RATE_LIMIT_POLICIES_VARIABLE,
  USAGE_PLANS_VARIABLE,
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
} from '../../../shared/table/items/schema.ts';
import type { StageConfig, Throttle } from '../../config.ts';
import { callingHoursProps } from '../calling-hours/calling-hours.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import {
  addProblemResponses,
  type GatewayProblems,
  methodNotAllowed,
} from '../platform/gateway-responses.ts';
import { ServiceApi } from '../platform/rest-api.ts';
import { ServiceFunction, type TableAccess } from '../platform/service-function.ts';

const STAGE_NAME = 'api';
const API_KEY_HEADER = 'X-Api-Key';

export interface SalesApiProps extends ServiceProps {
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhookKey: Key;
}

type RouteEnvironments = { readonly [N in RouteName]?: Readonly<Record<string, string>> };

/** What reads a collection in order of change: its counters, its index, and the resources themselves. */
const collectionAccess = (collections: string, resources: string): readonly TableAccess[] => [
  { actions: ['dynamodb:Query'], leadingKeys: [collections] },
  { actions: ['dynamodb:Query'], leadingKeys: [collections], indexes: [CHANGE_INDEX.name] },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [resources] },
];

/** What also reads lookups, and whether they are complete. */
const lookupAccess = (lookups: string, collections: string): readonly TableAccess[] => [
  { actions: ['dynamodb:Query'], leadingKeys: [lookups] },
  { actions: ['dynamodb:GetItem'], leadingKeys: [collections] },
];

/** Table access of each route's function. The type requires an entry for every route. */
const ROUTE_ACCESS: Readonly<Record<RouteName, readonly TableAccess[]>> = {
  listPeople: [
    ...collectionAccess(LEADING_KEYS.personCollections, LEADING_KEYS.people),
    ...lookupAccess(LEADING_KEYS.personLookups, LEADING_KEYS.personCollections),
  ],
  getPerson: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.people] }],
  listCompanies: [
    ...collectionAccess(LEADING_KEYS.companyCollections, LEADING_KEYS.companies),
    ...lookupAccess(LEADING_KEYS.companyLookups, LEADING_KEYS.companyCollections),
  ],
  getCompany: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.companies] }],
  listCallLists: [
    { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callListCollections] },
    {
      actions: ['dynamodb:Query'],
      leadingKeys: [LEADING_KEYS.callListCollections],
      indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
    },
    ...collectionAccess(LEADING_KEYS.callListCollections, LEADING_KEYS.callLists),
  ],
  getCallList: [
    { actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.callLists] },
    { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies] },
  ],
  listEvents: [{ actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.feeds] }],
  getKey: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] }],
  listCallListEntries: [
    ...collectionAccess(LEADING_KEYS.callListEntryCollections, LEADING_KEYS.callLists),
    { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callLists] },
    {
      actions: ['dynamodb:Query'],
      leadingKeys: [LEADING_KEYS.callLists],
      indexes: [COLLECTION_INDEX.name],
    },
  ],
  listEventTypes: [],
  listWebhookEndpoints: [{ actions: ['dynamodb:Query'], leadingKeys: [LEADING_KEYS.webhookEndpoints] }],
  createWebhookEndpoint: [
    { actions: ['dynamodb:Query', 'dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.webhookEndpoints] },
    { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.webhookHosts] },
    // Checks that the key is still active, and reads nothing of it.
    { actions: ['dynamodb:ConditionCheckItem'], leadingKeys: [LEADING_KEYS.apiKeys] },
    { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
  ],
  deleteWebhookEndpoint: [
    { actions: ['dynamodb:GetItem', 'dynamodb:DeleteItem'], leadingKeys: [LEADING_KEYS.webhookEndpoints] },
    { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.webhookHosts] },
    { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
  ],
};

/** Access that `include=callability` needs besides {@link ROUTE_ACCESS}. */
const CALLABILITY_ACCESS: { readonly [N in RouteName]?: readonly TableAccess[] } = {
  getPerson: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.companies] }],
  getCallList: [],
};

/** Environment variables of routes' functions besides the table's name. */
const routeEnvironments = (
  { usagePlans, webhookEndpointsPerHost }: StageConfig,
  webhookKey: Key,
): RouteEnvironments => ({
  getKey: { [USAGE_PLANS_VARIABLE]: JSON.stringify(usagePlans) },
  createWebhookEndpoint: {
    [WEBHOOK_KEY_ID_VARIABLE]: webhookKey.keyArn,
    [WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE]: String(webhookEndpointsPerHost),
  },
});

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The limits of methods that need no key: the OpenAPI document and the 405 responses. */
const KEYLESS_THROTTLE: Throttle = { rate: 10, burst: 20 };

/** Twice the highest rate of a usage plan: each request of it causes others. */
const MCP_THROTTLE: Throttle = { rate: 200, burst: 400 };

/** Its tools wait for up to 20 seconds for other functions. */
const MCP_TIMEOUT = Duration.seconds(25);

const OPENAPI_PUBLIC =
  'The document is the same for everybody and holds no data. Its methods are throttled by themselves.';

/** The authorizer sets it when it denies a request. */
const MISSING_PERMISSION = '$context.authorizer.missingPermission';

const GATEWAY_PROBLEMS: GatewayProblems = {
  unknownPath: 'Unknown path. Paths start with /v1/; see the documentation for all operations.',
  unauthorized: {
    problem: 'unauthorized',
    detail:
      'Missing or invalid API key. Send one key in the `X-Api-Key` header, with no surrounding characters.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="sales-data", header="X-Api-Key"' },
  },
  accessDenied: {
    problem: 'forbidden',
    detail: missingPermissionsDetail([MISSING_PERMISSION], 'this operation'),
    extensions: { missingPermissions: [MISSING_PERMISSION] },
  },
  // Only the mock behind 405 checks the media type. This response is the same for all paths, so a body of a
  // rare media type gets this `Allow` also on the few paths that support other methods.
  unsupportedMediaType: methodNotAllowed(READ_METHODS.join(', ')),
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
  // Without one, the identity source only makes API Gateway return 401 for an absent or empty header, without
  // invoking the function: https://docs.aws.amazon.com/apigateway/latest/api/API_CreateAuthorizer.html
  const authorizer = new RequestAuthorizer(scope, 'Authorizer', {
    handler: authorize.function,
    identitySources: [IdentitySource.header(API_KEY_HEADER)],
    resultsCacheTtl: Duration.seconds(0),
  });
  // CDK does not redeploy the API when an authorizer changes (aws-cdk issue 33719).
  api.latestDeployment?.addToLogicalId({ authorizer: { resultsCacheTtlSeconds: 0, header: API_KEY_HEADER } });
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

const serveWith = (handler: LambdaFunction, methods: readonly string[]) =>
  Object.fromEntries(methods.map((method) => [method, handler]));

/** The data API: one resource and one function per route, behind the authorizer and the usage plans. */
export class SalesApi extends ServiceApi {
  /** Usage plan ids by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: SalesApiProps) {
    const { table, webhookKey, config } = props;
    super(scope, id, {
      description: `Sales Data Retrieval Service, data API (${config.stage})`,
      stageName: STAGE_NAME,
      throttle: KEYLESS_THROTTLE,
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // API Gateway writes logs with one role per account and Region.
      cloudWatchRole: true,
      loggedCaller: {
        organizationId: AccessLogField.contextAuthorizer('organizationId'),
        keyId: AccessLogField.contextAuthorizer('keyId'),
      },
      domain: config.domains?.dataApi,
      config,
    });
    acknowledge(this.api, {
      'AwsSolutions-COG4':
        'Clients of the data API are programs with API keys, which the Lambda authorizer verifies.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The policy that API Gateway documents for its account-wide logging role.',
    });
    const authorizer = createAuthorizer(this, this.api, props);
    addProblemResponses(this.api, GATEWAY_PROBLEMS);

    const withKey = {
      throttle: config.throttles.dataApi,
      authorizer,
      authorizationType: AuthorizationType.CUSTOM,
      apiKeyRequired: true,
    };
    const environments = routeEnvironments(config, webhookKey);
    const callingHours = callingHoursProps(config);
    const serve = (name: RouteName) => {
      const { functionName, method, path }: Route = ROUTES[name];
      const ofCallability = config.callingHours === undefined ? undefined : CALLABILITY_ACCESS[name];
      const access = [...ROUTE_ACCESS[name], ...(ofCallability ?? [])];
      const { function: handler } = new ServiceFunction(this, pascalCase(name), {
        functionName,
        description: `${method} ${path}`,
        ...(access.length === 0 ? {} : { table, access }),
        environment: environments[name] ?? {},
        ...(ofCallability === undefined ? {} : callingHours),
        config,
      });
      if (name === 'createWebhookEndpoint') webhookKey.grant(handler, 'kms:Encrypt');
      return serveWith(handler, httpMethodsOf(ROUTES[name]));
    };
    const byPath = Map.groupBy(Object.keys(ROUTES) as RouteName[], (name) => ROUTES[name].path);
    for (const [path, names] of byPath) {
      this.addPath(path, Object.assign({}, ...names.map(serve)), withKey);
    }

    // The function calls this API with the caller's key, and has no access to the table.
    const { function: mcp } = new ServiceFunction(this, 'ServeMcp', {
      functionName: MCP_ROUTE.functionName,
      description: 'Serves the MCP server',
      timeout: MCP_TIMEOUT,
      config,
    });
    this.addPath(MCP_ROUTE.path, { [MCP_ROUTE.method]: mcp }, { ...withKey, throttle: MCP_THROTTLE });

    // The function serves the document from its own bundle and has no access to any data.
    const { function: openApi } = new ServiceFunction(this, 'ServeOpenApi', {
      functionName: 'serve-openapi',
      description: 'Serves the OpenAPI document',
      config,
    });
    this.addPath(OPENAPI_PATH, serveWith(openApi, READ_METHODS), {
      publicReason: OPENAPI_PUBLIC,
      authorizationType: AuthorizationType.NONE,
    });

    this.usagePlanIds = createUsagePlans(this.api, config);
  }
}
