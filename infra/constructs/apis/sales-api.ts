import { ApiKeySourceType, AuthorizationType } from 'aws-cdk-lib/aws-apigateway';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { ROUTES, type RouteName, UNKNOWN_PATH } from '../../../shared/operations/data-api/routes.ts';
import { OPENAPI_PATH } from '../../../shared/operations/openapi-route.ts';
import { type DataRoute, httpMethodsOf, READ_METHODS } from '../../../shared/operations/route.ts';
import type { Throttle } from '../../config.ts';
import { createServeMcp, MCP_THROTTLE } from '../agents/serve-mcp.ts';
import { createServeOAuth, OAUTH_METHODS, OAUTH_PUBLIC } from '../agents/serve-oauth.ts';
import { eventRoutes } from '../events/routes.ts';
import type { Exports } from '../exports/exports.ts';
import { exportRoutes } from '../exports/routes.ts';
import type { Imports } from '../imports/imports.ts';
import { importRoutes } from '../imports/routes.ts';
import { createAuthorizer } from '../keys/authorizer.ts';
import {
  FUNCTION_LINE_INDEXES,
  LOGGED_BY_AUTHORIZER,
  REQUEST_INDEXES,
  type RequestLogs,
} from '../keys/request-logs.ts';
import { keyRoutes } from '../keys/routes.ts';
import { createUsagePlans } from '../keys/usage-plans.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import { type GatewayProblems, methodNotAllowed } from '../platform/gateway-responses.ts';
import { ServiceApi } from '../platform/rest-api.ts';
import { createSearchedLogGroup } from '../platform/retention.ts';
import type { RouteFunctions } from '../platform/route-function.ts';
import { ServiceFunction } from '../platform/service-function.ts';
import { recordRoutes } from '../records/routes.ts';
import { webhookRoutes } from '../webhooks/routes.ts';

const STAGE_NAME = 'api';

export interface SalesApiProps extends ServiceProps {
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhookKey: Key;
  readonly files: FileBucket;
  readonly exports: Exports;
  readonly imports: Imports;
}

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The limits of `HEAD`, of methods that need no key, and of the 405 responses. */
const DEFAULT_THROTTLE: Throttle = { rate: 30, burst: 60 };

/** The limits of methods that describe or manage what others read. */
const RARE_THROTTLE: Throttle = { rate: 200, burst: 400 };

const OPENAPI_PUBLIC =
  'The document is the same for everybody and holds no data. Its methods are throttled by themselves.';

const UNKNOWN_PATH_DETAIL = 'Unknown path. Paths start with /v1/; see the documentation for all operations.';

/** @param url the base address of the API */
const gatewayProblems = (url: string): GatewayProblems => ({
  unknownPath: UNKNOWN_PATH_DETAIL,
  unauthorized: {
    problem: 'unauthorized',
    detail:
      'Missing or invalid API key. Send one key in the `X-Api-Key` header, with no surrounding ' +
      'characters. Only `/v1/mcp` also accepts `Authorization: Bearer`.',
    headers: {
      // The SDKs of MCP read only a header that starts with this scheme. API Gateway renames one that a
      // function sends, and has one such response for all paths.
      'WWW-Authenticate':
        `Bearer resource_metadata="${oauthAddresses(url).resourceMetadata}", ApiKey realm="sales-data", ` +
        'header="X-Api-Key"',
    },
  },
  accessDenied: {
    problem: 'forbidden',
    // The authorizer sets these variables when it denies a request.
    detail: '$context.authorizer.deniedDetail',
    members: {
      type: '$context.authorizer.deniedType',
      '$context.authorizer.deniedMember': ['$context.authorizer.deniedValue'],
    },
  },
  // Only the mock behind 405 checks the media type. This response is the same for all paths, so a body of a
  // rare media type gets this `Allow` also on the few paths that support other methods.
  unsupportedMediaType: methodNotAllowed(READ_METHODS.join(', ')),
  throttled: 'Too many requests per second. Retry after 1 second.',
  hasUsagePlans: true,
});

const serveWith = (handler: LambdaFunction, methods: readonly string[]) =>
  Object.fromEntries(methods.map((method) => [method, handler]));

