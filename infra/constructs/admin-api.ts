import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnAuthorizer,
  CognitoUserPoolsAuthorizer,
  LambdaIntegration,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ADMIN_ROUTES, type AdminRoute } from '../../shared/contract/admin-routes.ts';
import { USAGE_PLAN_IDS_VARIABLE, USER_POOL_CLIENT_ID_VARIABLE } from '../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../shared/table/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../shared/table/schema.ts';
import type { StageConfig } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { addProblemResponses, type GatewayProblems } from './gateway-responses.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { createServiceApi, urlOf } from './rest-api.ts';
import { ServiceFunction, type TableAccess } from './service-function.ts';
import { UserDirectory } from './user-directory.ts';

export interface AdminApiProps {
  readonly table: Table;
  /** Of the data API: ids by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
  readonly config: StageConfig;
}

const STAGE_NAME = 'admin';
const CONSOLE_PATH = '/console';

/** The audit log is only ever added to: nobody may update or delete its items, by whatever call. */
const KEY_MANAGEMENT: readonly TableAccess[] = [
  {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    leadingKeys: [LEADING_KEYS.apiKeys],
  },
  {
    actions: ['dynamodb:PutItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.auditLogs],
  },
  {
    actions: ['dynamodb:Query'],
    leadingKeys: [LEADING_KEYS.apiKeyCollections, LEADING_KEYS.auditLogs],
    indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
  },
];

const GATEWAY_PROBLEMS: GatewayProblems = {
  unknownPath: 'There is no such path. See the documentation for the operations.',
  unauthorized: {
    problem: 'unauthorized',
    detail: 'Sign in, and send the ID token as "Authorization: Bearer <token>". Yours may have expired.',
    headers: { 'WWW-Authenticate': 'Bearer realm="sales-data-admin"' },
  },
  accessDenied: 'You may not do this.',
  unsupportedMediaType: {
    problem: 'unsupported-media-type',
    detail: 'Send a JSON document as application/json.',
  },
  throttled: 'Too many requests at once. Try again after the time in Retry-After.',
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
    // For a user pool, this is what the audience of the token has to match.
    resource.identityValidationExpression = `^${client.userPoolClientId}$`;
  }
  // CDK leaves authorizers out of what makes a new deployment (aws-cdk issue 33719).
  api.latestDeployment?.addToLogicalId({ authorizer: { resultsCacheTtlSeconds: 0, audience: 'client' } });
  return authorizer;
};

/** Lets a function make and remove the keys by which API Gateway meters clients, and read what it counted. */
const grantGatewayKeys = (handler: LambdaFunction, usagePlanIds: readonly string[]): void => {
  const arn = (path: string): string => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`;
  const allow = (action: string, paths: readonly string[]): void =>
    handler.addToRolePolicy(new PolicyStatement({ actions: [action], resources: paths.map(arn) }));
  allow('apigateway:POST', ['/apikeys', ...usagePlanIds.map((id) => `/usageplans/${id}/keys`)]);
  allow('apigateway:GET', ['/apikeys', ...usagePlanIds.map((id) => `/usageplans/${id}/usage`)]);
  allow('apigateway:DELETE', ['/apikeys/*']);
  if (handler.role !== undefined) {
    acknowledge(handler.role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]':
        'API Gateway names its keys itself, so that those of this service cannot be told by their ARN.',
    });
  }
};

/**
 * The admin API: its operations behind the sign-in of the user pool, which belongs to it because the sign-in page
 * sends browsers back to an address of this API.
 */
export class AdminApi extends Construct {
  readonly api: RestApi;
  readonly users: UserDirectory;
  /** The base address, without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, { table, usagePlanIds, config }: AdminApiProps) {
    super(scope, id);
    const api = createServiceApi(this, {
      description: `Sales Data Retrieval Service, admin API (${config.stage})`,
      stageName: STAGE_NAME,
      cloudWatchRole: false,
      loggedCaller: { userId: '$context.authorizer.claims.sub' },
      config,
    });
    this.api = api;
    this.url = urlOf(api, STAGE_NAME);
    this.users = new UserDirectory(this, 'Users', { config, consoleUrl: `${this.url}${CONSOLE_PATH}` });
    const authorizer = createAuthorizer(this, api, this.users);
    addProblemResponses(api, GATEWAY_PROBLEMS);

    const { function: manageKeys } = new ServiceFunction(this, 'ManageKeys', {
      functionName: 'manage-keys',
      description: 'Manages API keys, and reads usage and the audit log',
      table,
      access: KEY_MANAGEMENT,
      environment: {
        [USAGE_PLAN_IDS_VARIABLE]: Stack.of(this).toJsonString(usagePlanIds),
        [USER_POOL_CLIENT_ID_VARIABLE]: this.users.client.userPoolClientId,
      },
      // API Gateway's control plane takes a few calls a second, which may have to be waited for.
      timeout: Duration.seconds(25),
      config,
    });
    grantGatewayKeys(manageKeys, Object.values(usagePlanIds));
    const functions: Readonly<Record<string, LambdaFunction>> = { 'manage-keys': manageKeys };

    const routes: readonly AdminRoute[] = Object.values(ADMIN_ROUTES);
    for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
      const resource = api.root.resourceForPath(path);
      for (const { method, functionName } of ofPath) {
        const handler = functions[functionName];
        if (handler === undefined) throw new Error(`No function serves ${method} ${path}.`);
        resource.addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }), {
          authorizer,
          authorizationType: AuthorizationType.COGNITO,
        });
      }
      addMethodNotAllowed(resource, ofPath.map(({ method }) => method).join(', '));
    }
  }
}
