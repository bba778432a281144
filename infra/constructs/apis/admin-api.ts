import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnAuthorizer,
  CognitoUserPoolsAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { UNKNOWN_ADMIN_PATH_DETAIL } from '../../../shared/contract/route-problems.ts';
import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import type { AdminRoute } from '../../../shared/operations/route.ts';
import type { StageConfig } from '../../config.ts';
import { createServeConsole } from '../console/serve-console.ts';
import { createEventFunctions } from '../events/admin-functions.ts';
import { createExportFunctions } from '../exports/admin-functions.ts';
import type { Exports } from '../exports/exports.ts';
import { createImportFunctions } from '../imports/admin-functions.ts';
import type { Imports } from '../imports/imports.ts';
import { createKeyFunctions } from '../keys/admin-functions.ts';
import type { RequestLogs } from '../keys/request-logs.ts';
import { createOrganizationFunctions } from '../organizations/admin-functions.ts';
import { UserDirectory } from '../organizations/user-directory.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import type { FileBucket } from '../platform/file-bucket.ts';
import type { GatewayProblems } from '../platform/gateway-responses.ts';
import { ServiceApi } from '../platform/rest-api.ts';
import { createLogGroup } from '../platform/retention.ts';
import { ServiceFunction } from '../platform/service-function.ts';
import { createRecordFunctions } from '../records/admin-functions.ts';
import { createWebhookFunctions } from '../webhooks/admin-functions.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

export interface AdminApiProps extends ServiceProps {
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** Usage plan ids of the data API, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  /** The logs of the data API's requests. */
  readonly requestLogs: RequestLogs;
  readonly webhooks: Webhooks;
  readonly files: FileBucket;
  readonly imports: Imports;
  readonly exports: Exports;
}

const STAGE_NAME = 'admin';

const CONSOLE_PUBLIC =
  'The console is the same for everybody and holds no data; what it shows takes a sign-in.';

const GATEWAY_PROBLEMS: GatewayProblems = {
  unknownPath: UNKNOWN_ADMIN_PATH_DETAIL,
  unauthorized: {
    problem: 'unauthorized',
    detail: 'Missing, invalid or expired ID token. Sign in and send it as `Authorization: Bearer <token>`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="sales-data-admin"' },
  },
  accessDenied: { problem: 'forbidden', detail: 'You are not allowed to do this.' },
  unsupportedMediaType: {
    problem: 'unsupported-media-type',
    detail: 'Unsupported media type. Send JSON with `Content-Type: application/json`.',
  },
  throttled: 'Too many requests. Retry after the `Retry-After` delay.',
  hasUsagePlans: false,
};

const ADMIN_ROUTE_LIST: readonly AdminRoute[] = Object.values(ADMIN_ROUTES);

/** The first segment of a path, below which API Gateway does not tell paths apart: `/users`. */
const areaOf = ({ path }: AdminRoute): string => path.split('/', 2).join('/');

/** Functions by method, if there is any. */
const handlersOf = (
  routes: readonly AdminRoute[],
  functions: Readonly<Record<string, LambdaFunction>>,
): Readonly<Record<string, LambdaFunction>> | undefined => {
  const handlers: Record<string, LambdaFunction> = {};
  for (const { method, path, functionName } of routes) {
    const handler = functions[functionName];
    if (handler === undefined || (handlers[method] ?? handler) !== handler) {
      throw new Error(`${method} ${path} needs the function that serves ${method} of its other paths.`);
    }
    handlers[method] = handler;
  }
  return routes.length === 0 ? undefined : handlers;
};

/** An audience: Cognito's ids of app clients. */
const ANY_CLIENT = '^[\\w+-]+$';