/** The data API: one resource and one function per route, behind the authorizer and the usage plans. */
export class SalesApi extends ServiceApi {
  /** Usage plan ids by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  readonly requestLogs: RequestLogs;
  readonly #props: SalesApiProps;
  readonly #functionLogs: LogGroup;

  constructor(scope: Construct, id: string, props: SalesApiProps) {
    const { table, webhookKey, files, exports, imports, config } = props;
    super(scope, id, {
      description: `Sales Data Retrieval Service, data API (${config.stage})`,
      stageName: STAGE_NAME,
      throttle: DEFAULT_THROTTLE,
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // API Gateway writes logs with one role per account and Region.
      cloudWatchRole: true,
      loggedCaller: LOGGED_BY_AUTHORIZER,
      accessLog: (parent) => createSearchedLogGroup(parent, 'AccessLogs', config, REQUEST_INDEXES),
      domain: config.domains?.dataApi,
      publicUrl: config.publicUrls?.dataApi,
      problems: gatewayProblems,
      config,
    });
    acknowledge(this.api, {
      'AwsSolutions-COG4':
        'Clients of the data API are programs with API keys, which the Lambda authorizer verifies.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The policy that API Gateway documents for its account-wide logging role.',
    });
    const authorizers = createAuthorizer(this, this.api, props);

    const withKey = {
      authorizer: authorizers.authorizer,
      authorizationType: AuthorizationType.CUSTOM,
      apiKeyRequired: true,
    };
    const functions: RouteFunctions<RouteName> = {
      ...recordRoutes(config),
      ...eventRoutes,
      ...webhookRoutes(config, webhookKey),
      ...exportRoutes(files, exports),
      ...importRoutes(files, imports),
      ...keyRoutes(config),
    };
    // A log group each would be dozens of resources.
    const logGroup = createSearchedLogGroup(this, 'Logs', config, FUNCTION_LINE_INDEXES);
    this.#functionLogs = logGroup;
    this.requestLogs = { access: this.accessLog, authorizer: authorizers.logGroup, functions: logGroup };
    const serve = (name: RouteName) => {
      const { functionName, method, path }: DataRoute = ROUTES[name];
      const { grant, ...settings } = functions[name];
      const { function: handler } = new ServiceFunction(this, pascalCase(name), {
        functionName,
        description: `${method} ${path}`,
        ...(settings.access !== undefined && { table }),
        ...settings,
        logGroup,
        config,
      });
      grant?.(handler);
      return serveWith(handler, httpMethodsOf(ROUTES[name]));
    };
    const byPath = Map.groupBy(Object.keys(ROUTES) as RouteName[], (name) => ROUTES[name].path);
    for (const [path, names] of byPath) {
      const isRare = names.some((name) => (ROUTES[name] as DataRoute).isRare);
      const throttle = isRare ? RARE_THROTTLE : config.throttles.dataApi;
      this.addPath(path, Object.assign({}, ...names.map(serve)), { ...withKey, throttle });
    }

    const mcp = createServeMcp(this, config);
    this.addPath(
      MCP_ROUTE.path,
      { [MCP_ROUTE.method]: mcp },
      { ...withKey, authorizer: authorizers.bearerAuthorizer, throttle: MCP_THROTTLE },
    );

    this.addUnknownPath(UNKNOWN_PATH.path, UNKNOWN_PATH_DETAIL, {
      // The one that is invoked without a key, too.
      authorizer: authorizers.bearerAuthorizer,
      authorizationType: AuthorizationType.CUSTOM,
      apiKeyRequired: false,
    });

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
    this.#props = props;
  }

  /**
   * Serves the authorization server of MCP clients, whose users decide in the console.
   *
   * @param consoleUrl belongs to the admin API, which is created with the addresses of this one
   */
  serveOAuth(consoleUrl: string): void {
    const handler = createServeOAuth(this, {
      ...this.#props,
      dataApiUrl: this.url,
      consoleUrl,
      usagePlanIds: this.usagePlanIds,
      logGroup: this.#functionLogs,
    });
    const options = { publicReason: OAUTH_PUBLIC, authorizationType: AuthorizationType.NONE };
    for (const [path, methods] of Map.groupBy(OAUTH_METHODS, (each) => each.path)) {
      const handlers = serveWith(
        handler,
        methods.map(({ method }) => method),
      );
      this.addPath(path, handlers, options);
      for (const { method, throttle } of methods) {
        if (throttle !== undefined) this.throttle(method, path, throttle);
      }
    }
  }
}
