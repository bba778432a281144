import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnAuthorizer,
  CognitoUserPoolsAuthorizer,
  LambdaIntegration,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { AdminRoute } from '../../shared/contract/admin-route.ts';
import { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { CONSOLE_PATHS } from '../../shared/contract/console.ts';
import { createAdminFunctions } from './admin-functions.ts';
import { addConsole } from './console.ts';
import type { ServiceProps } from './data-table.ts';
import { addProblemResponses, type GatewayProblems } from './gateway-responses.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { createServiceApi } from './rest-api.ts';
import { UserDirectory } from './user-directory.ts';
import type { Webhooks } from './webhooks.ts';

export interface AdminApiProps extends ServiceProps {
  /** The base address of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** Usage plan ids of the data API, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  readonly webhooks: Webhooks;
}

const STAGE_NAME = 'admin';

const GATEWAY_PROBLEMS: GatewayProblems = {
  unknownPath: 'Unknown path. See the documentation for all operations.',
  unauthorized: {
    problem: 'unauthorized',
    detail: 'Missing, invalid or expired ID token. Sign in and send it as `Authorization: Bearer <token>`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="sales-data-admin"' },
  },
  accessDenied: 'You are not allowed to do this.',
  unsupportedMediaType: {
    problem: 'unsupported-media-type',
    detail: 'Unsupported media type. Send JSON with `Content-Type: application/json`.',
  },
  throttled: 'Too many requests. Retry after the `Retry-After` delay.',
  hasUsagePlans: false,
};

const createAuthorizer = (
  scope: Construct,
  api: RestApi,
  { userPool, client }: UserDirectory,
): CognitoUserPoolsAuthorizer => {
  const authorizer = new CognitoUserPoolsAuthorizer(scope, 'Authorizer', {
    cognitoUserPools: [userPool],
    resultsCacheTtl: Duration.seconds(0),
  });
  const resource = authorizer.node.defaultChild;
  if (resource instanceof CfnAuthorizer) {
    // For a user pool, this pattern has to match the token's audience.
    resource.identityValidationExpression = `^${client.userPoolClientId}$`;
  }
  // CDK does not redeploy the API when an authorizer changes (aws-cdk issue 33719).
  api.latestDeployment?.addToLogicalId({ authorizer: { resultsCacheTtlSeconds: 0, audience: 'client' } });
  return authorizer;
};

/**
 * The admin API and the console, with the user pool that signs users in. The user pool is part of this
 * construct because the sign-in page redirects to the console.
 */
export class AdminApi extends Construct {
  readonly api: RestApi;
  readonly users: UserDirectory;
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly consoleUrl: string;

  constructor(
    scope: Construct,
    id: string,
    { table, dataApiUrl, usagePlanIds, webhooks, config }: AdminApiProps,
  ) {
    super(scope, id);
    const { api, url } = createServiceApi(this, {
      description: `Sales Data Retrieval Service, admin API (${config.stage})`,
      stageName: STAGE_NAME,
      cloudWatchRole: false,
      loggedCaller: { userId: '$context.authorizer.claims.sub' },
      domain: config.domains?.adminApi,
      config,
    });
    this.api = api;
    this.url = url;
    this.consoleUrl = `${this.url}${CONSOLE_PATHS.page}`;
    this.users = new UserDirectory(this, 'Users', { config, consoleUrl: this.consoleUrl });
    const authorizer = createAuthorizer(this, api, this.users);
    addProblemResponses(api, GATEWAY_PROBLEMS);

    const functions = createAdminFunctions(this, {
      table,
      dataApiUrl,
      usagePlanIds,
      webhooks,
      clientId: this.users.client.userPoolClientId,
      config,
    });
    const routes: readonly AdminRoute[] = Object.values(ADMIN_ROUTES);
    for (const [path, pathRoutes] of Map.groupBy(routes, (route) => route.path)) {
      const resource = api.root.resourceForPath(path);
      for (const { method, functionName } of pathRoutes) {
        const handler = functions[functionName];
        if (handler === undefined) throw new Error(`No function serves ${method} ${path}.`);
        resource.addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }), {
          authorizer,
          authorizationType: AuthorizationType.COGNITO,
        });
      }
      addMethodNotAllowed(resource, pathRoutes.map(({ method }) => method).join(', '));
    }
    addConsole(this, { api, users: this.users, dataApiUrl, config });
  }
}