const createAuthorizer = (
  scope: Construct,
  api: RestApi,
  { userPool, client }: UserDirectory,
  { selfServiceSignOn = false }: StageConfig,
): CognitoUserPoolsAuthorizer => {
  const authorizer = new CognitoUserPoolsAuthorizer(scope, 'Authorizer', {
    cognitoUserPools: [userPool],
    resultsCacheTtl: Duration.seconds(0),
  });
  const resource = authorizer.node.defaultChild;
  if (resource instanceof CfnAuthorizer) {
    // For a user pool, this pattern has to match the token's audience.
    // Providers that admins set up have app clients of their own; functions accept their tokens for what the
    // trigger put into them.
    resource.identityValidationExpression = selfServiceSignOn ? ANY_CLIENT : `^${client.userPoolClientId}$`;
  }
  const audience = selfServiceSignOn ? 'any' : 'client';
  // CDK does not redeploy the API when an authorizer changes (aws-cdk issue 33719).
  api.latestDeployment?.addToLogicalId({ authorizer: { resultsCacheTtlSeconds: 0, audience } });
  return authorizer;
};

/** Creates the function that answers unsupported methods. It has no access to any data. */
const createRefuseRequest = (scope: Construct, logGroup: LogGroup, config: StageConfig): LambdaFunction =>
  new ServiceFunction(scope, 'RefuseRequest', {
    functionName: 'refuse-request',
    description: 'Answers unsupported methods of the admin API',
    logGroup,
    config,
  }).function;

/**
 * The admin API and the console, with the user pool that signs users in. The user pool is part of this
 * construct because the sign-in page redirects to the console.
 */
export class AdminApi extends ServiceApi {
  readonly users: UserDirectory;
  readonly consoleUrl: string;

  constructor(scope: Construct, id: string, props: AdminApiProps) {
    const { dataApiUrl, files, table, config } = props;
    super(scope, id, {
      description: `Sales Data Retrieval Service, admin API (${config.stage})`,
      stageName: STAGE_NAME,
      throttle: config.throttles.adminApi,
      cloudWatchRole: false,
      // Downloads of the documentation are binary. API Gateway compares the first type in `Accept`, which for
      // npm, pip and curl is this one.
      binaryMediaTypes: ['*/*'],
      loggedCaller: { userId: '$context.authorizer.claims.sub' },
      accessLog: (parent) => createLogGroup(parent, 'AccessLogs', config),
      domain: config.domains?.adminApi,
      publicUrl: config.publicUrls?.adminApi,
      problems: () => GATEWAY_PROBLEMS,
      isNested: true,
      config,
    });
    this.consoleUrl = `${this.url}${CONSOLE_PATHS.page}`;
    this.users = new UserDirectory(this, 'Users', { config, table, consoleUrl: this.consoleUrl });
    const { signInUrl, issuer, client, userPool } = this.users;
    const clientId = client.userPoolClientId;
    const { part } = this;
    const authorizer = createAuthorizer(part, this.api, this.users, config);

    const logGroup = createLogGroup(part, 'Logs', config);
    const { consoleUrl } = this;
    const functionProps = { ...props, userPool, signInUrl, consoleUrl, clientId, logGroup };
    const functions = {
      ...createKeyFunctions(part, functionProps),
      ...createWebhookFunctions(part, functionProps),
      ...createRecordFunctions(part, functionProps),
      ...createEventFunctions(part, functionProps),
      ...createOrganizationFunctions(part, functionProps),
      ...createImportFunctions(part, functionProps),
      ...createExportFunctions(part, functionProps),
    };
    const refuse = createRefuseRequest(part, logGroup, config);
    const signedIn = { authorizer, authorizationType: AuthorizationType.COGNITO };
    for (const [path, routes] of Map.groupBy(ADMIN_ROUTE_LIST, areaOf)) {
      const [own, below] = [true, false].map((isOwn) =>
        handlersOf(
          routes.filter((route) => (route.path === path) === isOwn),
          functions,
        ),
      );
      if (own !== undefined) this.addPath(path, own, signedIn);
      if (below !== undefined) this.addPathsBelow(path, below, refuse, signedIn);
    }

    const serveConsole = createServeConsole(part, {
      dataApiUrl,
      bucketEnvironment: files.environment,
      signInUrl,
      issuer,
      clientId,
      config,
    });
    for (const path of Object.values(CONSOLE_PATHS)) {
      this.addPath(
        path,
        { GET: serveConsole },
        {
          publicReason: CONSOLE_PUBLIC,
          authorizationType: AuthorizationType.NONE,
        },
      );
    }
  }
}
