import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnAuthorizer,
  CognitoUserPoolsAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { CONSOLE_PATHS } from '../../../shared/contract/console.ts';
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
import { addProblemResponses, type GatewayProblems } from '../platform/gateway-responses.ts';
import { ServiceApi } from '../platform/rest-api.ts';
import { createLogGroup } from '../platform/retention.ts';
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
  unknownPath: 'Unknown path. See the documentation for all operations.',
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
      config,
    });
    this.consoleUrl = `${this.url}${CONSOLE_PATHS.page}`;
    this.users = new UserDirectory(this, 'Users', { config, table, consoleUrl: this.consoleUrl });
    const { signInUrl, issuer, client, userPool } = this.users;
    const clientId = client.userPoolClientId;
    const authorizer = createAuthorizer(this, this.api, this.users);
    addProblemResponses(this.api, GATEWAY_PROBLEMS);

    const logGroup = createLogGroup(this, 'Logs', config);
    const functionProps = { ...props, userPool, clientId, logGroup };
    const functions = {
      ...createKeyFunctions(this, functionProps),
      ...createWebhookFunctions(this, functionProps),
      ...createRecordFunctions(this, functionProps),
      ...createEventFunctions(this, functionProps),
      ...createOrganizationFunctions(this, functionProps),
      ...createImportFunctions(this, functionProps),
      ...createExportFunctions(this, functionProps),
    };
    for (const [path, routes] of Map.groupBy(Object.values(ADMIN_ROUTES), (route) => route.path)) {
      const handlers = routes.map(({ method, functionName }) => [method, functions[functionName]] as const);
      this.addPath(path, Object.fromEntries(handlers), {
        authorizer,
        authorizationType: AuthorizationType.COGNITO,
      });
    }

    const serveConsole = createServeConsole(this, {
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
